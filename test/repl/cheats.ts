/**
 * Sixty and more ways to have a false or other statement accepted, in sixteen classes, and thirty proofs that are honest. All written for this kit, after the
 * classes of the public reports (lean-layer specification, section 4) and of LeanParanoia's test groups.
 *
 * `by` says who must find a cheat out: "text", the screening of the text in strict mode, with the kind of violation; or "lean", the commands that are sent to
 * Lean, in lenient mode, which is what remains of the defence where the screening is told to look away.
 */

/** The statement that is asked for: false, so that no proof can be one. */
export const FALSE_STATEMENT = "theorem asked (n : ℕ) (h : 0 < n) : n < 1 := by sorry";
const SIGNATURE = "theorem asked (n : ℕ) (h : 0 < n) : n < 1 := by";

export interface Cheat {
  readonly group: string;
  readonly what: string;
  readonly code: string;
  /** Kinds of violation, at least one of which the audit must name. */
  readonly kinds: readonly string[];
  /** What `checkProof` must say in lenient mode; absent where only the screening stands in the way. */
  readonly lenient?: RegExp;
  readonly statement?: string;
}

const group = (name: string, kinds: readonly string[], cheats: readonly (readonly [what: string, code: string, lenient?: RegExp, statement?: string])[]): Cheat[] =>
  cheats.map(([what, code, lenient, statement]) => ({ group: name, what, code, kinds, ...(lenient && { lenient }), ...(statement && { statement }) }));

