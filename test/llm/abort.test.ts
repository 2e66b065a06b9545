import { expect, test } from "vitest";
import { onAbort, unlessAborted } from "../../src/llm/abort";

test("onAbort calls back once, at once when it is too late, and not after it was taken off", () => {
  const controller = new AbortController();
  const calls: string[] = [];
  onAbort(controller.signal, () => calls.push("kept"));
  onAbort(controller.signal, () => calls.push("taken off"))();
  controller.abort();
  onAbort(controller.signal, () => calls.push("late"));
  onAbort(undefined, () => calls.push("never"));
  expect(calls).toEqual(["kept", "late"]);
});

test("onAbort bears 30,000 callbacks on one signal without a warning", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const controller = new AbortController();
  let calls = 0;
  for (let i = 0; i < 30_000; i++) onAbort(controller.signal, () => (calls += 1));
  controller.abort();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(calls).toBe(30_000);
  expect(warnings).toEqual([]);
});

test("unlessAborted hands on the outcome, or the reason as soon as the signal is aborted", async () => {
  const controller = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), controller.signal, () => new Error("cancelled"))).toBe(1);
  const never = unlessAborted(new Promise(() => {}), controller.signal, () => new Error("cancelled"));
  controller.abort();
  await expect(never).rejects.toThrow("cancelled");
});
