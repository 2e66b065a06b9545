/** Loaded before a program (node -r): when it ends, its largest resident memory in MB, threads included, is written to file descriptor 3. */
if (require("node:worker_threads").isMainThread) process.on("exit", () => require("node:fs").writeSync(3, String(Math.round(process.resourceUsage().maxRSS / 1024))));
