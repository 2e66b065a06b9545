import { describe, expect, test } from "vitest";
import { say, show, table } from "../../src/notebook/display";
import { frame } from "../../src/notebook/frame";
import { htmlTable } from "../../src/notebook/table";
import { versions } from "../../src/notebook/versions";

describe("htmlTable", () => {
  test("rows and frames give the same table", async () => {
    const rows = [{ name: "Goedel", n: 1282 }, { name: "Kimina", n: 3 }];
    expect(htmlTable(await frame(rows))).toBe(htmlTable(rows));
    expect(htmlTable(await frame([{ n: 1 }]))).toBe(htmlTable([{ n: 1 }]));
  });

  test("cells are inert text", () => {
    const html = htmlTable([{ "<b>": '<img src=x onerror="alert(1)">', note: "a & b", nothing: undefined, list: [1] }]);
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    expect(html).toContain("<td style=\"text-align:left\">[1]</td>");
  });

  test("chosen columns, headings, and how many were left out", () => {
    const html = htmlTable([{ a: 1, b: 2 }, { a: 3, b: 4 }], { columns: { b: "second" }, most: 1 });
    expect(html).toContain('<th style="text-align:right">second</th>');
    expect(html).not.toContain(">1<");
    expect(html).toContain("… and 1 more rows");
  });

  test("a column that does not exist, or no column at all, is an error", () => {
    expect(() => htmlTable([{ a: 1 }], { columns: { c: "c" } })).toThrow("a table requires columns that exist: c of a");
    expect(() => htmlTable([])).toThrow("a table requires columns that exist: none of nothing");
  });
});

describe("frame", () => {
  test("groups and sums", async () => {
    const sums = (await frame([{ f: "a", k: 1 }, { f: "b", k: 2 }, { f: "a", k: 3 }])).groupby(["f"]).col(["k"]).sum();
    expect(sums.values).toEqual([["a", 4], ["b", 2]]);
  });
});

describe("outside a notebook", () => {
  test("a display says where to go", async () => {
    await expect(say("x")).rejects.toThrow("a display needs a notebook: open this in JupyterLab with `npm run lab`");
    await expect(table([{ a: 1 }])).rejects.toThrow("a display needs a notebook");
    await expect(show({})).rejects.toThrow("a display needs a notebook");
  });
});

test("versions name the kit and each package as installed", () => {
  expect(versions()[0]).toEqual({ name: "faithlab", version: "0.1.0", role: "this kit" });
  for (const { version } of versions()) expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
