/** A run, or several, as one page that opens from disk and asks nothing of any network. */
import type { RobustnessFolder } from "../cases/robustnessCases";
import type { Run } from "../cases/runFolder";
import { InputError } from "../core/errors";
import { outputsReport } from "./outputs";
import { pairsReport } from "./pairs";
import { pageOf, type ReportOptions } from "./shell";

export type { ReportOptions } from "./shell";

const isOutputs = (run: Run | RobustnessFolder): run is RobustnessFolder => "about" in run;

/**
 * The report page as HTML: tables, settings, method, limits, figures that can be clicked and printed, and every case or output with filters and links of its own.
 * @param runs of one method
 * @throws InputError for no run, none with a pair or an output, or runs of both methods
 * @example writeFileSync("report.html", await reportPage([await readRun("runs/literal")]))
 */
export async function reportPage(runs: readonly (Run | RobustnessFolder)[], { title, mostReply = 1_500, onProgress }: ReportOptions = {}): Promise<string> {
  const ofOutputs = runs.filter(isOutputs);
  const ofPairs = runs.filter((run): run is Run => !isOutputs(run));
  if (ofOutputs.length > 0 && ofPairs.length > 0) throw new InputError(`a report is on runs of one method: ${ofPairs[0]!.folder} is of Method A, ${ofOutputs[0]!.folder} of Method B; make a report of each`);
  if (ofOutputs.some(({ outputs }) => outputs.length > 0)) return pageOf(title ?? "Robustness report", await outputsReport(ofOutputs), onProgress);
  if (ofPairs.some(({ cases }) => cases.length > 0)) return pageOf(title ?? "Faithfulness report", await pairsReport(ofPairs, mostReply), onProgress);
  throw new InputError("a report takes at least one run with at least one pair or output");
}
