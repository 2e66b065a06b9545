/** What the installed packages may do and under which terms they come, by package-lock.json and by each package's own file. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
}
const json = <T>(...path: string[]): T => JSON.parse(readFileSync(inProject(...path), "utf8")) as T;
const locked = Object.entries(json<{ packages: Record<string, Locked> }>("package-lock.json").packages).filter(([path]) => path !== "");
const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Packages that have a script to run at installation, and why it is not needed. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "core-js": "prints a request for donations, nothing else",
  zeromq: "compiles itself where it has no binary for the machine; tslab uses the ready one",
};

describe("install scripts", () => {
  test("only two packages have one, each known", () => {
    expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)).sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  test("both are switched off where npm asks, and the kit's own installation runs none", () => {
    const { allowScripts, scripts } = json<{ allowScripts: Record<string, boolean>; scripts: Record<string, string> }>("package.json");
    expect(allowScripts).toEqual(Object.fromEntries(Object.keys(SCRIPTS).map((name) => [name, false])));
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
    expect(readFileSync(inProject("src", "setup", "bootstrap.cjs"), "utf8")).toMatch(/\["ci",[^\]]*"--ignore-scripts"/);
  });

  test("no installed package has one that the lock file does not tell of", () => {
    const unknown = locked.filter(([path]) => existsSync(inProject(path, "package.json"))).filter(([path, { hasInstallScript }]) => {
      const { scripts = {} } = json<{ scripts?: Record<string, string> }>(path, "package.json");
      return !hasInstallScript && ["preinstall", "install", "postinstall"].some((name) => Object.hasOwn(scripts, name));
    });
    expect(unknown.map(([path]) => path)).toEqual([]);
  });

  test("every package is pinned by a hash, and none comes from elsewhere than the registry", () => {
    expect(locked.filter(([, { integrity }]) => !/^sha(512|1)-/.test(integrity ?? "")).map(([path]) => path)).toEqual([]);
    expect(locked.filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")).map(([path]) => path)).toEqual([]);
  });
});

/** Packages that name no licence in their package.json; each has its text beside it. */
const BY_TEXT: Readonly<Record<string, readonly [licence: string, file: string, words: RegExp]>> = {
  "png-js": ["MIT", "LICENSE", /MIT License|Permission is hereby granted, free of charge/],
  "typed-function": ["MIT", "LICENSE", /MIT License|Permission is hereby granted, free of charge/],
};
/** Licences under which the kit may use a package unchanged. */
const FINE: ReadonlySet<string> = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "Unlicense", "MPL-2.0", "MIT AND MPL-2.0", "MIT AND OFL-1.1", "Apache-2.0 AND MIT", "(AFL-2.1 OR BSD-3-Clause)"]);

function licenceOf([path, { license }]: readonly [string, Locked]): string {
  const text = BY_TEXT[nameOf(path)];
  if (text && existsSync(inProject(path, text[1]))) {
    expect(readFileSync(inProject(path, text[1]), "utf8"), path).toMatch(text[2]);
    return text[0];
  }
  // What is for another machine is not installed here; there the lock file has the word.
  if (!existsSync(inProject(path, "package.json"))) return license ?? "none";
  const own = json<{ license?: string | { type: string }; licenses?: readonly { type: string }[] }>(path, "package.json");
  return (typeof own.license === "string" ? own.license : own.license?.type) ?? own.licenses?.map(({ type }) => type).join(" OR ") ?? license ?? "none";
}

describe("licences", () => {
  const all = locked.map((each) => ({ name: nameOf(each[0]), version: each[1].version, licence: licenceOf(each) }));

  test("each is one under which the kit may use the package", () => {
    expect(all.filter(({ licence }) => !FINE.has(licence))).toEqual([]);
  });

  // After a change of the packages: npx vitest run --config test/vitest.config.mts test/security/packages -u
  test("the kept list is that of the packages", async () => {
    const lines = [...new Set(all.map(({ name, version, licence }) => `${licence}\t${name}\t${version}`))].sort();
    await expect(`licence\tpackage\tversion\n${lines.join("\n")}\n`).toMatchFileSnapshot("./licences.tsv");
  });
});