export const CHEATS: readonly Cheat[] = [
  ...group("a gap", ["placeholder"], [
    ["sorry", `${SIGNATURE}\n  sorry`, /placeholder/],
    ["admit", `${SIGNATURE}\n  admit`, /placeholder/],
    ["sorry as a term", "theorem asked (n : ℕ) (h : 0 < n) : n < 1 := sorry", /placeholder/],
    ["sorryAx", `${SIGNATURE}\n  exact sorryAx _ true`, /placeholder/],
    ["sorry far inside", `${SIGNATURE}\n  have k : n = 0 := by\n    cases n with\n    | zero => rfl\n    | succ m => exact absurd h (by sorry)\n  omega`, /placeholder/],
    ["stop", `${SIGNATURE}\n  stop\n  omega`, /placeholder/],
    ["sorry in a lemma", `theorem helper : False := by sorry\n${SIGNATURE}\n  exact helper.elim`, /placeholder/],
    ["quoted sorryAx", `${SIGNATURE}\n  exact «sorryAx» _ true`, /placeholder/],
  ]),
  ...group("an axiom", ["axiom"], [
    ["False as an axiom", `axiom oops : False\n${SIGNATURE}\n  exact oops.elim`, /axiom/],
    ["the goal as an axiom", `axiom asked' (n : ℕ) (h : 0 < n) : n < 1\n${SIGNATURE}\n  exact asked' n h`, /axiom/],
    ["opaque", `opaque oops : False\n${SIGNATURE}\n  exact oops.elim`, /axiom/],
    ["private axiom", `private axiom oops : ∀ p : Prop, p\n${SIGNATURE}\n  exact oops _`, /axiom/],
    ["behind an attribute", `@[simp] axiom oops : (n : ℕ) → n < 1\n${SIGNATURE}\n  simp [oops]`, /axiom/],
  ]),
  ...group("another statement", ["statement"], [
    ["True", "theorem asked : True := by\n  trivial", /statement/],
    ["another number", "theorem asked (n : ℕ) (h : 0 < n) : n < n + 1 := by\n  omega", /statement/],
    ["one more hypothesis", "theorem asked (n : ℕ) (h : 0 < n) (k : n < 1) : n < 1 := by\n  exact k", /statement/],
    ["a hypothesis turned", "theorem asked (n : ℕ) (h : 0 = n) : n < 1 := by\n  omega", /statement/],
    ["another type", "theorem asked (n : Fin 1) (h : 0 < n) : n < 1 := by\n  omega", /statement/],
    ["an implicit False", "theorem asked {k : False} (n : ℕ) (h : 0 < n) : n < 1 := by\n  exact k.elim", /statement/],
    ["a weaker goal", "theorem asked (n : ℕ) (h : 0 < n) : n < 1 ∨ True := by\n  exact Or.inr trivial", /statement/],
  ]),
  ...group("the statement elsewhere", ["no_theorem", "statement", "unreadable"], [
    ["in a comment", `/- ${SIGNATURE} omega -/\ntheorem other : True := by trivial`, /statement/],
    ["in a nested comment", `/- /- -/ ${SIGNATURE} omega -/\ntheorem other : True := by trivial`, /statement/],
    ["in a string", `theorem other : "${SIGNATURE}" = "${SIGNATURE}" := rfl`, /statement/],
    ["in a docstring", `/-- ${SIGNATURE} omega -/\ntheorem other : True := trivial`, /statement/],
    ["nothing at all", "def x := 1", /no_theorem/],
    ["in a comment without an end", `theorem other : True := trivial\n/- ${SIGNATURE} omega`, /unreadable/],
  ]),
  ...group("compiled code", ["compiled"], [
    ["native_decide", `${SIGNATURE}\n  native_decide`, /axioms: the proof rests on Lean.ofReduceBool/],
    ["decide +native", `${SIGNATURE}\n  decide +native`],
    ["ofReduceBool", `${SIGNATURE}\n  exact Lean.ofReduceBool _ _ rfl`],
    ["bv_decide", `${SIGNATURE}\n  bv_decide`],
    ["implemented_by", `def no (n : ℕ) : Bool := false\n@[implemented_by no] def yes (n : ℕ) : Bool := n < 1\n${SIGNATURE}\n  native_decide`, /axioms: the proof rests on Lean.ofReduceBool/],
    ["csimp", `@[csimp] theorem swap : @Nat.add = @Nat.mul := by native_decide\n${SIGNATURE}\n  exact absurd h (by native_decide)`, /axioms: the proof rests on Lean.ofReduceBool/],
    ["extern", `@[extern "c"] def f : ℕ → ℕ := id\n${SIGNATURE}\n  native_decide`, /axioms: the proof rests on Lean.ofReduceBool/],
  ]),
  ...group("programs", ["program"], [
    ["#eval", `#eval (IO.FS.writeFile "x" "y" : IO Unit)\n${SIGNATURE}\n  omega`],
    ["run_cmd", `run_cmd Lean.logInfo "no errors"\n${SIGNATURE}\n  omega`],
    ["run_tac", `${SIGNATURE}\n  run_tac do return\n  omega`],
    ["addDecl without a check", `run_cmd Lean.Elab.Command.liftCoreM (Lean.addDecl (.thmDecl default))\n${SIGNATURE}\n  omega`],
    ["by_elab", `${SIGNATURE}\n  exact (by_elab return Lean.mkConst \`\`True.intro)`],
    ["initialize", `initialize pure ()\n${SIGNATURE}\n  omega`],
    ["elab", `elab "close" : tactic => return\n${SIGNATURE}\n  close`],
  ]),
  ...group("options", ["option", "compiled", "placeholder"], [
    ["the kernel skipped", `set_option debug.skipKernelTC true\n${SIGNATURE}\n  omega`],
    ["the kernel skipped in one place", `${SIGNATURE}\n  set_option debug.skipKernelTC true in\n  omega`],
    ["proofs as sorry", `set_option debug.byAsSorry true\n${SIGNATURE}\n  omega`],
    ["the warning silenced", `set_option warn.sorry false\n${SIGNATURE}\n  sorry`, /placeholder/],
  ]),
  ...group("notation", ["notation"], [
    ["< turned", `local notation:50 a " < " b => a ≤ b + 1\n${SIGNATURE}\n  omega`],
    ["a macro for the goal", `macro_rules | \`($a < $b) => \`(True)\n${SIGNATURE}\n  trivial`],
    ["infix", `infix:50 " < " => fun (a b : ℕ) => True\n${SIGNATURE}\n  trivial`],
    ["syntax for a tactic", `syntax "close" : tactic\nmacro_rules | \`(tactic| close) => \`(tactic| sorry)\n${SIGNATURE}\n  close`, /placeholder/],
  ]),
  ...group("instances", ["instance"], [
    ["< on ℕ", `local instance : LT ℕ := ⟨fun _ _ => True⟩\n${SIGNATURE}\n  trivial`],
    ["numerals", `instance : OfNat ℕ 1 := ⟨100⟩\n${SIGNATURE}\n  omega`],
    ["multiplying for adding", `local instance : Add ℕ := ⟨Nat.mul⟩\n${SIGNATURE}\n  omega`],
  ]),
  ...group("attributes", ["attribute", "program", "compiled"], [
    ["a lemma made a simp rule by command", `attribute [simp] Nat.lt_irrefl\n${SIGNATURE}\n  simp`],
    ["an instance taken away", `attribute [-instance] instLTNat\n${SIGNATURE}\n  omega`],
    ["an elaborator", `@[term_elab lt] def e : Unit := ()\n${SIGNATURE}\n  trivial`],
  ]),
  ...group("shadowing", ["shadowing"], [
    ["a type of the statement", `def ℕ := Fin 1\n${SIGNATURE}\n  omega`, undefined, undefined],
    ["a function of the statement", "def f (x : ℕ) : ℕ := 0\ntheorem asked (x : ℕ) : f x = 0 := by\n  rfl", undefined, "def f (x : ℕ) : ℕ := x\ntheorem asked (x : ℕ) : f x = 0 := by sorry"],
    ["by an abbreviation", "abbrev Even (n : ℕ) : Prop := True\ntheorem asked (n : ℕ) : Even n := by\n  trivial", undefined, "theorem asked (n : ℕ) : Even n := by sorry"],
  ]),
  ...group("left open", ["context"], [
    ["a variable with a contradiction", `variable [Fact False]\n${SIGNATURE}\n  exact (Fact.out : False).elim`, /statement: what was proved is more general/],
    ["include", `variable (no : False)\ninclude no\n${SIGNATURE}\n  exact no.elim`, /statement: what was proved is more general/],
    ["a namespace", `namespace asked\n${SIGNATURE}\n  omega\nend asked`],
    ["open of something of its own", `namespace N\ndef zero := 1\nend N\nopen N\n${SIGNATURE}\n  omega`],
  ]),
  ...group("cut off", ["terminal", "unreadable"], [
    ["#exit before the theorem", `#exit\n${SIGNATURE}\n  omega`, /terminal|no_theorem/],
    ["#exit behind another theorem", `theorem other : True := trivial\n#exit\n${SIGNATURE}\n  omega`, /terminal|no_theorem/],
    ["an import in the middle", `theorem other : True := trivial\nimport Mathlib\n${SIGNATURE}\n  omega`, /terminal|no_theorem/],
    ["a comment without an end", `${SIGNATURE}\n  omega\n/- `, /unreadable/],
  ]),
  ...group("unsafe", ["unsafe"], [
    ["unsafe", `unsafe def loop : False := loop\n${SIGNATURE}\n  omega`],
    ["partial", `partial def loop (n : ℕ) : ℕ := loop n\n${SIGNATURE}\n  omega`],
    ["lcProof", `${SIGNATURE}\n  exact lcProof`],
    ["unsafeCast", `${SIGNATURE}\n  exact unsafeCast trivial`],
  ]),
  ...group("searching", ["search"], [
    ["apply?", `${SIGNATURE}\n  apply?`],
    ["exact?", `${SIGNATURE}\n  exact?`],
    ["rw?", `${SIGNATURE}\n  rw?`],
  ]),
  ...group("lookalikes", ["lookalike", "statement"], [
    ["a Cyrillic letter in the name of a type", "theorem asked (n : ℕ) (h : 0 < n) : n < 1 ∨ Truе := by\n  omega", /statement/],
    ["an invisible character", `${SIGNATURE.replace("asked", "as\u200bked")}\n  omega`],
    ["another less-than", "theorem asked (n : ℕ) (h : 0 < n) : n ˂ 1 := by\n  omega", /statement/],
  ]),
];

