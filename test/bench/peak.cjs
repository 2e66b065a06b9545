/** Loaded before a program (node -r): when it ends, its largest resident memory in MB is written to file descriptor 3. */
process.on("exit", () => require("node:fs").writeSync(3, String(Math.round(process.resourceUsage().maxRSS / 1024))));
