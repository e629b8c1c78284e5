import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { config, requireDocker } from "../support/sandbox.ts";
import { openTestService } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import { openPage } from "./pay-browser.ts";
import { viewSite } from "./site-browser.ts";

const site = viewSite();

async function openPlayground(fragment = "", options: Parameters<typeof openPage>[2] = {}) {
  const opened = await openPage(site.browser, `${site.service.url}/${fragment}`, options);
  await opened.page.locator("#playground[data-ready]").waitFor();
  return opened;
}

const writeCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel("Python source").fill(code);
};
/** Pastes as a keyboard would: through the clipboard. */
async function pasteCode(page: Page, code: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(code)})`);
  await page.getByLabel("Python source").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}
const keepKey = async (page: Page, key: string): Promise<unknown> =>
  page.addInitScript(`localStorage.setItem("assay-key", ${JSON.stringify(key)})`);

async function keyWithCredits(): Promise<string> {
  const key = await site.service.createKey();
  await site.service.grant(key, 100);
  return key;
}

describe("a new user", () => {
  test("presses Run on a sample and sees a verdict, without terminal, key or payment", async () => {
    await using opened = await openPlayground();
    const { page, problems } = opened;
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#headline", { hasText: "Not valid" }).waitFor();
    expect(await page.locator(".findings li").count()).toBeGreaterThan(0);
    expect(await page.locator(".cm-lintRange-error").count()).toBe(1);
    expect(await page.locator("#key-line").innerText()).toMatch(
      /^A free key was created for you and is kept in this browser: asy_.*….*, 24 left today/,
    );
    const key = await page.evaluate("localStorage.getItem('assay-key')");
    expect((await site.service.send("/v1/keys/self", { key: String(key) })).status).toBe(200);
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("loads at most 300 kB, everything after the page in one round trip", async () => {
    const loaded: { url: string; bytes: Promise<number>; initiator: string }[] = [];
    await using opened = await openPage(site.browser, `${site.service.url}/`, {
      prepare: async (page) =>
        void page.on("requestfinished", (request) =>
          loaded.push({
            url: request.url(),
            initiator: request.resourceType(),
            bytes: request.sizes().then(({ responseBodySize }) => responseBodySize),
          }),
        ),
    });
    await opened.page.locator("#playground[data-ready]").waitFor();
    const sizes = await Promise.all(loaded.map(async ({ bytes }) => bytes));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
    const html = await (await site.service.send("/")).text();
    const named = loaded.map(({ url }) => new URL(url).pathname).filter((path) => path !== "/");
    expect(named.filter((path) => !html.includes(`"${path}"`))).toEqual([]);
  });
});

describe("code", () => {
  test("is checked when it is pasted, without a click", async () => {
    await using opened = await openPlayground("", {
      prepare: async (page) => keepKey(page, await site.service.createKey()),
    });
    const { page } = opened;
    await pasteCode(page, "import os\n\nprint(undefined_name)\n");
    await page.locator(".cm-lintRange-error").first().waitFor();
    const startedAt = performance.now();
    await pasteCode(page, "import sys\n\n\ndef half(n: int) -> str:\n    return n / 2\n");
    await page.locator(".cm-lintRange-error", { hasText: /n/ }).first().waitFor();
    await page.locator("#findings", { hasText: "return-value" }).waitFor();
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test("is run, filtered and stepped through by keyboard alone", async () => {
    await using opened = await openPlayground();
    const { page } = opened;
    await writeCode(page, "import os\n\n\nprint(missing)\n");
    await page.keyboard.press("Control+Enter");
    await page.locator("#headline", { hasText: "Not valid" }).waitFor();
    await page.getByRole("button", { name: /^Warnings/ }).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".findings li").allInnerTexts()).toEqual([
      expect.stringContaining("ruff:F401"),
    ]);
    await page.getByRole("button", { name: /^All/ }).press("Enter");
    await page.getByRole("button", { name: "Line 4" }).first().press("Enter");
    expect(await page.locator(".cm-activeLine").innerText()).toBe("print(missing)");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('#editor') === null")).toBe(true);
  });

  test("with only a warning is valid, and invalid in strict mode", async () => {
    await using opened = await openPlayground();
    const { page } = opened;
    await writeCode(page, "import os\n");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#headline", { hasText: /^Valid/ }).waitFor();
    expect(await page.locator("#why").innerText()).toBe("Warnings do not make code invalid; errors do.");
    await page.getByText("Options").click();
    await page.getByLabel("Strict: warnings reject").check();
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#headline", { hasText: "Not valid" }).waitFor();
  });

  test("comes back fixed as a diff, which is accepted with a key that has credits", async () => {
    await using opened = await openPlayground("", {
      prepare: async (page) => keepKey(page, await keyWithCredits()),
    });
    const { page, problems } = opened;
    await page.getByLabel("Repair").check();
    await pasteCode(page, "def area(radius)\n    return radius ** 2\n");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#fix .cm-insertedLine, #fix .cm-changedLine").first().waitFor();
    expect(problems).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Accept the fix" }).press("Enter");
    await page.locator("#headline", { hasText: /^Valid/ }).waitFor();
    expect(await page.getByLabel("Python source").innerText()).toContain("def area(radius):");
  });

  test("leads to the key's page in a mode that needs credits", async () => {
    await using opened = await openPlayground();
    const { page } = opened;
    await page.getByLabel("Repair").check();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Mode repair needs credits.").waitFor();
    await page.getByRole("link", { name: "Add credits to your key" }).click();
    await page.getByRole("heading", { name: "Your key" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/keys");
  });

  test("is shared in the fragment only, with its mode", async () => {
    await using opened = await openPlayground();
    const { page } = opened;
    await page.getByLabel("Repair").check();
    await writeCode(page, 'print("grüße")\n');
    await page.getByRole("button", { name: "Copy a link" }).click();
    await page.getByText("Link copied.").waitFor();
    const link = new URL(await page.evaluate("navigator.clipboard.readText()"));
    expect([link.pathname, link.search]).toEqual(["/", ""]);
    await using again = await openPlayground(link.hash);
    expect(await again.page.getByLabel("Python source").innerText()).toContain('print("grüße")');
    expect(await again.page.getByLabel("Repair").isChecked()).toBe(true);
  });
});

test("examples are run, and the page shows which passed, the actual values, and the fix that passes all of them", async () => {
  await requireDocker();
  await using whole = await openTestService({
    env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE },
  });
  const key = await whole.createKey();
  await whole.grant(key, 100);
  await using opened = await openPage(site.browser, `${whole.url}/`, {
    prepare: async (page) => keepKey(page, key),
  });
  const { page } = opened;
  await page.locator("#playground[data-ready]").waitFor();
  await page.getByLabel("Sample").selectOption({ label: "Wrong result, with examples" });
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Examples: 1 of 2 passed" }).waitFor();
  expect(await page.locator(".examples li").allInnerTexts()).toEqual([
    expect.stringMatching(/^failed[^]*total\(\[1, 2, 3\]\)[^]*got 5/),
    expect.stringMatching(/^passed[^]*assert total/),
  ]);
  await page.getByRole("button", { name: /accept/i }).press("Enter");
  await page.getByRole("heading", { name: "Examples: 2 of 2 passed" }).waitFor();
  await writeCode(page, 'print("hello")\n');
  await page.getByRole("button", { name: "Run" }).click();
  const output = page.getByRole("region", { name: "Standard output" });
  await output.waitFor();
  expect(await output.innerText()).toBe("hello\n");
  expect(await findViolations(page)).toEqual([]);
});
