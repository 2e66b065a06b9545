import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { inProject } from "../src/core/files";

/** Folders of src from the bottom up; a folder imports from itself and from those below it. */
const LAYERS = ["core", "stats", "lean", "z3", "repl", "llm", "systems", "data", "perturb", "judges", "robustness", "stages", "proofflow", "charts", "papers", "cases", "export", "report", "notebook", "commands", "setup"];
const sources = readdirSync(inProject("src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts")).map((name) => inProject("src", name));
const imports = (path: string) => [...readFileSync(path, "utf8").matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"/gms)].map((match) => match[1]!);
const layerOf = (path: string) => relative(inProject("src"), path).split(sep)[0]!;

describe("the house", () => {
  test("imports point down", () => {
    const upward = sources.flatMap((path) =>
      imports(path)
        .filter((target) => target.startsWith("."))
        .map((target) => ({ from: layerOf(path), to: layerOf(join(path, "..", target)), path: relative(inProject("src"), path) }))
        .filter(({ from, to }) => LAYERS.includes(from) && (to === "index" || to === "cli" || LAYERS.indexOf(to) > LAYERS.indexOf(from)))
        .map(({ path: file, to }) => `${file} imports ${to}`),
    );
    expect(upward).toEqual([]);
    expect(sources.map(layerOf).filter((layer) => !LAYERS.includes(layer) && !/^(index|cli)\.ts$/.test(layer))).toEqual([]);
  });

  test("Vega is never imported statically: it loads asynchronously, and a cell that required it would throw", () => {
    const statically = sources.filter((path) => imports(path).some((target) => /^vega(-lite)?$/.test(target)));
    expect(statically).toEqual([]);
  });

  test("danfojs, with its hundreds of megabytes, is loaded only when a cell asks for a frame", () => {
    const runtime = sources.filter((path) => /^import (?!type)[^;]*"danfojs-node"/m.test(readFileSync(path, "utf8")));
    expect(runtime).toEqual([]);
  });

  test("no source file is longer than 520 lines", () => {
    expect(sources.map((path) => ({ path: relative(inProject(), path), lines: readFileSync(path, "utf8").split("\n").length })).filter(({ lines }) => lines > 520)).toEqual([]);
  });

  test("chance comes from seeded() only", () => {
    expect(sources.filter((path) => readFileSync(path, "utf8").includes("Math.random"))).toEqual([]);
  });
});

describe("package.json", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(inProject("package.json"), "utf8")) as Record<string, Record<string, string>>;
  const all = { ...dependencies, ...devDependencies };

  test("every package is pinned exactly", () => {
    for (const [name, version] of Object.entries(all)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("README has a line for every package, saying why", () => {
    const rows = readFileSync(inProject("README.md"), "utf8").split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    const without = Object.keys(all).filter((name) => !rows.some(([, packages = "", why = ""]) => packages.split(", ").includes(`\`${name}\``) && why.length > 4));
    expect(without).toEqual([]);
  });

  test("the lock file names no registry", () => {
    expect(readFileSync(inProject("package-lock.json"), "utf8")).not.toContain('"resolved"');
  });
});