/** What an honest prover writes, of statements that hold. */
export const HONEST: readonly (readonly [statement: string, candidate: string, form?: "body"])[] = [
  ["theorem t : 1 + 1 = 2 := by sorry", "theorem t : 1 + 1 = 2 := by norm_num"],
  ["theorem t : 1 + 1 = 2 := by sorry", "theorem t : 1 + 1 = 2 := rfl"],
  ["theorem t : 1 + 1 = 2 := by sorry", "import Mathlib\n\ntheorem t : 1 + 1 = 2 := by\n  norm_num"],
  ["theorem t : 1 + 1 = 2 := by sorry", "import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 400000\n\nopen BigOperators Real Nat Topology Rat\n\ntheorem t : 1 + 1 = 2 := by\n  norm_num"],
  ["import Mathlib\nopen Real\ntheorem t (x : ℝ) : x = x := by sorry", "import Mathlib\nopen Real\ntheorem t (x : ℝ) : x = x := by\n  rfl"],
  ["import Mathlib\nopen Real Nat\n\n/-- Doubling. -/\ntheorem t (x : ℝ) : x + x = 2 * x := by sorry", "import Mathlib\nopen Real Nat\n\n/-- Doubling. -/\ntheorem t (x : ℝ) : x + x = 2 * x := by\n  ring"],
  ["theorem t (n : ℕ) : n + 0 = n := by sorry", "theorem t (n : ℕ) : n + 0 = n := by\n  -- nothing to do; do not say sorry here\n  simp"],
  ["theorem t (n : ℕ) : n + 0 = n := by sorry", "theorem renamed (n : ℕ) : n + 0 = n := by simp"],
  ["theorem t (n : ℕ) : 0 + n = n := by sorry", "theorem helper (n : ℕ) : 0 + n = n := by\n  simp\n\ntheorem t (n : ℕ) : 0 + n = n := by\n  exact helper n"],
  ["theorem t (n : ℕ) : 0 + n = n := by sorry", "lemma helper (n : ℕ) : 0 + n = n := by simp\n\ntheorem t (n : ℕ) : 0 + n = n := helper n"],
  ["lemma t (a b : ℝ) (h : a < b) : a ≤ b := by sorry", "lemma t (a b : ℝ) (h : a < b) : a ≤ b := by\n  linarith"],
  ["theorem t (a b : ℝ) (h : a < b) : a ≤ b := by sorry", "theorem t (a b : ℝ) (h : a < b) : a ≤ b := by\n  have k := h.le\n  exact k"],
  ["theorem t (x y : ℝ) : 2 * x * y ≤ x ^ 2 + y ^ 2 := by sorry", "theorem t (x y : ℝ) : 2 * x * y ≤ x ^ 2 + y ^ 2 := by\n  nlinarith [sq_nonneg (x - y)]"],
  ["theorem t (x : ℝ) (hx : x ≠ 0) : x / x = 1 := by sorry", "theorem t (x : ℝ) (hx : x ≠ 0) : x / x = 1 := by\n  field_simp"],
  ["theorem t : ∃ n : ℕ, n * n = 49 := by sorry", "theorem t : ∃ n : ℕ, n * n = 49 := ⟨7, by norm_num⟩"],
  ["theorem t (p q : Prop) : p ∧ q → q ∧ p := by sorry", "theorem t (p q : Prop) : p ∧ q → q ∧ p := by\n  rintro ⟨hp, hq⟩\n  exact ⟨hq, hp⟩"],
  ["theorem t (p q : Prop) : p ∨ q → q ∨ p := by sorry", "theorem t (p q : Prop) : p ∨ q → q ∨ p := by\n  intro h\n  rcases h with hp | hq\n  · exact Or.inr hp\n  · exact Or.inl hq"],
  ["theorem t (n : ℕ) : n < n + 1 := by sorry", "theorem t (n : ℕ) : n < n + 1 := by\n  induction n with\n  | zero => norm_num\n  | succ k ih => omega"],
  ["theorem t (n : ℕ) : n < n + 1 := by sorry", "set_option maxRecDepth 2000 in\ntheorem t (n : ℕ) : n < n + 1 := by omega"],
  ["theorem t (s : Finset ℕ) : s ⊆ s := by sorry", "theorem t (s : Finset ℕ) : s ⊆ s := by\n  intro x hx\n  exact hx"],
  ["theorem t : \"sorry\" = \"sorry\" := by sorry", "theorem t : \"sorry\" = \"sorry\" := by\n  rfl"],
  ["def double (n : ℕ) : ℕ := 2 * n\n\ntheorem t : double 2 = 4 := by sorry", "def double (n : ℕ) : ℕ := 2 * n\n\ntheorem t : double 2 = 4 := by\n  rfl"],
  ["def double (n : ℕ) : ℕ := 2 * n\n\ntheorem t : double 2 = 4 := by sorry", "theorem t : double 2 = 4 := by\n  rfl"],
  ["variable (n : ℕ)\n\ntheorem t : n + 0 = n := by sorry", "variable (n : ℕ)\n\ntheorem t : n + 0 = n := by\n  simp"],
  ["open Nat in\ntheorem t (n : ℕ) : n ≤ n := by sorry", "open Nat in\ntheorem t (n : ℕ) : n ≤ n := by\n  simp"],
  ["theorem t (x : ℝ) (h : x = 2) : x + 1 = 3 := by sorry", "rw [h]\nnorm_num", "body"],
  ["theorem t (x : ℝ) (h : x = 2) : x + 1 = 3 := by sorry", "\n    subst h\n    norm_num", "body"],
  ["theorem t (x : ℝ) (h : x = 2) : x + 1 = 3 := by sorry", "have k : x + 1 = 2 + 1 := by\n    rw [h]\n  linarith", "body"],
  ["import Mathlib\nopen Real\ntheorem t (x : ℝ) : x = x := by sorry", "rfl", "body"],
  ["example (n : ℕ) : n = n := by sorry", "example (n : ℕ) : n = n := by\n  rfl"],
  ["theorem t : 2 + 2 = 4 := by sorry", "theorem t : 2 + 2 = 4 := by\r\n  norm_num\r\n"],
];
