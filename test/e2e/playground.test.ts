import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { config, requireDocker } from "../support/sandbox.ts";
import { openTestService } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import {
  chooseMode,
  findings,
  headline,
  keepKey,
  openPlayground,
  source,
  squiggles,
  typeUnchecked,
} from "./playground-browser.ts";
import { viewSite } from "./site-browser.ts";

const site = viewSite();
const open = async (options: Parameters<typeof openPlayground>[2] = {}) =>
  openPlayground(site.browser, site.service.url, options);
const unchecked = { prepare: typeUnchecked };

async function keyWithCredits(): Promise<string> {
  const key = await site.service.createKey();
  await site.service.grant(key, 100);
  return key;
}
const keyOf = async (page: Page): Promise<unknown> => page.evaluate("localStorage.getItem('assay-key')");
const balanceOf = async (key: string): Promise<{ credits: number; calls_remaining: number }> =>
  (await (await site.service.send("/v1/keys/self", { key })).json()) as never;
const run = async (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Run", exact: true }).click();

describe("a new visitor", () => {
  test("sees the whole story played, checked in the browser, without a click, a key or a request", async () => {
    const asked: string[] = [];
    await using opened = await open({
      prepare: async (page) =>
        void page.on("request", (request) => asked.push(new URL(request.url()).pathname)),
    });
    const { page, problems } = opened;
    expect(await headline(page).innerText()).toBe("Not valid. One fix, proven.");
    expect(await page.locator(".trail h3").allInnerTexts()).toEqual([
      expect.stringMatching(/^Broken\s+2 of 3 examples fail/),
      expect.stringMatching(/^Fixed/),
      expect.stringMatching(/^Proven\s+3 of 3 examples pass with the fix/),
    ]);
    expect(await page.locator(".runs tbody tr").allInnerTexts()).toEqual(
      ["total([1, 2, 3])\t6\t5\t6", "total([7])\t7\t0\t7", "total([])\t0\t0\t0"].map((row) =>
        expect.stringMatching(row.replaceAll(/[()[\]]/g, String.raw`\$&`).replaceAll("\t", String.raw`\s+`)),
      ),
    );
    expect(await page.locator("#editor .lens").innerText()).toBe("2 of 3 examples fail");
    expect(await page.locator("#example-marks .out").allInnerTexts()).toEqual([
      "",
      "got 5",
      "",
      "got 0",
      "passes",
    ]);
    await page.getByText("checked in this browser").waitFor();
    expect(asked.filter((path) => path.startsWith("/v1/"))).toEqual([]);
    expect(await keyOf(page)).toBeNull();
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("is told nothing of examples that were not run with the code as it is now", async () => {
    await using opened = await open(unchecked);
    const { page } = opened;
    const [count, marks] = [page.locator("#examples-count"), page.locator("#example-marks .out")];
    expect(await count.innerText()).toBe("your code: 1 of 3 pass");
    const before = await source(page).inputValue();
    await source(page).fill("def total(numbers):\n    return 6\n");
    expect(await count.innerText()).toBe("doctest lines or assertions");
    expect(await marks.count()).toBe(0);
    expect(await page.locator("#editor .lens").count()).toBe(0);
    await source(page).fill(before);
    expect(await count.innerText()).toBe("your code: 1 of 3 pass");
  });

  test("sees every sample in every mode, with a receipt that holds and nothing to pay", async () => {
    await using opened = await open();
    const { page, problems } = opened;
    for (const sample of ["type-error", "security", "dict-pairs", "broken-syntax", "wrong-result"]) {
      await page.getByLabel("Sample", { exact: true }).selectOption(sample);
      for (const mode of ["Check", "Fix", "Run and prove"]) {
        await chooseMode(page, mode);
        const answered = page.waitForResponse(/\/v1\/samples\/[\w-]+\?mode=/);
        await run(page);
        await (await answered).finished();
        await page.locator("#result", { hasText: "stored answer for this sample" }).waitFor();
        await page.getByText("checked in this browser").waitFor();
      }
    }
    expect(await keyOf(page)).toBeNull();
    expect(problems).toEqual([]);
  });

  test("gets a free key with the first run of code of their own", async () => {
    await using opened = await open(unchecked);
    const { page, problems } = opened;
    await source(page).fill("import os\n\nprint(missing)\n");
    expect(await page.getByLabel("Sample", { exact: true }).inputValue()).toBe("");
    await chooseMode(page, "Check");
    await run(page);
    await headline(page).filter({ hasText: "Not valid. 1 error." }).waitFor();
    expect(await findings(page).count()).toBe(2);
    expect(await squiggles(page).count()).toBe(2);
    await page.locator("#cost-static", { hasText: "free, 24 left today" }).waitFor();
    expect(await page.locator("#key-chip").innerText()).toMatch(/^Your key\s+24 free today$/);
    expect((await site.service.send("/v1/keys/self", { key: String(await keyOf(page)) })).status).toBe(200);
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("uses the key of a link, which leaves the address, and is asked before it replaces their own", async () => {
    const [first, second] = [await site.service.createKey(), await site.service.createKey()];
    await site.service.grant(first, 84);
    await using opened = await open({ fragment: `#key=${first}` });
    const { page } = opened;
    expect(await keyOf(page)).toBe(first);
    expect(page.url()).not.toContain("key=");
    await page.locator("#key-chip", { hasText: "Your key 84 credits" }).waitFor();
    await page.goto("about:blank");
    await page.goto(`${site.service.url}/#key=${second}`);
    await page.getByRole("button", { name: "Use the link's key" }).waitFor();
    expect(await keyOf(page)).toBe(first);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Use the link's key" }).click();
    await page.locator("#key-chip", { hasText: "25 free today" }).waitFor();
    expect(await keyOf(page)).toBe(second);
  });
});

describe("a fix", () => {
  test("is accepted without a call or a charge, and undone by the button and by Ctrl+Z", async () => {
    const key = await keyWithCredits();
    await using opened = await open({ prepare: async (page) => keepKey(page, key) });
    const { page, problems } = opened;
    const before = await source(page).inputValue();
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    const accept = page.getByRole("button", { name: "Accept the fix" });
    await accept.press("Enter");
    await headline(page).filter({ hasText: "Valid. 3 of 3 examples pass." }).waitFor();
    expect(await source(page).inputValue()).toContain("range(0, len(numbers))");
    expect(await page.locator("#editor .lens.ok").innerText()).toBe("3 of 3 examples pass");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await headline(page).filter({ hasText: "Not valid" }).waitFor();
    expect(await source(page).inputValue()).toBe(before);
    await accept.press("Enter");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await source(page).focus();
    await page.keyboard.press("Control+z");
    await headline(page).filter({ hasText: "Not valid" }).waitFor();
    expect(await source(page).inputValue()).toBe(before);
    expect(calls).toEqual([]);
    expect(await balanceOf(key)).toMatchObject({ credits: 100, calls_remaining: 25 });
    expect(problems).toEqual([]);
  });

  test("costs its price once for the visitor's own code, and nothing more when it is accepted", async () => {
    const key = await keyWithCredits();
    await using opened = await open({
      prepare: async (page) => {
        await keepKey(page, key);
        await typeUnchecked(page);
      },
    });
    const { page } = opened;
    await source(page).fill("def area(radius)\n    return radius ** 2\n");
    await chooseMode(page, "Fix");
    await run(page);
    await page.getByRole("button", { name: "Accept the fix" }).click();
    await headline(page).filter({ hasText: "Valid with the fix." }).waitFor();
    expect(await source(page).inputValue()).toContain("def area(radius):");
    expect((await balanceOf(key)).credits).toBe(97);
    expect(await page.locator("#key-chip").innerText()).toMatch(/^Your key\s+97 credits$/);
  });
});

describe("the editor", () => {
  test("checks while one types, moves findings with their lines, and stops when it is switched off", async () => {
    await using opened = await open({
      prepare: async (page) => keepKey(page, await site.service.createKey()),
    });
    const { page } = opened;
    await source(page).fill("import os\n\nprint(undefined_name)\n");
    await page.locator("#findings", { hasText: "in your code as it is now" }).waitFor();
    expect(await squiggles(page).allInnerTexts()).toEqual(["os", "undefined_name"]);
    await page.getByLabel("Check while I type").uncheck();
    await source(page).press("Control+Home");
    await page.keyboard.press("Enter");
    await page.locator("#findings", { hasText: "before your last change" }).waitFor();
    expect(
      await page
        .locator(".row", { has: page.locator(".sq") })
        .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-n"))),
    ).toEqual(["2", "4"]);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.waitForTimeout(1600);
    expect(asked).toEqual([]);
  });

  test("leaves the last free checks to Run", async () => {
    const key = await site.service.createKey();
    for (let used = 0; used < 20; used += 1) await site.service.validate(key, { code: `x = ${used}\n` });
    await using opened = await open({ prepare: async (page) => keepKey(page, key) });
    const { page } = opened;
    await page.locator("#cost-static", { hasText: "free, 5 left today" }).waitFor();
    await source(page).fill("import os\n");
    await page.getByText("the last 5 free checks are for Run").waitFor();
    expect((await balanceOf(key)).calls_remaining).toBe(5);
  });

  test("is used by keyboard alone: run, next finding, out again", async () => {
    await using opened = await open(unchecked);
    const { page } = opened;
    await chooseMode(page, "Check");
    await source(page).fill("import os\n\n\nprint(missing)\n");
    await page.keyboard.press("Control+Enter");
    await headline(page).filter({ hasText: "Not valid" }).waitFor();
    await source(page).focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    expect(await page.locator("#editor .row.here").innerText()).toBe("print(missing)\n");
    expect(await page.locator("#status").innerText()).toMatch(/^Line 4: .*missing/);
    await page.getByRole("button", { name: "Line 1" }).press("Enter");
    expect(await page.locator("#editor .row.here").innerText()).toBe("import os\n");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('#editor') === null")).toBe(true);
  });

  test("indents and shows text where it is typed, line on line", async () => {
    await using opened = await open(unchecked);
    const { page } = opened;
    await source(page).fill("");
    await source(page).pressSequentially("def f(x):\nif x:\nreturn 1");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("return 2");
    expect(await source(page).inputValue()).toBe("def f(x):\n    if x:\n        return 1\n    return 2");
    await page.keyboard.press("Shift+Tab");
    expect(await source(page).inputValue()).toMatch(/\nreturn 2$/);
    await source(page).fill(`${"x = 1\n".repeat(200)}${"y".repeat(300)}`);
    const [text, rows] = await Promise.all([
      source(page).boundingBox(),
      page.locator("#editor .code").boundingBox(),
    ]);
    expect(text!.height).toBe(rows!.height);
    expect(text!.x + text!.width).toBeCloseTo(rows!.x + rows!.width, 0);
    expect(await page.evaluate("document.documentElement.scrollHeight <= innerHeight")).toBe(true);
    expect(
      await page
        .locator("#editor .row")
        .evaluateAll((all) => new Set(all.map((row) => row.getBoundingClientRect().height)).size),
    ).toBe(1);
  });

  test("has several files in tabs, checks them together, and goes to a finding in another", async () => {
    await using opened = await open(unchecked);
    const { page, problems } = opened;
    await chooseMode(page, "Check");
    await source(page).fill("from pricing import total\n\nprint(total([5]))\n");
    await page.getByRole("button", { name: "File" }).click();
    await page.getByLabel("Name of the new file").fill("pricing");
    await page.keyboard.press("Enter");
    await source(page, "pricing.py").fill("def total(prices: list[int]) -> int:\n    return missing\n");
    await run(page);
    await headline(page).filter({ hasText: "Not valid. 1 error in 2 files." }).waitFor();
    await page.getByRole("tab", { name: "main.py" }).click();
    expect(await squiggles(page).count()).toBe(0);
    await page.getByRole("button", { name: "pricing.py, line 2" }).click();
    expect(await page.getByRole("tab", { selected: true }).innerText()).toMatch(/^pricing.py\s*1/);
    expect(await squiggles(page).innerText()).toBe("missing");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove pricing.py" }).click();
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["main.py"]);
    expect(problems).toEqual([]);
  });
});

describe("a run", () => {
  test("is cancelled in the place of Run, costs nothing, and the last verdict comes back", async () => {
    const key = await keyWithCredits();
    await using opened = await open({
      prepare: async (page) => {
        await keepKey(page, key);
        await typeUnchecked(page);
        await page.route("**/v1/validate**", () => undefined);
      },
    });
    const { page } = opened;
    await source(page).fill("x = 1\n");
    await chooseMode(page, "Fix");
    const button = page.getByRole("button", { name: "Run", exact: true });
    const place = await button.boundingBox();
    await button.click();
    const cancel = page.getByRole("button", { name: "Cancel" });
    expect(await cancel.boundingBox()).toEqual(place);
    expect(await headline(page).innerText()).toBe("Looking for a fix");
    expect(await findViolations(page)).toEqual([]);
    await cancel.click();
    expect(await headline(page).innerText()).toBe("Not valid. One fix, proven.");
    expect((await balanceOf(key)).credits).toBe(100);
  });

  test("is refused with why, what to do and which request it was, and leaves the last verdict", async () => {
    await using opened = await open(unchecked);
    const { page } = opened;
    await source(page).fill("x = 1\n");
    await chooseMode(page, "Fix");
    await run(page);
    const alert = page.locator("#alert");
    await alert.getByRole("heading").waitFor();
    expect(await alert.innerText()).toMatch(/samples are free[^]*Nothing was charged[^]*Request [\w-]+/);
    expect(await headline(page).innerText()).toBe("Not valid. One fix, proven.");
    expect(await findViolations(page)).toEqual([]);
    await alert.getByRole("link", { name: "Buy credits" }).click();
    await page.waitForURL("**/keys");
  });

  test("is refused beyond the daily limit, with when free checks start again", async () => {
    const key = await site.service.createKey();
    for (let used = 0; used < 25; used += 1) await site.service.validate(key, { code: `y = ${used}\n` });
    await using opened = await open({
      prepare: async (page) => {
        await keepKey(page, key);
        await typeUnchecked(page);
      },
    });
    const { page } = opened;
    await page.locator("#cost-static", { hasText: "0 free left today" }).waitFor();
    await chooseMode(page, "Check");
    await source(page).fill("z = 1\n");
    await run(page);
    const alert = page.locator("#alert");
    await alert.getByText(/Free checks start again at 00:00 UTC, in (\d+ h )?\d+ min/).waitFor();
    await alert.getByRole("button", { name: "Run a sample, free" }).click();
    await headline(page).filter({ hasText: "One fix, proven" }).waitFor();
    expect(await alert.isVisible()).toBe(false);
  });

  test("with only a warning is valid, and invalid in strict mode", async () => {
    await using opened = await open(unchecked);
    const { page } = opened;
    await source(page).fill("import os\n");
    await chooseMode(page, "Check");
    await run(page);
    await headline(page).filter({ hasText: "Valid. 1 warning." }).waitFor();
    await page.locator("#options summary").click();
    await page.getByLabel("Strict: warnings reject").check();
    await page.keyboard.press("Escape");
    await run(page);
    await headline(page).filter({ hasText: "Not valid" }).waitFor();
    await page.getByText("checked in this browser").waitFor();
    expect(await page.locator("#alert").isVisible()).toBe(false);
  });
});

describe("what leaves the page", () => {
  test("a link to the code holds it in the fragment only, with its mode", async () => {
    await using opened = await open(unchecked);
    const { page } = opened;
    await chooseMode(page, "Fix");
    await source(page).fill('print("grüße")\n');
    await page.locator("#share summary").click();
    await page.getByRole("button", { name: "Copy a link to the code" }).click();
    await page.getByText("Link copied.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    const link = new URL(await page.evaluate("navigator.clipboard.readText()"));
    expect([link.pathname, link.search]).toEqual(["/", ""]);
    await using again = await open({ fragment: link.hash });
    expect(await source(again.page).inputValue()).toBe('print("grüße")\n');
    expect(await again.page.getByLabel("Fix").isChecked()).toBe(true);
    expect(await headline(again.page).innerText()).toBe("Your verdict appears here.");
    expect(await findViolations(again.page)).toEqual([]);
  });

  test("a verdict is shared by a link that anyone can open, until it is deleted", async () => {
    await using opened = await open(unchecked);
    const { page, problems } = opened;
    await page.locator("#share summary").click();
    await page.getByRole("button", { name: "Create the link" }).click();
    await page.getByText("Link copied.").waitFor();
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    const path = /\/verdicts\/[\w-]+$/.exec(link)![0];
    const look = async (): Promise<number> =>
      (await site.service.send(path, { headers: { accept: "text/html" } })).status;
    expect(await look()).toBe(200);
    await page.getByRole("button", { name: "Delete it" }).click();
    await page.getByText("The link was deleted.").waitFor();
    expect(await look()).not.toBe(200);
    expect(problems).toEqual([]);
  });

  test("the request copied as curl and as Python is answered in a shell, and the JSON is the verdict", async () => {
    const key = await site.service.createKey();
    await using opened = await open(unchecked);
    const { page } = opened;
    const code = `import os\n\nprint('it''s "quoted" \\\\ $HOME')\n`;
    await source(page).fill(code);
    await chooseMode(page, "Check");
    const copied = async (name: string): Promise<string> => {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByText(`Copied as ${name}.`).waitFor();
      return page.evaluate("navigator.clipboard.readText()");
    };
    const env = { ...process.env, ASSAY_API_KEY: key };
    const shell = promisify(execFile);
    const [curl, python] = [await copied("curl"), await copied("Python")];
    const answers = [
      (await shell("bash", ["-c", curl.replace("curl ", "curl -s ")], { env })).stdout,
      (await shell("python3", ["-c", python], { env })).stdout,
    ].map((text) => JSON.parse(text) as { diagnostics: { rule: string }[] });
    for (const { diagnostics } of answers) expect(diagnostics.map(({ rule }) => rule)).toEqual(["ruff:F401"]);
    const verdict = JSON.parse(await copied("JSON")) as object;
    const checked = await site.service.send("/v1/verify", { body: { response: verdict } });
    expect(await checked.json()).toMatchObject({ valid_signature: true, payment: "sample" });
  });
});

/** The playground of a service that runs code, with a key that has credits for it. */
async function openWhole() {
  await requireDocker();
  const whole = await openTestService({
    env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE },
  });
  const key = await whole.createKey();
  await whole.grant(key, 100);
  const opened = await openPlayground(site.browser, whole.url, {
    prepare: async (page) => {
      await keepKey(page, key);
      await typeUnchecked(page);
    },
  });
  const closing = new AsyncDisposableStack();
  closing.use(whole);
  closing.use(opened);
  return { ...opened, [Symbol.asyncDispose]: async () => closing.disposeAsync() };
}

test("examples are run, and the page shows which passed, the actual values, and the fix that passes all of them", async () => {
  await using opened = await openWhole();
  const { page } = opened;
  await source(page).fill("def twice(n):\n    return n * 3\n");
  await page.getByLabel("Examples", { exact: true }).fill(">>> twice(2)\n4\nassert twice(0) == 0\n");
  await chooseMode(page, "Run and prove");
  await run(page);
  await headline(page).filter({ hasText: "One fix, proven." }).waitFor();
  expect(await page.locator("#example-marks .out").allInnerTexts()).toEqual(["", "got 6", "passes"]);
  await page.getByText("checked in this browser").waitFor();
  await page.getByRole("button", { name: "Accept the fix" }).click();
  await headline(page).filter({ hasText: "Valid. 2 of 2 examples pass." }).waitFor();
  expect(await page.locator("#example-marks .out").allInnerTexts()).toEqual(["", "passes", "passes"]);
  await source(page).fill('print("hello")\n');
  await page.getByLabel("Examples", { exact: true }).fill("");
  await run(page);
  const output = page.getByRole("region", { name: "Output" });
  await output.waitFor();
  expect(await output.innerText()).toBe("hello\n");
  expect(await findViolations(page)).toEqual([]);
});

test("files that the program writes are shown as pictures, tables and text, and nothing in them runs", async () => {
  await using opened = await openWhole();
  const { page, problems } = opened;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" onload="top.document.title = 'run'"><rect width="90" height="30"/></svg>`;
  const rows = Array.from({ length: 60 }, (_, at) => `${at},"<b>a ""row"", ${at}</b>"`);
  const written = {
    "chart.svg": svg,
    "table.csv": `n,text\n${rows.join("\n")}\n`,
    "page.html": "<html><script>top.x = 1</script>",
  };
  await chooseMode(page, "Run and prove");
  await source(page).fill(
    `for name, text in ${JSON.stringify(written)}.items():\n    with open(name, "w", encoding="utf-8") as stream:\n        stream.write(text)\n`,
  );
  await page.getByLabel("Examples", { exact: true }).fill("");
  await page.locator("#options summary").click();
  await page.getByLabel("Files to return").fill("chart.svg, table.csv, page.html, never.png");
  await page.keyboard.press("Escape");
  await run(page);
  const picture = page.getByRole("img", { name: "chart.svg" });
  await picture.waitFor();
  await page.waitForFunction("document.querySelector('.picture').complete");
  const size = "['naturalWidth', 'naturalHeight'].map((side) => document.querySelector('.picture')[side])";
  expect(await page.evaluate(size)).toEqual([90, 30]);
  const table = page.getByRole("group", { name: "Table table.csv" });
  expect(await table.locator("th").allInnerTexts()).toEqual(["n", "text"]);
  expect(await table.locator("tbody tr").count()).toBe(50);
  expect(await table.locator("tbody tr").nth(7).locator("td").allInnerTexts()).toEqual([
    "7",
    '<b>a "row", 7</b>',
  ]);
  expect(await page.getByRole("region", { name: "page.html" }).innerText()).toBe(written["page.html"]);
  expect(await findings(page).allInnerTexts()).toEqual([
    expect.stringContaining("never.png was not written"),
  ]);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download table.csv" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("table.csv");
  expect(readFileSync(await download.path(), "utf8")).toBe(written["table.csv"]);
  expect(await page.evaluate("[document.title === 'run', typeof window.x]")).toEqual([false, "undefined"]);
  await page.getByText("checked in this browser").waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});
