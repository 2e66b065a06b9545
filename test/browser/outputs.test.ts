/* The report page of Method B, opened from disk in a real Chromium that counts what is asked of any network. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outputCards } from "../../src/cases/outputCard";
import { painter } from "../../src/cases/foreign";
import { selectOutputs, type OutputFilter } from "../../src/cases/robustnessCases";
import { reportPage } from "../../src/report/page";
import { simulateStudy } from "../../src/robustness/simulate";
import { chromium, CHROMIUM_ARGS, CHROMIUM_REMEDY } from "../support/chromium";
import { dressedRun, hostileOutput, madeOutput, madeOutputsRun } from "../support/outputs";
import { PROJECT } from "../support/project";
import { HOSTILE } from "../support/runs";

const executable = chromium();
const SCREENSHOTS = join(PROJECT, ".cache", "screenshots");

/** Some plain outputs, and one for each hostile text, one of them with a line of a megabyte. */
const STRANGE = [...Array.from({ length: 25 }, (_, i) => madeOutput(i, { label: i % 2 === 0 ? "reverted" : "faithful" })), ...[...HOSTILE, `long ${"y".repeat(1_000_000)}`, "a|b"].map((text, i) => hostileOutput(100 + i, text))];
/** Two of the simulator's systems in all conditions. */
const run = dressedRun(simulateStudy({ seed: 4, problems: { miniF2F: 8, "MATH-500": 6 } }));
const SIMULATED = { ...run, outputs: run.outputs.filter(({ record }) => /[FG]$/.test(record.system)) };

