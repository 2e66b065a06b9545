import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readRun } from "../cases/runFolder";
import { count } from "../charts/words";
import { InputError } from "../core/errors";
import { reportPage } from "../report/page";
import { EXIT, note, type Command } from "./command";

/** `faithlab report`: run folders in, one page out. */
export const report: Command = {
  usage: "report RUN… -o report.html",
  summary: "a run, or several compared, as one page to look at and to send",
  help: `RUN is a folder that faithlab run has finished. The page holds the rates, the figures, every case with filters, the settings and the limits; it needs no
network and no other file. Several runs on the same steps are compared pair by pair.

  -o, --out FILE     the page (report.html)
  --title TEXT       its heading
  --reply N          of each raw reply, so many characters (1500)`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { out: { type: "string", short: "o", default: "report.html" }, title: { type: "string" }, reply: { type: "string", default: "1500" } } });
    if (positionals.length === 0) throw new InputError("report takes the folder of at least one run");
    if (!/^\d{1,7}$/.test(values.reply)) throw new InputError(`--reply takes a whole number, got "${values.reply}"`);
    const runs = [];
    for (const folder of positionals) runs.push(await readRun(folder));
    let told = performance.now();
    const onProgress = (done: number, total: number) => {
      if (performance.now() - told < 2_000) return;
      told = performance.now();
      note(`${count(done)} of ${count(total)} cases`);
    };
    const page = await reportPage(runs, { mostReply: Number(values.reply), onProgress, ...(values.title !== undefined && { title: values.title }) });
    writeFileSync(values.out, page);
    note(`${values.out}: ${count(runs.reduce((sum, { cases }) => sum + cases.length, 0))} cases, ${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MB; open it in a browser`);
    return EXIT.done;
  },
};
