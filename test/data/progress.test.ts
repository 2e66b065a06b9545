import { describe, expect, test } from "vitest";
import { sizeInWords, transferDisplay, transferInWords } from "../../src/data/progress";

describe("transferInWords", () => {
  test("bytes, share, rate, time left", () => {
    expect(transferInWords({ file: "a", bytes: 500_000, total: 1_000_000, came: 500_000, ms: 2000 })).toBe("a  500.0 kB of 1.0 MB (50 %)  250.0 kB/s  2 s left");
    expect(transferInWords({ file: "a", bytes: 10, total: 10, came: 5, ms: 1000 })).toBe("a  10 bytes of 10 bytes (100 %)  5 bytes/s");
    expect(transferInWords({ file: "a", bytes: 10, came: 0, ms: 0 })).toBe("a  10 bytes");
    expect(transferInWords({ file: "a", bytes: 0, total: 0, came: 0, ms: 0 })).toBe("a  0 bytes of 0 bytes (100 %)");
  });
  test("sizes", () => {
    expect([0, 999, 1000, 1_938_778, 5e12].map(sizeInWords)).toEqual(["0 bytes", "999 bytes", "1.0 kB", "1.9 MB", "5000.0 GB"]);
  });
});

describe("transferDisplay", () => {
  const shown = (isTTY: boolean, times: number[]) => {
    const written: string[] = [];
    let now = 0;
    const display = transferDisplay({ isTTY, columns: 20, write: (text) => written.push(text) }, () => now);
    for (now of times) display.show({ file: "a-long-name-of-a-file", bytes: 1, came: 1, ms: 1 });
    display.clear();
    return written;
  };
  test("a terminal has one line, written over and no wider than it", () => {
    expect(shown(true, [100, 250, 300, 500])).toEqual(["\r\u001b[2Ka-long-name-of-a-fi", "\r\u001b[2Ka-long-name-of-a-fi", "\r\u001b[2K"]);
  });
  test("a log has a line every ten seconds", () => {
    expect(shown(false, [5000, 10_000, 15_000, 20_000])).toHaveLength(2);
    expect(shown(false, [10_000])[0]).toMatch(/\n$/);
  });
});