describe.skipIf(!executable)(`the report of Method B in a browser${executable ? "" : ` [${CHROMIUM_REMEDY}]`}`, { timeout: 60_000 }, () => {
  let browser: Browser;
  let page: Page;
  let folder: string;
  const asked: string[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "faithlab-report-"));
    const hostile = madeOutputsRun(STRANGE, { folder: HOSTILE[0]!, judge: HOSTILE[1]!, note: HOSTILE[2]! });
    const other = madeOutputsRun(STRANGE.map((output, i) => (i < 5 ? { ...output, record: { ...output.record, label: "faithful" } } : output)), { folder: "other", judge: HOSTILE[3]! });
    writeFileSync(join(folder, "strange.html"), await reportPage([hostile, other], { title: "</title><script>window.hacked = 9</script>" }));
    writeFileSync(join(folder, "simulated.html"), await reportPage([SIMULATED]));
    writeFileSync(join(folder, "cards.html"), `<!doctype html><meta charset="utf-8">${outputCards(await painter(), STRANGE, { most: STRANGE.length })}`);
    browser = await playwright.launch({ executablePath: executable!, args: CHROMIUM_ARGS });
    page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    mkdirSync(SCREENSHOTS, { recursive: true });
  }, 60_000);
  afterAll(() => browser?.close());

  const open = async (file: string, hash = "") => {
    await page.goto("about:blank");
    await page.goto(`file://${join(folder, file)}${hash}`);
    await page.waitForFunction(() => document.documentElement.dataset["ready"] === "true");
  };
  const status = () => page.locator("#status").innerText();
  const counted = (filter: OutputFilter) => `${selectOutputs(SIMULATED.outputs, filter).length} of ${SIMULATED.outputs.length} outputs`;

  test("opens from disk with figures and outputs, runs nothing of the data and asks nothing of a network", async () => {
    await open("strange.html");
    await page.locator("#figure-edits .live svg").waitFor();
    const all = 2 * STRANGE.length;
    expect(await status()).toBe(`${all} of ${all} outputs`);
    expect(await page.locator("#filter-run option").count()).toBe(3);
    // Every card of every page has been unpacked once, and every fold of it opened.
    for (let turn = 0; turn < Math.ceil(all / 20); turn++) {
      if (turn > 0) await page.getByRole("button", { name: "Next" }).click();
      await page.getByText(`page ${turn + 1} of`).waitFor();
      await page.locator("#cards details").evaluateAll((folds) => folds.forEach((fold) => ((fold as HTMLDetailsElement).open = true)));
    }
    expect(await page.evaluate(() => (window as never as { hacked?: number }).hacked)).toBeUndefined();
    expect(await page.locator("#cards script, #cards img, #cards iframe, #cards svg, main iframe, main script").count()).toBe(0);
    expect(asked.filter((url) => !/^(file|data|about|blob):/.test(url))).toEqual([]);
    expect(said).toEqual([]);
    expect(await page.title()).toBe("</title><script>window.hacked = 9</script>");
    // Marks that turn the direction of writing are written out in lists too, and no entry of a list is endless.
    const entries = await page.locator("#filters option").allInnerTexts();
    expect(entries.filter((text) => /[\u202a-\u202e\u200b]/.test(text) || text.length > 120)).toEqual([]);
    expect(entries.some((text) => text.includes("[U+202E]"))).toBe(true);
  });

  test("a name with a bar in it is one name, and its deep link finds it", async () => {
    await open("strange.html", "#system=a%7Cb");
    expect(await status()).toBe(`2 of ${2 * STRANGE.length} outputs`);
  });

  test("filters select what selectOutputs selects; text search and deep links too, and the address keeps them", async () => {
    await open("simulated.html");
    for (const [field, value, filter] of [["system", "Simulated F", { system: "Simulated F" }], ["style", "Q-FF", { system: "Simulated F", style: "Q-FF" }], ["fullyCorrect", "yes", { system: "Simulated F", style: "Q-FF", fullyCorrect: true }]] as const) {
      await page.selectOption(`#filter-${field}`, value);
      await page.getByText(counted(filter), { exact: true }).waitFor();
    }
    await open("simulated.html", "#edit=number&region=proof&label=reverted");
    expect(await status()).toBe(counted({ condition: "number_proof", label: "reverted" }));
    await open("simulated.html", "#judges=disagree");
    expect(await status()).toBe(counted({ disagreement: true }));
    await page.getByRole("button", { name: "Clear" }).click();
    await page.fill("#filter-q", "in the style g-step");
    await page.getByText(counted({ text: "in the style G-Step" }), { exact: true }).waitFor();
    const link = new URL(page.url()).hash;
    await open("simulated.html", link);
    expect(await status()).toBe(counted({ style: "G-Step" }));
    await page.getByRole("link", { name: "Link to this output" }).first().click();
    await page.getByText(/^The output Simulated [FG]\/miniF2F\/simulated_001\/G-Step#1: 1 of/).waitFor();
    await open("simulated.html", new URL(page.url()).hash);
    expect(await page.locator(".fl-case h3").allInnerTexts()).toEqual([expect.stringMatching(/^simulated_001 .*G-Step/)]);
    await open("simulated.html", "#case=nowhere");
    expect(await status()).toContain("not in this report");
  });

  test("a click on a segment or a dot shows exactly its outputs", async () => {
    await open("simulated.html");
    await page.locator("#figure-differences .live svg").waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, "outputs.png") });
    const clicked = async (figure: string, mark: string) => {
      const box = (await page.locator(`${figure} .live ${mark}`).first().boundingBox())!;
      const svg = page.locator(`${figure} .live svg`);
      await svg.click({ position: await svg.evaluate((element, middle) => ({ x: middle.x - element.getBoundingClientRect().x, y: middle.y - element.getBoundingClientRect().y }), { x: box.x + box.width / 2, y: box.y + box.height / 2 }) });
      await page.waitForFunction(() => location.hash.length > 1);
      return Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
    };
    const segment = await clicked("#figure-edits", ".mark-rect.role-mark path");
    expect(segment).toMatchObject({ dataset: "miniF2F", edit: "number", region: "statement" });
    expect(await status()).toBe(counted({ system: segment["system"]!, dataset: "miniF2F", condition: "number_statement", label: segment["label"] as "faithful" }));
    await open("simulated.html");
    await page.locator("#figure-differences .live svg").waitFor();
    const dot = await clicked("#figure-styles", ".mark-symbol.role-mark path");
    expect(dot).toMatchObject({ dataset: "miniF2F", style: "Orig", fullyCorrect: "yes" });
    expect(await status()).toBe(counted({ system: dot["system"]!, dataset: "miniF2F", style: "Orig", fullyCorrect: true }));
  });

  test("the table of flips leads to both outputs of each flip", async () => {
    await open("simulated.html");
    const [first, second] = ["Simulated F", "Simulated G"].map((system) => new Map(SIMULATED.outputs.filter(({ record }) => record.system === system).map(({ record: { dataset, problem, condition, label } }) => [`${dataset} ${problem} ${condition}`, label])));
    const flipped = [...first!].filter(([input, label]) => label === "reverted" && second!.get(input) === "faithful").length;
    expect(flipped).toBeGreaterThan(0);
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "reverted → faithful", exact: true }) });
    expect((await row.innerText()).split(/\s+/).at(-1)).toBe(String(flipped));
    await page.getByRole("link", { name: "reverted → faithful", exact: true }).click();
    await page.getByText(`${2 * flipped} of ${SIMULATED.outputs.length} outputs`, { exact: true }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("cases");
    const badges = (await page.locator(".fl-badge").allInnerTexts()).filter((text) => /^(faithful|reverted)$/.test(text));
    expect(badges).toEqual(expect.arrayContaining(["reverted", "faithful"]));
  });

  test("everything can be reached and done by keyboard, and has a name for readers who listen", async () => {
    await open("simulated.html");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the outputs");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^filter-/);
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => location.hash.includes("="));
    await open("simulated.html", "#edit=number");
    await page.locator("#cases").focus();
    for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement?.tagName === "SUMMARY")); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.locator("details[open]").count()).toBe(1);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("figure").count()).toBe(5);
    expect(await page.locator("figure img:not([alt]), figure img[alt='']").count()).toBe(0);
    expect(await page.locator("#filters select, #filters input").evaluateAll((controls) => controls.every((control) => (control as HTMLInputElement).labels!.length === 1))).toBe(true);
    // Every table can be scrolled by keyboard and has a name.
    expect(await page.locator(".wide:not([tabindex='0']), .wide:not([aria-label])").count()).toBe(0);
  });

  test("on paper: pictures instead of live figures, no controls, and tables that fit", async () => {
    await open("simulated.html");
    await page.locator("#figure-edits .live svg").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#figure-edits img.static").isVisible()).toBe(true);
    expect(await page.locator("#figure-edits .live").isVisible()).toBe(false);
    expect(await page.locator("#filters").isVisible()).toBe(false);
    // A4 less margins of a centimetre.
    await page.setViewportSize({ width: 718, height: 1000 });
    expect(await page.locator(".wide").evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth + 1).map((table) => table.getAttribute("aria-label")))).toEqual([]);
    await page.setViewportSize({ width: 1200, height: 1600 });
    await page.emulateMedia({ media: "screen" });
  });

  test("without JavaScript the rates, pictures, tables and limits are there, and cards are whole", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const tab = await plain.newPage();
    await tab.goto(`file://${join(folder, "simulated.html")}`);
    for (const part of ["#figure-edits img.static", "#tables-1-heading", "#limits-heading"]) expect(await tab.locator(part).isVisible()).toBe(true);
    expect(await tab.locator("body").innerText()).toContain("SIMULATED");
    await tab.goto(`file://${join(folder, "cards.html")}`);
    expect(await tab.locator(".fl-case").count()).toBe(STRANGE.length);
    expect(await tab.locator("script, img, iframe").count()).toBe(0);
    await plain.close();
  });
});

