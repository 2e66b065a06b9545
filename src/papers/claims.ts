/** What a claim audit says, and how to make sure that no claim is passed over. */
import { DataError } from "../core/errors";
import type { PublishedClaim } from "../data/published";

/** supported: recomputed and found as claimed. not supported: recomputed and found otherwise. not checkable: the printed data do not decide it. */
export type ClaimVerdict = "supported" | "not supported" | "not checkable";

/** What was found for one claim. */
export interface Finding {
  readonly verdict: ClaimVerdict;
  /** The number that was found, in words. */
  readonly found: string;
  /** How a vague claim was read, or what exactly was checked. */
  readonly reading?: string;
}

export interface AuditedClaim extends PublishedClaim, Finding {}

/** The claims that are equations: if one of them is not supported, the data or the computation is wrong, so reproduction fails. */
export const EQUATIONS = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A17", "A19", "B1", "B2", "B3", "B9", "B23", "B24", "B25", "B26", "B28", "B30"] as const;

/**
 * Goes through the claims of a paper in their order.
 * @param check what is found for a claim, by its id
 * @throws DataError for a claim without a check, or a check without a claim: an audit is complete or it is none
 */
export function auditAll(claims: readonly PublishedClaim[], check: Readonly<Record<string, (claim: PublishedClaim) => Finding>>): AuditedClaim[] {
  const unchecked = claims.filter(({ id }) => !(id in check)).map(({ id }) => id);
  const unclaimed = Object.keys(check).filter((id) => !claims.some((claim) => claim.id === id));
  if (unchecked.length + unclaimed.length > 0) throw new DataError(`claims and checks do not match: without a check ${unchecked.join(", ") || "none"}, without a claim ${unclaimed.join(", ") || "none"}`);
  return claims.map((claim) => ({ ...claim, ...check[claim.id]!(claim) }));
}

/** A finding for a claimed number: supported if it is the number found. */
export function equation(claim: PublishedClaim, found: number, working: string): Finding {
  return { verdict: Number(claim.published) === found ? "supported" : "not supported", found: working };
}

/** A finding for a claim that holds or not. */
export function statement(holds: boolean, found: string, reading?: string): Finding {
  return { verdict: holds ? "supported" : "not supported", found, ...(reading && { reading }) };
}

/** A finding for a claim that the printed data leave open. */
export function open(found: string): Finding {
  return { verdict: "not checkable", found };
}
