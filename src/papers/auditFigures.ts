/** Figures 6 to 8 of FaithformBench from a run's own records: shape as in the paper, whose values are not printed. */
import { intervalDots, type DotRow } from "../charts/dots";
import type { Spec } from "../charts/spec";
import { percent } from "../charts/words";
import type { Rate } from "../core/types";
import type { AuditRate } from "../stages/models/graphs";
import type { ValiditySummary } from "../stages/validity";

/**
 * Figure 6 (dependencies) or 7 (classification): share of nodes in which the audit finds nothing wrong, by dataset.
 * @throws InputError if nothing was audited
 */
export function auditFigure(audit: AuditRate["audit"], rates: readonly AuditRate[]): Spec {
  const rows = rates.filter((rate) => rate.audit === audit).flatMap(({ dataset, correct }) => dotOf(dataset, audit, correct));
  return intervalDots(rows, {
    title: audit === "dependencies" ? "Are the graphs' dependencies right?" : "Is each node's kind right?",
    subtitle: ["Share of nodes in which a second look by a model finds nothing wrong; whiskers: 95 % Wilson intervals"],
    description: `Audit of ${audit}: ${rows.map(({ label, text }) => `${label} ${text}`).join("; ")}.`,
  });
}

/**
 * Figure 8: share of perturbations that each judge calls ineffective, by dataset.
 * @throws InputError if nothing was judged
 */
export function validityFigure({ judges }: Pick<ValiditySummary, "judges">): Spec {
  const rows = judges.filter(({ dataset }) => dataset !== "all").flatMap(({ judge, dataset, ineffective }) => dotOf(dataset, judge, ineffective));
  return intervalDots(rows, {
    title: "How many perturbations left the step true?",
    subtitle: ["Share that each judge calls ineffective, of those that it judged; whiskers: 95 % Wilson intervals"],
    description: `Perturbations called ineffective: ${rows.map(({ row, label, text }) => `${row}, ${label}: ${text}`).join("; ")}.`,
  });
}

function dotOf(dataset: string, row: string, rate: Rate | undefined): DotRow[] {
  return rate ? [{ column: "all nodes and steps", row, label: dataset, estimate: rate.rate, lo: rate.lo, hi: rate.hi, text: `${percent(rate.rate)} of ${rate.n}` }] : [];
}