describe("a report on several runs", () => {
  const [a, b] = ["a", "b"].map((system) => madeOutputsRun([1, 2, 3].map((i) => madeOutput(i, { system })), { folder: `runs/${system}` })) as [ReturnType<typeof madeOutputsRun>, ReturnType<typeof madeOutputsRun>];

  test("compares them on the same inputs, and says why where they are not the same", async () => {
    expect(await reportPage([a, b])).toMatch(/Differences on the same problems[^]*With 1 comparison, about 0\.1/);
    expect(await reportPage([a, { ...b, outputs: b.outputs.slice(1) }])).toContain("There is no comparison output by output, since that takes the same inputs with verdicts on both sides: made_1 of made, number proof is in a only");
  });

  test("of both methods is refused, and so is one on nothing", async () => {
    const { madeCase, madeRun } = await import("../support/runs");
    await expect(reportPage([madeRun([madeCase(1)]), a])).rejects.toThrow("a report is on runs of one method: runs/made-up is of Method A, runs/a of Method B; make a report of each");
    await expect(reportPage([madeOutputsRun([])])).rejects.toThrow(/at least one run with at least one pair or output/);
  });

  test("needs neither edits nor styles nor a second system; what there is nothing of is left out", async () => {
    const styles = await reportPage([madeOutputsRun([1, 2].map((i) => madeOutput(i, { condition: "Orig" })))]);
    expect(styles).toContain('id="figure-rates"');
    for (const part of ["figure-edits", "figure-differences", "figure-styles", "comparison-heading", "Faithful rate of edits"]) expect(styles).not.toContain(part);
    const edits = await reportPage([madeOutputsRun([madeOutput(1, { condition: "step_deletion", label: "unjudged", stmtSC: null, proofSC: null, tc: false })])]);
    expect(edits).not.toContain("<figure id");
    expect(edits).toContain("none clear");
  });

  test("same runs, same bytes", async () => expect(await reportPage([a, b])).toBe(await reportPage([a, b])));
});
