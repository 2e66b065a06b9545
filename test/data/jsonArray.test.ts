import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrayElements } from "../../src/data/jsonArray";

const all = (text: string) => [...arrayElements(text)];

describe("arrayElements", () => {
  test("are those of JSON.parse, however the array is written", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, 2, "\t"), (values, indent) => {
        const text = JSON.stringify(values, null, indent);
        expect(all(text).map((each) => (each.ok ? each.value : each))).toEqual(JSON.parse(text));
      }),
    );
  });

  test("carry the line on which they begin; line breaks and brackets in texts do not count", () => {
    expect(all('[\n  {"a": "],[\\"\\\\"},\r\n\n  7\n]\n').map(({ line }) => line)).toEqual([2, 4]);
  });

  test("a bad element is reported, and those after it are read", () => {
    expect(all('[1,\n{"a": NaN},\n3]')).toMatchObject([{ line: 1, ok: true, value: 1 }, { line: 2, ok: false, reason: expect.stringMatching(/^not JSON: /) }, { line: 3, ok: true, value: 3 }]);
    expect(all("[1,,2]")).toMatchObject([{ value: 1 }, { ok: false, reason: expect.stringContaining("nothing between two commas") }, { value: 2 }]);
    expect(all("[1,]")).toMatchObject([{ value: 1 }, { ok: false }]);
    expect(all("[,1]")).toMatchObject([{ ok: false }, { value: 1 }]);
  });

  test("an array that stops before its end keeps what was whole", () => {
    const text = JSON.stringify([{ a: "x" }, { b: [1, 2] }]);
    for (let length = 1; length < text.length; length++) {
      const read = all(text.slice(0, length));
      expect(read.at(-1)).toMatchObject({ ok: false, reason: expect.stringContaining("does not end") });
      expect(read.filter((each) => each.ok).length).toBe(length > text.indexOf(",") ? 1 : 0);
    }
  });

  test("what follows the array is reported; white space and nothing are not", () => {
    expect(all("[1] [2]")).toMatchObject([{ value: 1 }, { ok: false, reason: expect.stringContaining("after the end") }]);
    expect(all("[] x")).toMatchObject([{ ok: false, reason: expect.stringContaining("after the end") }]);
    expect(all("\uFEFF [ ] \n")).toEqual([]);
  });
});
