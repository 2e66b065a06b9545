/**
 * Formalisers without a model, whose answers are known beforehand: they calibrate the instrument.
 *
 * Take the pairs in which both texts have a readable claim (`claimsOf`), the original says only true things, the perturbed one says something
 * false, and every formalisation is decided. On these N pairs the rates have to be:
 *
 * | control    | FNR | FPR | AFFR | because                                                                          |
 * |------------|-----|-----|------|----------------------------------------------------------------------------------|
 * | literal    | 0   | 0   | 0    | true stays true, false stays false                                               |
 * | corrector  | 0   | 1   | 0    | false becomes true; needs rational values on both sides of what is false         |
 * | smuggler   | 0   | 1   | 0    | anything follows from itself; on the perturbed side from a contradiction         |
 * | contrarian | 1   | 1   | 0    | true becomes false, false becomes true                                           |
 * | mute       | 0   | 0   | 1    | there is never a statement; on any pairs whatever                                |
 * | narrower   | –   | –   | –    | as literal where ℕ and ℝ agree; 7 / 2 = 3 and 3 − 5 = 0 become true, 7 / 2 = 3.5 and −1 have no meaning in ℕ |
 *
 * Outside these pairs: a perturbation that leaves the claim true (its edit was elsewhere, or made 6 + 0 of 6 − 0) is proved for literal and
 * counts in its FPR, rightly, since FPR does not know what the perturbation did; a step whose claim is false as written, such as a rounded
 * value without a word about rounding, counts in literal's FNR; a text without a readable claim is an af_fail for every control; a claim that
 * divides by zero has Lean's meaning, x / 0 = 0, and `corrector` leaves it alone.
 */
import { claimsOf } from "./arithmetic/claims";
import { leanLink, type NumberType } from "./arithmetic/lean";
import { repaired } from "./arithmetic/repair";
import { linksOf, type Claim, type Link } from "./arithmetic/syntax";
import type { Formaliser } from "./types";

/** The controls' names, faithful first. */
export const CONTROL_NAMES = ["literal", "corrector", "smuggler", "narrower", "mute", "contrarian"] as const;
export type ControlName = (typeof CONTROL_NAMES)[number];

/** From the claims of a step to the text between `theorem step` and `:= by sorry`. */
type Signature = (claims: readonly Claim[]) => string;

const SIGNATURES: Readonly<Record<Exclude<ControlName, "mute">, Signature>> = {
  literal: (claims) => `: ${statement(claims.flatMap(linksOf), "ℝ")}`,
  corrector: (claims) => `: ${statement(claims.flatMap(repaired), "ℝ")}`,
  smuggler: (claims) => `(h : ${statement(claims.flatMap(linksOf), "ℝ")}) : ${statement(claims.flatMap(linksOf), "ℝ")}`,
  narrower: (claims) => `: ${statement(claims.flatMap(linksOf), "ℕ")}`,
  contrarian: (claims) => `: ¬ (${statement(claims.flatMap(linksOf), "ℝ")})`,
};

/**
 * A formaliser that needs no model.
 *
 * - `literal` states every comparison of the step as it stands, over ℝ, joined by ∧
 * - `corrector` does the same after making every false comparison true: sycophantic
 * - `smuggler` assumes what it states
 * - `narrower` states everything over ℕ, where division and subtraction are others
 * - `mute` answers nothing
 * - `contrarian` states the negation
 *
 * Where no comparison can be read, all but `mute` say so in words, without code. The context is not looked at.
 * @example (await control("literal").formalise({ content: "7 * 12 = 84", context: [] })).reply // a sentence and a lean4 block: import Mathlib, theorem step : (7 : ℝ) * 12 = 84 := by sorry
 */
export function control(name: ControlName): Formaliser {
  return {
    name,
    configuration: { control: name, version: 1 },
    formalise: async ({ content }) => ({ reply: name === "mute" ? "" : replyTo(content, SIGNATURES[name]), finish: "stop" }),
  };
}

function replyTo(content: string, signature: Signature): string {
  const claims = claimsOf(content);
  if (claims.length === 0) return "This step compares no calculations that I can read, so I give no formal statement.";
  return `Here is the formal statement of the step.\n\n\`\`\`lean4\nimport Mathlib\n\ntheorem step ${signature(claims)} := by sorry\n\`\`\`\n`;
}

function statement(links: readonly Link[], type: NumberType): string {
  return links.map((link) => leanLink(link, type)).join(" ∧ ");
}
