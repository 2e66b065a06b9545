import { readText, inProject } from "../core/files";

/** The versions that decide a result: of the kit, and of each package that computes or draws. */
export interface Versions {
  readonly name: string;
  readonly version: string;
  readonly role: string;
}

const ROLES: readonly [string, string][] = [
  ["tslab", "runs the cells"],
  ["danfojs-node", "data frames"],
  ["simple-statistics", "means, quantiles, resampling"],
  ["jstat", "normal quantiles"],
  ["pure-rand", "seeded random numbers"],
  ["vega-lite", "figure specifications"],
  ["vega", "drawing to SVG"],
  ["@resvg/resvg-wasm", "SVG to PNG"],
  ["csv-parse", "reading tables"],
  ["openai", "talking to model servers"],
];

/**
 * Versions of the kit and of the packages behind its results, as installed. The Node version is left out: results do not depend on it, and a
 * notebook run elsewhere keeps its bytes.
 */
export function versions(): Versions[] {
  const read = (path: string) => (JSON.parse(readText(path)) as { version: string }).version;
  return [
    { name: "faithlab", version: read(inProject("package.json")), role: "this kit" },
    ...ROLES.map(([name, role]) => ({ name, version: read(inProject("node_modules", name, "package.json")), role })),
  ];
}
