/**
 * Running a REPL where what it elaborates can do little harm. Lean text runs programs while it is read, with all rights of the user who runs Lean; the screening
 * of `checkProof` keeps known ways out, a sandbox keeps the consequences small.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { InputError } from "../core/errors";

export interface SandboxOptions {
  /** The Lake project, read-only inside. */
  readonly project: string;
  /** Further folders that are readable inside: toolchains and packages outside the project. elan's home is always among them. */
  readonly readable?: readonly string[];
  /** Address space of each process, bytes. From Lean v4.26 at least 9 GB are needed; default 16 GiB. Absent for none: 0. */
  readonly memoryBytes?: number;
  /** Processor time of each process, seconds. Default 0: no limit; the wall clock of each command holds in any case. */
  readonly cpuSeconds?: number;
  readonly env?: NodeJS.ProcessEnv;
}

const SYSTEM = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"];

/**
 * The command of a REPL inside bubblewrap, under prlimit: no network, project and toolchain read-only, an empty private /tmp, an environment with nothing but
 * a search path, no sight of other processes, and an end with its starter. Linux only; both programs must be installed (Debian, Ubuntu: `sudo apt install bubblewrap`).
 * It does not protect the machine from a fault in Lean's or the kernel's own sandboxing, nor a proof from being forged inside the REPL.
 * @throws InputError if a limit is negative, or the command is empty
 * @example sandboxed(["lake", "env", "repl"], { project: "/home/me/lean-project" })[0] // "prlimit"
 */
export function sandboxed(command: readonly string[], { project, readable = [], memoryBytes = 16 * 2 ** 30, cpuSeconds = 0, env = process.env }: SandboxOptions): string[] {
  if (command.length === 0) throw new InputError("command is a program and its arguments");
  for (const [name, value] of Object.entries({ memoryBytes, cpuSeconds })) if (!(Number.isSafeInteger(value) && value >= 0)) throw new InputError(`${name} is a whole number from 0, got ${value}`);
  const elan = env.ELAN_HOME ?? join(env.HOME ?? homedir(), ".elan");
  const program = command[0]!.startsWith("/") ? [dirname(command[0]!)] : [];
  const folders = [...new Set([...SYSTEM, elan, ...program, ...readable, project])].filter((path) => existsSync(path));
  const limits = [...(memoryBytes > 0 ? [`--as=${memoryBytes}`] : []), ...(cpuSeconds > 0 ? [`--cpu=${cpuSeconds}`] : []), "--core=0"];
  return [
    "prlimit", ...limits, "--",
    "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
    "--setenv", "PATH", `${join(elan, "bin")}:/usr/local/bin:/usr/bin:/bin`, "--setenv", "HOME", "/tmp", "--setenv", "ELAN_HOME", elan, "--setenv", "LANG", "C.UTF-8",
    "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
    ...folders.flatMap((path) => ["--ro-bind", path, path]),
    "--chdir", project, "--", ...command,
  ];
}
