#!/usr/bin/env node
/*
 * A process that speaks the protocol of the community REPL, for tests where there is no Lean.
 *
 *   node repl.cjs --transcript X.in X.expected.out      (only the replies are read) answers the k-th request with the k-th recorded reply, whatever it asks
 *   node repl.cjs [--log FILE] [--marks FOLDER] [--header-delay MS] [--version 4.15.0]
 *
 * In the second form it plays a very small Lean: it knows which declarations an environment has, which axioms they rest on, and whether two of them have
 * the same signature, word for word. Proofs are believed, unless they hold the word `FAIL`. That is enough to show which commands are sent in which order
 * and what is made of the answers. It does NOT show that Lean elaborates those commands as meant: names, universes, notation, options and tactics are
 * texts here, and types are compared as texts.
 *
 * A command that holds "fault:NAME" plays that fault. Faults that are to happen once (in the next process) leave a mark in the folder of --marks.
 * --log appends each request as a JSON line with the process id.
 */
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { elaborate } = require("./small-lean.cjs");

const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const transcript = args.indexOf("--transcript");
const replies = transcript === -1 ? undefined : fs.readFileSync(args[transcript + 2], "utf8").split(/\r?\n\r?\n/).filter((text) => text.trim() !== "");
const [log, marks] = [option("--log"), option("--marks")];
const version = option("--version") ?? "4.15.0";

const envs = [];
const kept = []; // what "grow" holds on to
let proofStates = 0;

/** As Lean prints JSON: over several lines, with raw non-ASCII characters. */
function pretty(value) {
  return JSON.stringify(value, null, 1).replace(/\n +/g, (indent) => (indent.length > 3 ? " " : indent));
}

const write = (text) => new Promise((resolve) => process.stdout.write(text, resolve));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const forever = () => new Promise(() => setInterval(() => {}, 1 << 30));

function die(message) {
  process.stderr.write(`uncaught exception: ${message}\n`, () => process.exit(1));
  return forever();
}

/** True for the first process that asks; the mark is gone then. */
function takeMark(name) {
  if (!marks || !fs.existsSync(path.join(marks, name))) return false;
  fs.rmSync(path.join(marks, name), { force: true });
  return true;
}

const FAULTS = {
  no_answer: forever,
  half_reply: async (reply) => (await write(reply.slice(0, reply.length / 2)), forever()),
  half_exit: async (reply) => (await write(reply.slice(0, reply.length / 2)), process.exit(0)),
  split: async (reply) => {
    const bytes = Buffer.from(`${reply}\n\n`);
    const middle = bytes.indexOf(Buffer.from("𝔽")) + 2; // inside the character
    await write(bytes.subarray(0, middle));
    await pause(30);
    await write(bytes.subarray(middle));
  },
  unflushed: (reply) => write(reply),
  windows: (reply) => write(`${reply}\n\n`.replace(/\n/g, "\r\n")),
  huge: (reply) => {
    const { messages = [], ...rest } = JSON.parse(reply);
    return write(`${pretty({ messages: [...messages, { severity: "info", pos: { line: 1, column: 0 }, endPos: null, data: "𝔽".repeat(12.5 * 2 ** 20) }], ...rest })}\n\n`);
  },
  garbage: (reply) => write(`PANIC at Lean.Expr.bindingBody! ${reply}\n\n`),
  stray: (reply) => write(`hello from a program\n${reply}\n\n`),
  twice: (reply) => write(`${reply}\n\n${reply}\n\n`),
  other_json: () => write('{"progress": 1}\n\n'),
  exit1: () => die("something went wrong"),
  killed: () => (process.kill(process.pid, "SIGKILL"), forever()),
  closed: () => (fs.closeSync(1), forever()),
  grow: async (reply) => (kept.push(Buffer.alloc(96 * 2 ** 20, 1)), write(`${reply}\n\n`)),
  late: async (reply) => (await pause(2500), write(`${reply}\n\n`)),
  errors: async (reply) => (process.stderr.write("x".repeat(2 ** 20)), write(`${reply}\n\n`)),
  silent_header: async (reply) => (fs.writeFileSync(path.join(marks, "silent"), ""), die("and the next header will fail in silence")),
  slow_header: async (reply) => (fs.writeFileSync(path.join(marks, "slow"), ""), die("and the next header will be slow")),
};

function stateOf(id) {
  return id === undefined || id === null ? { decls: {}, empty: false, scopes: [], opened: [] } : envs[id];
}

async function answer(text) {
  if (/^(?:#|--)/.test(text)) return; // a comment: no reply
  let request;
  try {
    request = JSON.parse(text);
  } catch {
    return die(`Could not parse JSON:\n${text}`);
  }
  if (log) fs.appendFileSync(log, `${JSON.stringify({ pid: process.pid, ...request })}\n`);
  if (replies) return write(`${replies.shift() ?? '{"message": "the transcript is over"}'}\n\n`);
  const { cmd, env, tactic, proofState } = request;
  if (typeof tactic === "string" && Number.isInteger(proofState)) {
    if (proofState >= proofStates) return write('{"message": "Unknown proof state."}\n\n');
    return write(`${pretty({ proofState: proofStates++, goals: [] })}\n\n`);
  }
  if (typeof cmd !== "string" || !(env === undefined || env === null || (Number.isInteger(env) && env >= 0))) return die("Could not parse as a command");
  const before = stateOf(env);
  if (!before) return write('{"message": "Unknown environment."}\n\n');
  const isHeader = typeof env !== "number" && /^\s*import\b/.test(cmd);
  if (isHeader && (option("--header-delay") || takeMark("slow"))) await pause(Number(option("--header-delay") ?? 400));
  const { state, messages, sorries } = elaborate(cmd, before, { version, hasEnv: typeof env === "number" });
  if (isHeader && takeMark("silent")) Object.assign(state, { empty: true });
  for (const sorry of sorries) sorry.proofState = proofStates++;
  envs.push(state);
  const fault = /fault:(\w+)/.exec(cmd)?.[1];
  if (fault === "split") messages.push({ severity: "info", pos: { line: 1, column: 0 }, endPos: null, data: "𝔽 : Type" });
  // A fork of the REPL gives environments back on request, and then names none.
  if (request.gc === true) envs.pop();
  const reply = pretty({ ...(sorries.length > 0 && { sorries }), ...(messages.length > 0 && { messages }), ...(request.gc !== true && { env: envs.length - 1 }) });
  if (!fault) return write(`${reply}\n\n`);
  if (!FAULTS[fault]) return die(`no such fault: ${fault}`);
  return FAULTS[fault](reply);
}

/** Lines up to a blank one are a command; each is trimmed at its right and they are glued together. */
async function main() {
  let rest = "";
  let block = [];
  let began = false;
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.trim() !== "") block.push(line.trimEnd());
      else {
        // A blank line where a command should begin is a command of its own, and no JSON.
        await answer(block.length === 0 && began ? "\n" : block.join(""));
        block = [];
        began = true;
      }
    }
  }
  if (block.length > 0 || rest.trim() !== "") await answer([...block, rest].join(""));
  process.exit(0);
}

void main();
