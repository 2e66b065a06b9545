import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, sha256 } from "../../src/llm/hash";

test("sha256 gives the published digests of FIPS 180-2, appendix B", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

describe("canonicalJson", () => {
  test("does not see the order of keys, at any depth, nor fields that are undefined", () => {
    expect(canonicalJson({ b: { d: 1, c: [true, null] }, a: undefined, e: "ℝ" })).toBe('{"b":{"c":[true,null],"d":1},"e":"ℝ"}');
    expect(canonicalJson({ x: 1, y: 2 })).toBe(canonicalJson({ y: 2, x: 1 }));
  });

  test("is JSON of the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
