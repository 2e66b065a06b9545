/*
 * JupyterLab as `npm run lab` opens it, in a real Chromium: the first notebook is looked at, run and changed as a newcomer would. Saving is
 * turned away at the browser, so that the work tree stays as it is.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Notebook } from "../../src/setup/notebooks";
import { chromium, CHROMIUM_ARGS, CHROMIUM_REMEDY } from "../support/chromium";
import { descendants, stillRunning, until } from "../support/processes";
import { hasJupyter, JUPYTER_REMEDY, PROJECT } from "../support/project";
import { publishedRows } from "../support/published";

const executable = chromium();
const missing = [executable ? "" : CHROMIUM_REMEDY, hasJupyter ? "" : JUPYTER_REMEDY].filter(Boolean).join("; ");
const NOTEBOOK = join(PROJECT, "notebooks", "00-start.ipynb");
const PICTURE = ".jp-RenderedSVG :is(svg, img)";
const SCREENSHOTS = join(PROJECT, ".cache", "screenshots");

describe.skipIf(missing)(`JupyterLab in a browser${missing && ` [${missing}]`}`, { timeout: 120_000, retry: 1 }, () => {
  let lab: ChildProcess;
  let browser: Browser;
  let page: Page;
  let said = "";
  const asked: string[] = [];
  const before = readFileSync(NOTEBOOK);
  const code = (JSON.parse(before.toString("utf8")) as Notebook).cells.filter((cell) => cell.cell_type === "code");
  const kept = code.flatMap((cell) => cell.outputs!).filter((output) => output.data?.["image/svg+xml"]);

  beforeAll(async () => {
    const port = await freePort();
    const home = join(PROJECT, ".cache", "lab-test");
    // npm_config_… of the npm that runs the tests is what npm run lab would have too.
    const args = ["lab", "--no-browser", `--ServerApp.port=${port}`, "--IdentityProvider.token=test", `--LabApp.workspaces_dir=${home}`];
    lab = spawn(process.execPath, [join(PROJECT, "src", "setup", "bootstrap.cjs"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [lab.stdout!, lab.stderr!]) stream.on("data", (chunk) => (said += chunk));
    await until("JupyterLab says its address", () => said.includes(`http://127.0.0.1:${port}/lab`));
    browser = await playwright.launch({ executablePath: executable, args: CHROMIUM_ARGS });
    // So tall that all cells are on the page; JupyterLab leaves out what is far outside the window.
    page = await browser.newPage({ viewport: { width: 1200, height: 4400 } });
    page.setDefaultTimeout(60_000);
    page.on("request", (request) => asked.push(request.url()));
    page.on("websocket", (socket) => asked.push(socket.url()));
    await page.route("**/api/contents/**", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
    await page.goto(`http://127.0.0.1:${port}/lab/tree/notebooks/00-start.ipynb?token=test`);
  }, 150_000);

  afterAll(async () => {
    await browser?.close();
    lab?.kill("SIGKILL"); // in case a test ended early; what it started ends with it
  });

  test("opens with the kept pictures in sight, the kernel found, and no question asked", async () => {
    await page.locator(PICTURE).first().waitFor();
    await kernelIsIdle(page);
    // The state may be shown a moment before the name.
    await until("the kernel is named TypeScript", async () => (await page.locator(".jp-KernelName").innerText()) === "TypeScript");
    await noQuestion(page);
  });

  test("runs all cells: figures, no error, nothing on standard error", async () => {
    await page.getByRole("menuitem", { name: "Run", exact: true }).click();
    await page.getByRole("menuitem", { name: "Run All Cells", exact: true }).click();
    const prompts = page.locator(".jp-CodeCell .jp-InputPrompt");
    await until("every cell has run", async () => (await prompts.allInnerTexts()).every((text) => /\[\d+\]/.test(text)), 90);
    await kernelIsIdle(page);

    expect(await prompts.count()).toBe(code.length);
    expect(await page.locator("[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']").allInnerTexts()).toEqual([]);
    const figures = page.locator(PICTURE);
    expect(await figures.count()).toBe(kept.length);
    expect(kept.length).toBeGreaterThan(0);
    for (const figure of await figures.all()) {
      const box = (await figure.boundingBox())!;
      expect(box.width).toBeGreaterThan(500);
      expect(box.height).toBeGreaterThan(150);
    }
    await noQuestion(page);
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, "lab-00-start.png") });
  });

  test("a changed cell gives its new result", async () => {
    const rows = publishedRows("faithformbench-outcomes.csv")!;
    const proved = (perturbation: string) => String(rows.filter((row) => row["formaliser"] === "Goedel" && row["perturbation"] === perturbation).reduce((sum, row) => sum + Number(row["proved"]), 0));
    const cell = page.locator(".jp-CodeCell", { hasText: '.eq("none")' });
    const goedel = cell.locator(".jp-OutputArea tr", { hasText: "Goedel" });
    expect(await goedel.locator("td").nth(1).innerText()).toBe(proved("none"));

    const line = cell.locator(".cm-line", { hasText: '.eq("none")' });
    const text = await line.innerText();
    await line.click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.insertText(text.replace('"none"', '"llm"'));
    await page.keyboard.press("Shift+Enter");
    const changed = page.locator(".jp-CodeCell", { hasText: '.eq("llm")' }).locator(".jp-OutputArea tr", { hasText: "Goedel" });
    await until("the new result", async () => (await changed.locator("td").nth(1).innerText()) === proved("llm"));
  });

  test("asks nothing of the network, and JupyterLab neither: no news, no updates", () => {
    expect(asked.filter((url) => !/^(http|ws):\/\/127\.0\.0\.1:|^(data|blob):/.test(url))).toEqual([]);
    expect(asked.filter((url) => /\/lab\/api\/(news|update)/.test(url))).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
  });

  test("ends with everything it started, and the notebook is as it was", async () => {
    const started = descendants(lab.pid!);
    expect(started.length).toBeGreaterThanOrEqual(3); // guard, Jupyter, kernel
    await browser.close();
    lab.kill("SIGTERM");
    await until("JupyterLab has ended", () => lab.exitCode !== null);
    await until("its processes have ended", () => stillRunning(started).length === 0, 10);
    expect(readFileSync(NOTEBOOK).equals(before)).toBe(true);
  });
});

async function kernelIsIdle(page: Page): Promise<void> {
  await page.locator(".jp-NotebookPanel-toolbar [data-status='idle']").waitFor({ timeout: 90_000 });
}

/** Neither a dialog, such as the choice of a kernel, nor a note in the corner, such as the offer of news. */
async function noQuestion(page: Page): Promise<void> {
  expect(await page.locator(".jp-Dialog, .Toastify__toast").allInnerTexts()).toEqual([]);
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
