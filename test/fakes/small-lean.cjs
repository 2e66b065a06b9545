/*
 * A very small Lean for the fake REPL: declarations with signatures and axioms, as texts. See repl.cjs for what that does not prove.
 *
 * A state is { decls: {name: {signature, axioms}}, empty, scopes, variables }.
 */
"use strict";

const MODULES = /^(?:Mathlib|Aesop|Batteries|Init|Std|Lean)(?:\.|$)/;
const STARTS = /^(?:@\[[^\]]*\]\s*)?(?:(?:private|protected|noncomputable|local|scoped|unsafe|partial|nonrec)\s+)*(?:set_option\s+\S+\s+\S+\s+in\s+|open\s+[\w. ]+\s+in\s+)?(theorem|lemma|example|def|abbrev|instance|axiom|opaque|structure|inductive|notation|infixl?|macro|macro_rules|syntax|elab|elab_rules|namespace|section|end|open|variable|include|universe|set_option|attribute|import|initialize|run_cmd|#\w+)\b/;

/** Comments out, nested ones too, each character as a blank. */
function withoutComments(text) {
  let result = "";
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const two = text.slice(i, i + 2);
    if (two === "/-" || (two === "-/" && depth > 0)) {
      depth += two === "/-" ? 1 : -1;
      result += "  ";
      i += 1;
    } else if (depth === 0 && two === "--") {
      const end = text.indexOf("\n", i);
      result += " ".repeat((end === -1 ? text.length : end) - i);
      i = (end === -1 ? text.length : end) - 1;
    } else result += depth > 0 && text[i] !== "\n" ? " " : text[i];
  }
  return { text: result, open: depth > 0 };
}

function chunksOf(text) {
  const chunks = [];
  text.split("\n").forEach((line, i) => {
    if (STARTS.test(line.trimStart()) && (line === line.trimStart() || chunks.length === 0)) chunks.push({ line: i + 1, text: line });
    else if (chunks.length > 0) chunks.at(-1).text += `\n${line}`;
    else if (line.trim() !== "") chunks.push({ line: i + 1, text: line });
  });
  return chunks;
}

const plain = (text) => text.replace(/\s+/g, " ").trim();

