import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { claim, count } from "../charts/words";
import { InputError } from "../core/errors";
import { errorFree, readProcessBench, type Chain } from "../data/processbench";
import { SAMPLE } from "../stages/load";
import { graphAuditor } from "../stages/models/audit";
import { part } from "../stages/models/cast";
import { graphMaker } from "../stages/models/graph";
import { makeGraphs } from "../stages/models/graphs";
import { promptSet } from "../systems/prompts";
import { LiveConnections, roleOf } from "../systems/role";
import { EXIT, interruptible, note, say, type Command } from "./command";
import { tellDamage } from "./damage";
import { progressLine } from "./progress";
import { baseUrl, modelsFile, whole } from "./runOptions";

/** `faithlab dags`: chains into dependency graphs by a model, and a second look at them. */
export const dags: Command = {
  usage: "dags --out FOLDER [FILE…]",
  summary: "chains into dependency graphs by a model, checked by code and audited",
  help: `faithlab dags --out FOLDER --graph NAME [--auditor NAME] [FILE…]

FILE holds chains in ProcessBench's layout; the kit's own sample if none is named. FOLDER then holds dags.jsonl, for \`faithlab run --dags\`,
faulty.jsonl with the chains that have no graph and why, and audits.json with the rates of the audit (figures 6 and 7).

  --graph NAME      a system that draws graphs (\`faithlab models --task parse_dag\`), or "graph" in the models file
  --auditor NAME    one that looks again, or "auditor" in the file; nobody unless told
  --models FILE, --base-url URL, --prompts DIR, --cache DIR as in \`faithlab run\`
  --limit N         only the first N chains   --concurrency N (16)
Exit code: 0 every chain has a graph, 1 some have none or could not be read, 2 unusable call, 130 interrupted.`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args], allowPositionals: true,
      options: { out: { type: "string" }, graph: { type: "string" }, auditor: { type: "string" }, models: { type: "string" }, "base-url": { type: "string" }, prompts: { type: "string" }, cache: { type: "string" }, limit: { type: "string" }, concurrency: { type: "string", default: "16" } },
    });
    if (values.out === undefined) throw new InputError("dags needs --out FOLDER");
    const file = modelsFile(values);
    const graph = values.graph ?? file.graph;
    const auditor = values.auditor ?? file.auditor;
    if (graph === undefined) throw new InputError(`dags needs --graph NAME, a system that draws graphs, or "graph" in the models file`);
    const chains: Chain[] = [];
    let bad = 0;
    for (const path of positionals.length > 0 ? positionals : SAMPLE.chains) {
      const read = await readProcessBench(path);
      chains.push(...errorFree(read.chains));
      bad += read.bad.length;
      read.bad.forEach(({ file: place, line, reason }) => note(`${place}:${line}: ${reason}`));
    }
    const connections = new LiveConnections({ cache: values.cache ?? `${values.out}/replies` });
    const cast = { connections, policy: "strict", prompts: promptSet(values.prompts) } as const;
    const folder = resolve(values.out);
    return interruptible(async (signal) => {
      try {
        const result = await makeGraphs({
          chains: values.limit === undefined ? chains : chains.slice(0, whole("--limit", values.limit)),
          maker: graphMaker(part(roleOf(graph, baseUrl(values)), cast)),
          ...(auditor !== undefined && { auditor: graphAuditor(part(roleOf(auditor, baseUrl(values)), cast)) }),
          folder, concurrency: whole("--concurrency", values.concurrency), onProgress: progressLine(), signal,
        });
        result.problems.forEach(({ file: place, line, what }) => note(`${place}:${line}: ${what}`));
        await tellDamage(connections.clients);
        const faulty = result.graphs.filter(({ graph: { ok } }) => !ok);
        for (const { chain, graph: none } of faulty) note(`${chain.id}: ${none.ok ? "" : none.reason}`);
        await say(`${count(result.graphs.length - faulty.length)} of ${count(result.graphs.length)} chains have a graph\n${result.audits.map(({ audit, dataset, correct, failures }) => `${audit}, ${dataset}: ${correct ? claim("nothing wrong", correct) : "nothing audited"}${failures > 0 ? `; ${failures} chains without an audit` : ""}\n`).join("")}`);
        return faulty.length + bad > 0 ? EXIT.rowsFailed : EXIT.done;
      } finally {
        await connections.close();
      }
    });
  },
};
