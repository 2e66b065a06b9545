/** The Lean project's files, made from the one place that names versions. */
import { join } from "node:path";
import { readText, writeIfChanged } from "../core/files";
import { SetupError } from "./run";

/** Versions that belong together: Lean, Mathlib, and the REPL built with the same Lean. */
export interface LeanPair {
  readonly lean: string;
  readonly mathlib: string;
  readonly repl: string;
  readonly why: string;
}

interface Versions {
  readonly use: string;
  readonly pairs: readonly LeanPair[];
}

/**
 * The pair of a Lean version, by default the one that versions.json says to use.
 * @throws SetupError for a version that is not in the table
 */
export function leanPair(project: string, version?: string): LeanPair {
  const { use, pairs } = JSON.parse(readText(join(project, "versions.json"))) as Versions;
  const wanted = version ?? use;
  const pair = pairs.find(({ lean }) => lean === wanted || lean === `v${wanted}`);
  if (!pair) throw new SetupError(`Lean ${wanted} is not among the versions of lean-project/versions.json: ${pairs.map(({ lean }) => lean).join(", ")}. Choose one of them, or add its row there.`);
  return pair;
}

/** Writes lakefile.toml and lean-toolchain as a pair needs them. @returns whether anything changed */
export function writeLeanProject(project: string, pair: LeanPair): boolean {
  const changes = [writeIfChanged(join(project, "lean-toolchain"), `leanprover/lean4:${pair.lean}\n`), writeIfChanged(join(project, "lakefile.toml"), lakefile(pair))];
  return changes.includes(true);
}

export function lakefile({ mathlib, repl }: LeanPair): string {
  return `# Written by npm run lean from versions.json.
name = "faithlab"
defaultTargets = ["Faithlab"]

[[require]]
name = "mathlib"
git = "https://github.com/leanprover-community/mathlib4"
rev = "${mathlib}"

[[require]]
name = "REPL"
git = "https://github.com/leanprover-community/repl"
rev = "${repl}"

[[lean_lib]]
name = "Faithlab"
`;
}
