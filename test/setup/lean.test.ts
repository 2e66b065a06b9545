import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { inProject } from "../../src/core/files";
import { findLean } from "../../src/repl/find";
import { lean, type LeanSetupOptions } from "../../src/setup/lean";
import { lakefile, leanPair } from "../../src/setup/leanProject";
import { FAKE } from "../repl/fake";

/** What each stand-in does when it is told nothing else: its arguments go into the log. */
const STAND_INS = {
  elan: "true",
  lake: `case "$1 $2" in
    "update ") touch lake-manifest.json ;;
    "build repl") mkdir -p .lake/packages/REPL/.lake/build/bin && printf '#!/bin/sh\\nexec "${process.execPath}" "${FAKE}" $FAKE_OPTIONS\\n' > .lake/packages/REPL/.lake/build/bin/repl && chmod +x .lake/packages/REPL/.lake/build/bin/repl ;;
    "env "*) shift; exec "$@" ;;
  esac`,
  curl: 'for last; do :; done; printf \'mkdir -p "$ELAN_HOME/bin" && cp "$STAND_INS/lake" "$STAND_INS/elan" "$ELAN_HOME/bin/"\\n\' > "$last"',
} as const;
type StandIn = keyof typeof STAND_INS;

/** A lean-project of its own, with stand-ins on a PATH that has nothing else of Lean. */
function machine({ programs = ["elan", "lake"], changed = {}, env = {} }: { programs?: readonly StandIn[]; changed?: Partial<Record<StandIn, string>>; env?: Record<string, string> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "faithlab-lean-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const print = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  onTestFinished(() => print.mockRestore());
  const [project, bin, all, log] = ["lean-project", "bin", "all", "log"].map((name) => join(folder, name)) as [string, string, string, string];
  for (const path of [project, bin, all]) mkdirSync(path);
  for (const name of ["versions.json", "lakefile.toml", "lean-toolchain"]) cpSync(inProject("lean-project", name), join(project, name));
  for (const [name, script] of Object.entries({ ...STAND_INS, ...changed })) {
    const text = `#!/bin/sh\necho "${name} $*" >> "${log}"\n${script}\n`;
    for (const place of programs.includes(name as StandIn) ? [bin, all] : [all]) {
      writeFileSync(join(place, name), text);
      chmodSync(join(place, name), 0o755);
    }
  }
  if (!programs.includes("curl")) writeFileSync(join(bin, "curl"), "#!/bin/sh\nexit 127\n", { mode: 0o755 });
  const options: LeanSetupOptions = { project, ownElan: join(folder, "elan"), spaceBytes: 1, headerTimeoutMs: 20_000, env: { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, STAND_INS: all, ...env } };
  return {
    folder, project, options,
    run: (...args: string[]) => lean(args, options),
    said: () => print.mock.calls.map(([text]) => String(text)).join(""),
    log: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").filter((line) => !line.startsWith("lake env")) : []),
  };
}

const STEPS = ["elan toolchain install leanprover/lean4:v4.15.0", "lake update", "lake exe cache get", "lake build repl"];

describe("npm run lean", () => {
  test("brings what is missing, tries it, and then finds nothing to do", async () => {
    const here = machine();
    expect(await here.run()).toBe(0);
    expect(here.log()).toEqual(STEPS);
    expect(here.said()).toMatch(/Lean 4\.15\.0 works/);
    const found = findLean({ env: {}, project: here.project });
    expect(found).toMatchObject({ ok: true, kind: "repl", cwd: here.project });
    expect(await here.run()).toBe(0);
    expect(here.log()).toEqual(STEPS);
    expect(await here.run("--again")).toBe(0);
    expect(here.log()).toEqual([...STEPS, ...STEPS.filter((step) => step !== "lake update")]);
  });

  test("puts elan into the project where the machine has none", async () => {
    const here = machine({ programs: ["curl"] });
    expect(await here.run()).toBe(0);
    expect(here.log()[0]).toMatch(/^curl -sSfL https:\/\/raw\.githubusercontent\.com\/leanprover\/elan\/master\/elan-init\.sh -o /);
    expect(here.log().slice(1)).toEqual(STEPS);
    expect(existsSync(join(here.folder, "elan", "bin", "lake"))).toBe(true);
    expect(existsSync(join(here.folder, ".elan"))).toBe(false);
  });

  test("takes another version of the table, and starts that one afresh", async () => {
    const here = machine();
    await here.run();
    expect(await here.run("v4.9.0")).toBe(0);
    expect(readFileSync(join(here.project, "lean-toolchain"), "utf8")).toBe("leanprover/lean4:v4.9.0\n");
    expect(here.log().slice(4)).toEqual(STEPS.map((step) => step.replace("v4.15.0", "v4.9.0")));
  });

  test("goes on where it failed", async () => {
    const here = machine({ changed: { lake: `if [ "$1 $2" = "exe cache" ] && [ ! -e once ]; then touch once; echo "curl: (6) Could not resolve host"; exit 1; fi\n${STAND_INS.lake}` } });
    await expect(here.run()).rejects.toThrow(/fetching Mathlib compiled.*: the network or a server cannot be reached \(curl: \(6\) Could not resolve host\)\. Connect, then run the same command again\./);
    expect(await here.run()).toBe(0);
    expect(here.log().filter((line) => line === "lake update")).toHaveLength(1);
  });

  test.each<[string, Parameters<typeof machine>[0], RegExp]>([
    ["neither elan nor curl", { programs: [] }, /^curl is not there or does not run\. Install it \(Debian, Ubuntu: sudo apt install curl\)/],
    ["curl without a network", { programs: ["curl"], changed: { curl: "echo 'curl: (6) Could not resolve host: raw.githubusercontent.com' >&2; exit 6" } }, /^fetching elan.*network or a server cannot be reached/],
    ["an installer that installs nothing", { programs: ["curl"], changed: { curl: 'for last; do :; done; echo true > "$last"' } }, /^elan's installer ran, but .*elan\/bin\/lake is not there/],
    ["an installer that fails", { programs: ["curl"], changed: { curl: 'for last; do :; done; echo "echo unsupported machine; exit 1" > "$last"' } }, /^installing elan failed with exit code 1: unsupported machine/],
    ["a toolchain that is not to be had", { changed: { elan: "echo 'error: no such release'; exit 1" } }, /^installing Lean v4\.15\.0.*failed with exit code 1: error: no such release/],
    ["no git", { changed: { lake: "echo 'error: git: No such file or directory'; exit 1" } }, /^git is not there\. Install it/],
    ["a full disk", { changed: { lake: `[ "$2" = cache ] && { echo 'write: No space left on device'; exit 1; }\n${STAND_INS.lake}` } }, /the disk is full\. Make room/],
    ["a REPL that does not build", { changed: { lake: `[ "$2" = repl ] && { echo 'error: build failed'; exit 1; }\n${STAND_INS.lake}` } }, /^building the REPL failed with exit code 1: error: build failed/],
    ["a build that leaves nothing", { changed: { lake: '[ "$1" = update ] && touch lake-manifest.json; true' } }, /^lake says that the REPL is built, but .*bin\/repl is not there/],
    ["a REPL that does not start", { changed: { lake: `[ "$1" = env ] && { echo 'incompatible header' >&2; exit 1; }\n${STAND_INS.lake}` } }, /^Lean was built, but does not prove 2 \+ 2 = 4: infra, .*incompatible header/],
    ["a Lean that believes everything", { env: { FAKE_BELIEVES_ALL: "1" } }, /^Lean was built, but takes 2 \+ 2 = 5 for accepted\. Do not use this build\./],
  ])("%s", async (_, how, message) => {
    const here = machine(how);
    await expect(here.run()).rejects.toThrow(message);
    expect(existsSync(join(here.project, ".lake", "faithlab.json"))).toBe(false);
  });

  test("too little room, an unknown version, an unknown option", async () => {
    const here = machine();
    await expect(lean([], { ...here.options, spaceBytes: 2 ** 60 })).rejects.toThrow(/needs about 1073741824 GB of disk.*Make room/);
    await expect(here.run("v3.0.0")).rejects.toThrow("Lean v3.0.0 is not among the versions of lean-project/versions.json: v4.9.0, v4.15.0, v4.19.0, v4.26.0.");
    await expect(here.run("--fast")).rejects.toThrow("npm run lean takes a version and --again, got --fast");
    expect(here.log()).toEqual([]);
  });
});

test("lean-project's files are those of the usual versions", () => {
  const pair = leanPair(inProject("lean-project"));
  expect(readFileSync(inProject("lean-project", "lakefile.toml"), "utf8")).toBe(lakefile(pair));
  expect(readFileSync(inProject("lean-project", "lean-toolchain"), "utf8")).toBe(`leanprover/lean4:${pair.lean}\n`);
});
