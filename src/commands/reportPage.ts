import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRobustnessRun, type RobustnessFolder } from "../cases/robustnessCases";
import { readRun, type Run } from "../cases/runFolder";
import { count } from "../charts/words";
import { DataError, InputError } from "../core/errors";
import { readText, shown } from "../core/files";
import { reportPage } from "../report/page";
import { EXIT, note, type Command } from "./command";

/** `faithlab report`: run folders in, one page out. */
export const report: Command = {
  usage: "report RUN… -o report.html",
  summary: "a run, or several compared, as one page to look at and to send",
  help: `RUN is a folder that faithlab run (Method A) or faithlab robustness run (Method B) has finished. The page holds the rates, the figures, every case or output
with filters, the settings and the limits; it needs no network and no other file. Several runs of one method on the same inputs are compared one by one.

  -o, --out FILE     the page (report.html)
  --title TEXT       its heading
  --reply N          of each raw reply, so many characters (1500); a run of Method B shows none`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { out: { type: "string", short: "o", default: "report.html" }, title: { type: "string" }, reply: { type: "string", default: "1500" } } });
    if (positionals.length === 0) throw new InputError("report takes the folder of at least one run");
    if (!/^\d{1,7}$/.test(values.reply)) throw new InputError(`--reply takes a whole number, got "${values.reply}"`);
    const runs: (Run | RobustnessFolder)[] = [];
    for (const folder of positionals) runs.push(await (methodOf(folder) === "B" ? readRobustnessRun(folder) : readRun(folder)));
    let told = performance.now();
    const onProgress = (done: number, total: number) => {
      if (performance.now() - told < 2_000) return;
      told = performance.now();
      note(`${count(done)} of ${count(total)} packed`);
    };
    const page = await reportPage(runs, { mostReply: Number(values.reply), onProgress, ...(values.title !== undefined && { title: values.title }) });
    writeFileSync(values.out, page);
    const [cases, outputs] = [runs.reduce((sum, run) => sum + ("cases" in run ? run.cases.length : 0), 0), runs.reduce((sum, run) => sum + ("outputs" in run ? run.outputs.length : 0), 0)];
    note(`${values.out}: ${outputs > 0 ? `${count(outputs)} outputs` : `${count(cases)} cases`}, ${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MB; open it in a browser`);
    return EXIT.done;
  },
};

/** Of which method a folder holds a run; undefined where it holds none. @throws DataError for a run.json that is none */
function methodOf(folder: string): string | undefined {
  const path = join(folder, "run.json");
  if (!existsSync(path)) return undefined;
  try {
    return (JSON.parse(readText(path)) as { method?: string } | null)?.method;
  } catch (error) {
    throw new DataError(`${shown(path)} is no JSON: ${(error as Error).message}; take the folder of a run`);
  }
}
