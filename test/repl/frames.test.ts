import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReplyReader, type Frame } from "../../src/repl/frames";
import { seeded } from "../../src/core/random";
import { hasShared } from "../support/shared";
import { TRANSCRIPTS } from "./transcripts";

/** Feeds bytes in chunks of the given sizes, the last one again and again. */
function fed(bytes: Buffer, sizes: readonly number[]): Frame[] {
  const reader = new ReplyReader();
  const frames: Frame[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[Math.min(i, sizes.length - 1)]!;
    frames.push(...reader.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return frames;
}

const values = (frames: readonly Frame[]) => frames.map((frame) => (frame.kind === "reply" ? frame.value : frame));
/** As Lean prints: over several lines, non-ASCII raw. */
const printed = (value: unknown) => JSON.stringify(value, null, 1);

describe.skipIf(!hasShared)("recorded replies of the real REPL", () => {
  test("there are 27 and 5 of them", () => expect(TRANSCRIPTS).toHaveLength(32));

  test.each(TRANSCRIPTS.map(({ name, bytes, replies }) => [name, bytes, replies] as const))("%s is read whole, however it is cut", (name, bytes, replies) => {
    const random = seeded(name);
    for (const sizes of [[1], [2], [bytes.length], ...Array.from({ length: 20 }, () => Array.from({ length: bytes.length }, () => 1 + Math.floor(random() * 40)))]) {
      expect(values(fed(bytes, sizes))).toEqual(replies);
    }
  });

  test("with line ends of Windows too", () => {
    for (const { bytes, replies } of TRANSCRIPTS) expect(values(fed(Buffer.from(bytes.toString("utf8").replace(/\n/g, "\r\n")), [7]))).toEqual(replies);
  });
});

describe("any JSON objects, cut anywhere", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value)) as object);
  test("come out as they went in", () => {
    fc.assert(fc.property(fc.array(object, { maxLength: 4 }), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }), fc.constantFrom("\n\n", "\r\n\r\n", "\n"), (objects, sizes, between) => {
      expect(values(fed(Buffer.from(objects.map((value) => printed(value) + between).join("")), sizes))).toEqual(objects);
    }));
  });

  test("a reply is whole without the blank line, which old versions do not flush", () => {
    expect(values(fed(Buffer.from('{"env": 0}'), [3]))).toEqual([{ env: 0 }]);
  });

  test("brackets and escapes inside strings do not count", () => {
    const value = { data: '}"]{\\"\\\\', more: ["\\"] };
    expect(values(fed(Buffer.from(printed(value)), [1]))).toEqual([value]);
  });
});

describe("what is no reply", () => {
  const strayOf = (text: string | Buffer, sizes = [64]) => fed(Buffer.from(text as string), sizes).map(({ kind }) => kind);

  test.each([
    ["text", "hello\n", ["stray"]],
    ["text after a reply", '{"env": 0}\n\nhello', ["reply", "stray"]],
    ["text before a reply: the reply is not read", 'hello\n{"env": 0}\n\n', ["stray"]],
    ["brackets that fit around no JSON", "{env: 0}\n\n", ["stray"]],
    ["an empty line inside an object", '{"env":\n\n0}', ["stray"]],
    ["a raw line break inside a string", '{"data": "a\nb"}', ["stray"]],
    ["a list", '[{"env": 0}]', ["stray"]],
  ])("%s", (_, text, kinds) => {
    expect(strayOf(text)).toEqual(kinds);
    expect(strayOf(text, [1])).toEqual(kinds);
  });

  test("bytes that are no UTF-8", () => expect(strayOf(Buffer.concat([Buffer.from('{"data": "'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]))).toEqual(["stray"]));
});

test("fifty million bytes in chunks of 64 KB are read in one go, each byte once", () => {
  const value = { data: "x".repeat(50 * 2 ** 20) };
  const started = performance.now();
  const frames = fed(Buffer.from(JSON.stringify(value)), [2 ** 16]);
  expect(frames).toHaveLength(1);
  expect((frames[0] as { value: typeof value }).value.data).toHaveLength(value.data.length);
  expect(performance.now() - started).toBeLessThan(8000);
});