function elaborate(cmd, before, { version, hasEnv }) {
  const state = { decls: { ...before.decls }, empty: before.empty, scopes: [...before.scopes], variables: before.variables ?? "" };
  const messages = [];
  const sorries = [];
  const say = (severity, line, data, column = 0) => messages.push({ severity, pos: { line, column }, endPos: null, data });
  const { text, open } = withoutComments(cmd);
  if (open) say("error", cmd.split("\n").length, "unterminated comment");
  const qualified = (name) => (name.startsWith("_root_.") ? name.slice(7) : [...state.scopes.filter(Boolean), name].join("."));
  const lookUp = (name) => state.decls[name] ?? state.decls[qualified(name)];

  let imports = !hasEnv;
  for (const { line, text: chunk } of chunksOf(text)) {
    const head = STARTS.exec(chunk.trimStart());
    const kind = head?.[1];
    if (kind === "import") {
      if (!imports) {
        say("error", line, "invalid 'import' command, it must be used in the beginning of the file");
        break; // Lean reads no further
      }
      if (!MODULES.test(chunk.trim().split(/\s+/)[1])) state.empty = true; // and says nothing
      continue;
    }
    imports = false;
    if (state.empty) {
      say("error", line, "unknown identifier: this environment is empty");
      continue;
    }
    if (kind === "#exit") {
      say("warning", line, "using 'exit' to interrupt Lean");
      break;
    }
    if (kind === undefined) {
      say("error", line, "unexpected identifier; expected command");
      continue;
    }
    const rest = chunk.trimStart().slice(head[0].length).trim();
    if (/\bFAIL\b/.test(chunk)) say("error", line, "unsolved goals\n⊢ False", 2);
    if (kind === "namespace" || kind === "section") state.scopes.push(kind === "namespace" ? rest.split(/\s+/)[0] : "");
    else if (kind === "end") state.scopes.pop();
    else if (kind === "include" || (kind === "variable" && rest.startsWith("["))) state.variables += ` ${plain(rest)}`; // others join only what mentions them
    else if (kind === "#eval" && /versionString/.test(rest)) say("info", line, JSON.stringify(version));
    else if (kind === "#check") {
      if (lookUp(rest)) say("info", line, `${rest} ${lookUp(rest).signature}`);
      else say("error", line, `unknown identifier '${rest}'`, 7);
    } else if (kind === "#print" && /^axioms\s/.test(rest)) printAxioms(rest.split(/\s+/)[1], line);
    else if (["theorem", "lemma", "example", "def", "abbrev", "axiom", "opaque", "instance"].includes(kind)) declare(kind, rest, line);
  }
  return { state, messages, sorries };

  function printAxioms(name, line) {
    const found = lookUp(name.replace(/^_root_\./, ""));
    const shown = name.replace(/^_root_\./, "");
    if (!found) return say("error", line, `unknown constant '${shown}'`);
    say("info", line, found.axioms.length === 0 ? `'${shown}' does not depend on any axioms` : `'${shown}' depends on axioms: [${found.axioms.join(",\n ")}]`);
  }

  function declare(kind, rest, line) {
    const isExample = kind === "example";
    const [, given = ""] = isExample ? [] : (/^(\S+)/.exec(rest) ?? []);
    const name = isExample ? "" : qualified(given);
    const signed = isExample ? rest : rest.slice(given.length);
    const at = signed.indexOf(":=");
    const [signature, proof] = at === -1 ? [plain(signed), ""] : [plain(signed.slice(0, at)), signed.slice(at + 2)];
    const typed = /^: type_of% @_root_\.(\S+)$/.exec(signature);
    const equated = /^: \(type_of% @_root_\.(\S+)\) = \(type_of% @_root_\.(\S+)\)$/.exec(signature);
    const axioms = new Set(kind === "axiom" ? [name] : []);
    const [, used] = /^\s*@_root_\.(\S+)/.exec(proof) ?? [];
    if (typed || used) {
      const wanted = typed && state.decls[typed[1]];
      const have = used && state.decls[used];
      if (!have || (typed && !wanted)) return say("error", line, `unknown identifier '${used}'`);
      if (typed && wanted.signature !== have.signature) return say("error", line, "type mismatch");
      have.axioms.forEach((axiom) => axioms.add(axiom));
      state.decls[name] = { signature: wanted ? wanted.signature : signature, axioms: [...axioms], generalised: state.variables };
      return;
    }
    if (equated) {
      const [one, other] = [state.decls[equated[1]], state.decls[equated[2]]];
      if (!one || !other || one.generalised) say("error", line, "type mismatch, rfl has type ?a = ?a");
      return;
    }
    // The one thing that it can reckon: a sum of two numbers.
    const [, one, other, sum] = /^: \((\d+) : \S+\) \+ (\d+) = (\d+)$/.exec(signature) ?? [];
    if (sum !== undefined && Number(one) + Number(other) !== Number(sum) && !/\bsorry\b/.test(proof) && process.env.FAKE_BELIEVES_ALL === undefined) return say("error", line, "unsolved goals\n⊢ False", 2);
    if (name && state.decls[name]) return say("error", line, `'${name}' has already been declared`);
    if (/\bsorry\b|\badmit\b|\bsorryAx\b/.test(proof)) {
      axioms.add("sorryAx");
      if (/\bsorry\b/.test(proof)) sorries.push({ proofState: 0, pos: { line, column: 2 }, goal: goalOf(signature), endPos: { line, column: 7 } });
      say("warning", line, "declaration uses 'sorry'", 8);
    }
    if (/\bnative_decide\b/.test(proof)) axioms.add("Lean.ofReduceBool");
    if (/\b(?:norm_num|linarith|nlinarith|simp|omega|ring|field_simp)\b/.test(proof)) ["propext", "Classical.choice", "Quot.sound"].forEach((axiom) => axioms.add(axiom));
    for (const word of new Set(proof.match(/[\w.']+/g) ?? [])) for (const axiom of lookUp(word)?.axioms ?? []) axioms.add(axiom);
    if (name) state.decls[name] = { signature, axioms: [...axioms] };
  }
}

/** Binders on lines of their own, then the goal, as Lean shows it. */
function goalOf(signature) {
  const binders = [...signature.matchAll(/^\s*\(([^()]*)\)|\s+\(([^()]*)\)(?=[^:]*(?::|\())/g)].map(([, first, other]) => first ?? other).filter((text) => text.includes(":"));
  const body = signature.slice(signature.startsWith(":") ? 1 : signature.indexOf(") :") + 3).trim();
  return [...binders, `⊢ ${body}`].join("\n");
}

module.exports = { elaborate };
