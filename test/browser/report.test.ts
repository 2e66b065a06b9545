/* The report page and the cards, opened from disk in a real Chromium that counts what is asked of any network. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caseCards } from "../../src/cases/card";
import { painter } from "../../src/cases/foreign";
import { reportPage } from "../../src/report/page";
import { chromium, CHROMIUM_ARGS, CHROMIUM_REMEDY } from "../support/chromium";
import { PROJECT } from "../support/project";
import { HOSTILE, hostileCase, madeCase, madeRun } from "../support/runs";

const executable = chromium();
const SCREENSHOTS = join(PROJECT, ".cache", "screenshots");

/** 45 plain cases of which every third was proved, and one for each hostile text, one of them with a line of a megabyte. */
const CASES = [
  ...Array.from({ length: 45 }, (_, i) => madeCase(i, i % 3 === 0 ? { perturbedVerdict: { outcome: "proved", engine: "z3", flags: [], code: `theorem t : ${i} = ${i} := by sorry` }, diagnosis: { mechanism: "still_true", evidence: `${i}` } } : {})),
  ...[...HOSTILE, `long ${"y".repeat(1_000_000)}`].map((text, i) => hostileCase(100 + i, text)),
];

describe.skipIf(!executable)(`the report in a browser${executable ? "" : ` [${CHROMIUM_REMEDY}]`}`, { timeout: 60_000 }, () => {
  let browser: Browser;
  let page: Page;
  let address: string;
  const asked: string[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "faithlab-report-"));
    address = `file://${join(folder, "report.html")}`;
    writeFileSync(join(folder, "report.html"), await reportPage([madeRun(CASES)], { title: "</title><script>window.hacked = 9</script>" }));
    writeFileSync(join(folder, "plain.html"), await reportPage([madeRun(CASES.slice(0, 45))]));
    writeFileSync(join(folder, "cards.html"), `<!doctype html><meta charset="utf-8">${caseCards(await painter(), CASES, { most: CASES.length, folder: "run" })}`);
    browser = await playwright.launch({ executablePath: executable!, args: CHROMIUM_ARGS });
    page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    mkdirSync(SCREENSHOTS, { recursive: true });
  }, 60_000);
  afterAll(() => browser?.close());

  const open = async (hash = "", file = address) => {
    await page.goto("about:blank");
    await page.goto(file + hash);
    await page.waitForFunction(() => document.documentElement.dataset["ready"] === "true");
  };
  const status = () => page.locator("#status").innerText();

  test("opens from disk with figures and cases, runs nothing of the data and asks nothing of a network", async () => {
    await open();
    await page.locator("#figure-pairs .live svg").waitFor();
    expect(await status()).toBe(`${CASES.length} of ${CASES.length} cases`);
    expect(await page.locator(".fl-case").count()).toBe(20);
    // Every card of every page has been unpacked once.
    for (let turn = 1; turn < Math.ceil(CASES.length / 20); turn++) {
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText(`page ${turn + 1} of`).waitFor();
    }
    expect(await page.evaluate(() => (window as never as { hacked?: number }).hacked)).toBeUndefined();
    expect(await page.locator("#cards script, #cards img, #cards iframe, #cards svg").count()).toBe(0);
    expect(asked.filter((url) => !/^(file|data|about|blob):/.test(url))).toEqual([]);
    expect(said).toEqual([]);
    expect(await page.title()).toBe("</title><script>window.hacked = 9</script>");
  });

  test("filters, text search and deep links select the same cases, and the address keeps them", async () => {
    await open();
    await page.selectOption("#filter-pair", "sycophancy");
    const proved = CASES.filter(({ perturbedVerdict }) => perturbedVerdict.outcome === "proved").length;
    await page.getByText(`${proved} of ${CASES.length} cases`).waitFor();
    expect(page.url()).toContain("pair=sycophancy");
    await page.fill("#filter-q", "so 30 + 1");
    await page.getByText(`1 of ${CASES.length} cases`).waitFor();
    const link = page.url();
    await page.goBack();
    await page.getByText(`${proved} of ${CASES.length} cases`).waitFor();
    await open(new URL(link).hash);
    expect(await status()).toBe(`1 of ${CASES.length} cases`);
    await page.getByRole("link", { name: "Link to this case" }).click();
    await page.getByText("The case made-30/step_1").waitFor();
    await open(new URL(page.url()).hash);
    expect(await page.locator(".fl-case h3").allInnerTexts()).toEqual([expect.stringMatching(/^made-30\/step_1/)]);
    await open("#case=nowhere");
    expect(await status()).toContain("not in this report");
  });

  test("a click on a bar's segment shows its cases", async () => {
    await open("", address.replace("report.html", "plain.html"));
    await page.locator("#figure-mechanisms .live svg").waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, "report.png") });
    // The mark is drawn; text may lie on it, so its middle is clicked through the page.
    const box = (await page.locator("#figure-mechanisms .live .mark-rect.role-mark path").first().boundingBox())!;
    await page.locator("#figure-mechanisms .live svg").click({ position: await page.locator("#figure-mechanisms .live svg").evaluate((svg, middle) => ({ x: middle.x - svg.getBoundingClientRect().x, y: middle.y - svg.getBoundingClientRect().y }), { x: box.x + box.width / 2, y: box.y + box.height / 2 }) });
    await page.waitForFunction(() => location.hash.includes("diagnosis=still_true"));
  });

  test("everything can be reached and done by keyboard", async () => {
    await open();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the cases");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const reached = await page.evaluate(() => document.activeElement?.id);
    expect(reached).toMatch(/^filter-/);
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => location.hash.includes("="));
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.tagName === "SUMMARY")); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.locator("details[open]").count()).toBe(1);
    // Headings, names and text alternatives, for readers who listen.
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("figure img:not([alt]), figure img[alt='']").count()).toBe(0);
    expect(await page.locator("#filters select, #filters input").evaluateAll((controls) => controls.every((control) => (control as HTMLInputElement).labels!.length === 1))).toBe(true);
  });

  test("on paper: pictures instead of live figures, no controls", async () => {
    await open();
    await page.locator("#figure-uflb .live svg").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#figure-uflb img.static").isVisible()).toBe(true);
    expect(await page.locator("#figure-uflb .live").isVisible()).toBe(false);
    expect(await page.locator("#filters").isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
  });

  test("without JavaScript the rates, pictures and limits are there, and cards of a notebook are whole", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const tab = await plain.newPage();
    await tab.goto(address);
    expect(await tab.locator("table").first().isVisible()).toBe(true);
    expect(await tab.locator("#figure-pairs img.static").isVisible()).toBe(true);
    await tab.goto(address.replace("report.html", "cards.html"));
    expect(await tab.locator(".fl-case").count()).toBe(CASES.length);
    expect(await tab.locator(".fl-case mark").count()).toBeGreaterThan(0);
    await tab.setViewportSize({ width: 1100, height: 900 });
    await tab.screenshot({ path: join(SCREENSHOTS, "cards.png") });
    await plain.close();
  });
});
