import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { shown } from "../core/files";
import { checkFolder } from "../data/checkFolder";
import { dataFolder, dataset } from "../data/fetched";
import { getDataset } from "../data/get";
import { pageOf } from "../data/homes";
import { layoutWords } from "../data/layouts";
import type { Inspection } from "../data/inspect";
import { sizeInWords, transferDisplay } from "../data/progress";
import { DATASETS, datasetNamed, type KnownFile } from "../data/registry";
import { lockFolder } from "../stages/lock";
import { EXIT, note, print, say, type Command, type ExitCode } from "./command";

/** `faithlab data`: the public data sets of the two methods; what there is, bringing it, and looking at what one has. */
export const data: Command = {
  usage: "data list | get NAME… | check FOLDER",
  summary: "the public data sets: list them, bring them verified, look at files",
  help: `  list             the data sets, their rows, sizes, licences and homes, and whether they are here
  get NAME…        brings what is missing of a data set into data/fetched/NAME, or $FAITHLAB_DATA/NAME: at a fixed revision, with
                   sizes, SHA-256 and rows verified; interrupted, it goes on where it stopped; a second call does nothing
    --mirror URL   asks this server in place of the home's own ($HF_ENDPOINT does the same for the Hugging Face hub)
  check FOLDER     says of each file below a folder what it is, how many rows are valid, and whether it is the known file

  --json           list and check: JSON Lines, one object a data set or file

No account is needed; a token in $HF_TOKEN is sent to the hub, and only there. The rows of Parquet files are not read.
check ends with 1 if a row is not valid or a file differs from the known one; a data set that cannot be had ends get with 2.`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: "boolean" }, mirror: { type: "string" } } });
    const [action, ...names] = positionals;
    if (values.mirror !== undefined && action !== "get") throw new InputError("--mirror goes with data get");
    if (values.json && action === "get") throw new InputError("--json goes with data list and data check");
    if (action === "list" && names.length === 0) return list(values.json === true);
    if (action === "get" && names.length > 0) return get(names, values.mirror);
    if (action === "check" && names.length === 1) return check(names[0]!, values.json === true);
    throw new InputError("data is called as: data list, data get NAME…, or data check FOLDER");
  },
};

async function list(json: boolean): Promise<ExitCode> {
  const entries = DATASETS.map(({ name, what, licence, home, revision, files, evidence, unverified }) => {
    const { files: here, folder } = dataset(name);
    return { name, what, files: files.length, rows: sumOf(files, "rows"), bytes: sumOf(files, "size"), licence, home: pageOf(home), revision, here: here !== undefined, folder, evidence, unverified };
  });
  if (json) {
    for (const entry of entries) await print(`${JSON.stringify(entry)}\n`);
    return EXIT.done;
  }
  const known = (value: number | undefined, words: (value: number) => string = String) => (value === undefined ? "not known" : words(value));
  const cells = entries.map(({ name, rows, bytes, licence, here, home }) => [name, known(rows), known(bytes, sizeInWords), licence, here ? "here" : "not here", home]);
  await print(columns([["name", "rows", "size", "licence", "", "home"], ...cells]));
  for (const { name, what, unverified } of entries) await print(`\n${name}: ${what}\n${unverified.map((line) => `  not verified: ${line}\n`).join("")}`);
  await print("\nnpx faithlab data get NAME brings one.\n");
  return EXIT.done;
}

/** The sum over the files, or undefined if one of them is not known. */
function sumOf(files: readonly KnownFile[], field: "rows" | "size"): number | undefined {
  const values = files.map((file) => file[field]);
  return values.length > 0 && values.every((value) => value !== undefined) ? values.reduce((sum, value) => sum + value, 0) : undefined;
}

async function get(names: readonly string[], mirror: string | undefined): Promise<ExitCode> {
  names.forEach(datasetNamed);
  for (const name of names) {
    const folder = join(dataFolder(), name);
    mkdirSync(folder, { recursive: true });
    const unlock = lockFolder(folder);
    const display = transferDisplay(process.stderr, () => performance.now());
    const tell = (message: string) => {
      display.clear();
      note(message);
    };
    try {
      const files = await getDataset(name, folder, { ...(mirror !== undefined && { mirror }), onProgress: display.show, onRetry: tell, onNote: tell });
      display.clear();
      for (const { path, state, size, rows } of files) note(`${path}: ${state}, ${sizeInWords(size)}${rows === undefined ? "" : `, ${rows} rows`}`);
      await say(`${name}: ${files.length} files, verified, in ${shown(folder)}\n`);
    } finally {
      display.clear();
      unlock();
    }
  }
  return EXIT.done;
}

async function check(folder: string, json: boolean): Promise<ExitCode> {
  let files = 0;
  let bad = 0;
  for await (const found of checkFolder(folder)) {
    files += 1;
    const isBad = found.faulty > 0 || found.known?.equal === false;
    if (isBad) bad += 1;
    await (json ? print(`${JSON.stringify(found)}\n`) : say(`${inWords(found)}\n`));
  }
  note(`${files} files, ${bad} of them with faults`);
  return bad > 0 || files === 0 ? EXIT.rowsFailed : EXIT.done;
}

function inWords({ file, form, layout, rows, faulty, faults, size, known }: Inspection): string {
  const is = known ? `${known.equal ? "is" : "differs from"} ${known.path} of ${known.dataset}` : "not a file that the kit knows";
  const what = layout ? layoutWords(layout) : form === "other" ? "no data of the kit" : form === "parquet" ? "Parquet, first and last bytes looked at, rows not read" : `${form}, of no layout that the kit knows`;
  const count = rows === undefined ? sizeInWords(size) : layout ? `${rows - faulty} of ${rows} rows valid` : `${rows} rows${faulty > 0 ? `, ${faulty} of them not JSON` : ""}`;
  const reasons = faults.map(({ line, reason }) => `\n    ${line === undefined ? "" : `line ${line}: `}${reason}`);
  const rest = faulty > faults.length ? `\n    and ${faulty - faults.length} more` : "";
  return `${file}: ${what}; ${count}; ${is}${reasons.join("")}${rest}`;
}

/** A table of texts, each column as wide as its widest cell. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd()}\n`).join("");
}
