/**
 * Process groups that must not outlive this process. A REPL may have children of its own (`lake env` is one parent too many), so groups are killed, never
 * single processes: when they are released, when this process exits, on signals that would end it, and, by a small watchman, when it is killed outright.
 */
import { spawn, type ChildProcess } from "node:child_process";

const live = new Set<number>();
let watchman: ChildProcess | undefined;

/** Keeps a list of groups and kills those still on it once its standard input ends, that is, once its starter is gone. */
const WATCH = `live=" "
while read -r what group; do
  case $what in
    +) live="$live$group " ;;
    -) live="\${live%% $group *} \${live#* $group }" ;;
  esac
done
for group in $live; do kill -9 -"$group" 2>/dev/null; done`;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Takes a group, by the id of its first process, under watch. */
export function watchGroup(group: number): void {
  if (live.size === 0) begin();
  live.add(group);
  tellWatchman(`+ ${group}`);
}

/** Kills a group and takes it off the watch; with the last one the watchman goes too, and the promise waits for that. */
export async function endGroup(group: number): Promise<void> {
  killGroup(group);
  if (!live.delete(group)) return;
  tellWatchman(`- ${group}`);
  if (live.size === 0) await end();
}

function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It had ended already.
  }
}

function begin(): void {
  watchman = spawn("/bin/sh", ["-c", WATCH], { stdio: ["pipe", "ignore", "ignore"], detached: true, env: {} });
  watchman.on("error", () => {});
  watchman.stdin!.on("error", () => {});
  // It must not keep this process alive.
  watchman.unref();
  (watchman.stdin as unknown as { unref(): void }).unref();
  process.on("exit", killAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

async function end(): Promise<void> {
  process.removeListener("exit", killAll);
  for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  const leaving = watchman;
  watchman = undefined;
  if (!leaving || leaving.exitCode !== null || leaving.pid === undefined) return;
  leaving.ref();
  await new Promise<void>((resolve) => {
    leaving.once("exit", () => resolve());
    leaving.stdin!.end();
  });
}

function tellWatchman(line: string): void {
  watchman?.stdin?.write(`${line}\n`);
}

function killAll(): void {
  for (const group of live) killGroup(group);
}

/** Whoever else listens decides what a signal means, and closes what it opened; alone, the signal ends this process as it would have done. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  process.removeListener(signal, onSignal);
  process.kill(process.pid, signal);
}
