/** Values that are tried where there are too many to try them all. */
import { isBase, known, type Type } from "../read/types";
import { whole, type Rational } from "./rational";
import type { Value } from "./value";

const fraction = (num: number, den: number): Rational => ({ num: BigInt(num), den: BigInt(den) });

/** Small values of a type, those that break most statements first; `undefined` for a type without any here. @example trialValues(NAT) // 0, 1, …, 7 */
export function trialValues(type: Type): Value[] | undefined {
  const top = known(type);
  if (isBase(top, "ℕ")) return [0, 1, 2, 3, 4, 5, 6, 7].map(whole);
  if (isBase(top, "ℤ")) return [0, 1, -1, 2, -2, 3, -3, 5].map(whole);
  if (isBase(top, "ℚ", "ℝ")) return [whole(0), whole(1), whole(-1), whole(2), fraction(1, 2), whole(-2), whole(3), fraction(-1, 2), whole(10)];
  if (top.kind === "Fin" || top.kind === "ZMod") return top.size <= 12n ? Array.from({ length: Number(top.size) }, (_, n) => whole(n)) : [0, 1, 2].map(whole);
  return isBase(top, "Prop", "Bool") ? [true, false] : undefined;
}
