import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "../../service/entrances/routes.ts";
import { findViolations } from "./axe.ts";
import { openPage } from "./pay-browser.ts";
import { viewSite } from "./site-browser.ts";

const site = viewSite();

/** How many bytes a page loads until the network is idle. */
async function weigh(path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  await using opened = await openPage(site.browser, site.service.url + path, {
    prepare: async (page) =>
      page.on("requestfinished", (request) =>
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
      ),
  });
  await opened.page.waitForLoadState("networkidle");
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.for(["/docs", "/docs/api"])("%s loads at most 500 kB at first view", async (path) => {
  expect(await weigh(path)).toBeLessThan(500_000);
});

const key = `asy_${"a".repeat(40)}`;
const withKey = {
  prepare: async (page: Page) => page.addInitScript(`localStorage.setItem("assay-key", "${key}")`),
};
/** What the clipboard holds. */
const copied = async (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");
/** The key is none of this service, which the head of each page finds out. */
const ofPage = (problems: readonly string[]): readonly string[] =>
  problems.filter((problem) => !problem.includes("401"));

describe("the docs", () => {
  test("can be searched by keyboard", async () => {
    await using opened = await openPage(site.browser, `${site.service.url}/docs`);
    const { page, problems } = opened;
    await page.keyboard.press("/");
    const search = page.getByRole("combobox", { name: "Search the docs" });
    await search.pressSequentially("receipt");
    const chosen = page.locator('#hits [aria-selected="true"]');
    await chosen.waitFor();
    expect(await chosen.locator("b").innerText()).toBe("Receipts");
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/receipts");
    expect(problems).toEqual([]);
  });

  test("say what was searched where nothing is found", async () => {
    await using opened = await openPage(site.browser, `${site.service.url}/docs`);
    const { page } = opened;
    const search = page.getByRole("combobox", { name: "Search the docs" });
    await search.pressSequentially("nosuchword");
    await page
      .getByText(/Nothing found for “nosuchword”. Searched: \d+ pages of the docs and \d+ rules/)
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await search.press("Escape");
    expect(await page.locator("#no-hits").isVisible()).toBe(false);
  });

  test("copy a request in the chosen language, with the key of this browser in it and without", async () => {
    await using opened = await openPage(site.browser, `${site.service.url}/docs/start`, withKey);
    const { page, problems } = opened;
    const block = page.locator(".block", { has: page.getByRole("tab") }).first();
    const copy = block.locator(".copy");
    await copy.press("Enter");
    await block.getByText("Copied").waitFor();
    expect(await copied(page)).toContain(`Authorization: Bearer ${key}`);
    await block.getByRole("tab", { name: "curl" }).press("ArrowRight");
    await block.getByRole("tab", { name: "Python", selected: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await copy.press("Enter");
    await expect.poll(async () => copied(page)).toContain(`"Bearer " + "${key}"`);
    await page.getByLabel("Fill in my key").uncheck();
    await copy.press("Enter");
    await expect.poll(async () => copied(page)).toContain('os.environ["ASSAY_API_KEY"]');
    expect(await page.locator("pre").allInnerTexts()).not.toContainEqual(expect.stringContaining(key));
    expect(ofPage(problems)).toEqual([]);
  });

  test("keep the chosen language on the next page", async () => {
    await using opened = await openPage(site.browser, `${site.service.url}/docs/start`);
    const { page } = opened;
    await page.getByRole("tab", { name: "JavaScript" }).first().click();
    await page.goto(`${site.service.url}/docs/http`);
    await page.getByRole("tab", { name: "JavaScript", selected: true }).first().waitFor();
    expect(await page.getByRole("tabpanel").first().innerText()).toContain("await fetch(");
  });

  test("begin with the search and the menu on phones", async () => {
    await using opened = await openPage(site.browser, `${site.service.url}/docs/http`, {
      viewport: { width: 390, height: 800 },
    });
    const { page } = opened;
    const top = async (selector: string): Promise<number> =>
      (await page.locator(selector).first().boundingBox())!.y;
    expect(await top("#search")).toBeLessThan(await top(".menudocs"));
    expect(await top(".menudocs")).toBeLessThan(await top("h1"));
    await page.locator(".menudocs summary").press("Enter");
    await page
      .getByRole("navigation", { name: "Docs menu" })
      .getByRole("link", { name: "Receipts" })
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test("link only to pages and headings that exist", async () => {
    const seen = new Map<string, string>();
    const read = async (path: string): Promise<string> => {
      const known = seen.get(path);
      if (known !== undefined) return known;
      const response = await site.service.send(path, { headers: { accept: "text/html" } });
      seen.set(path, response.status === 200 ? await response.text() : "");
      return seen.get(path)!;
    };
    const lost: string[] = [];
    for (const [, first] of (await read("/docs")).matchAll(/href="(\/docs\/[^"#]+)"/g))
      for (const [, path, , id] of (await read(first!)).matchAll(
        /href="(\/(?:docs|rules)[^"#]*)(#([^"]*))?"/g,
      )) {
        const html = await read(path!);
        if (html === "" || (id !== undefined && !html.includes(`id="${id}"`)))
          lost.push(`${first} → ${path}#${id ?? ""}`);
      }
    expect(lost).toEqual([]);
  });
});

describe("the API reference", () => {
  test('shows every operation in its group, and "try it" gets an answer', async () => {
    await using opened = await openPage(site.browser, `${site.service.url}/docs/api`);
    const { page, problems } = opened;
    await page.locator(".operation").first().waitFor();
    const shown = await page.locator(".operation summary code").allInnerTexts();
    expect(new Set(shown)).toEqual(
      new Set(routes.filter(({ isHidden }) => !isHidden).map(({ path }) => path)),
    );
    const info = page.locator(".operation", { has: page.getByText("/v1/info", { exact: true }) });
    await info.locator("summary").press("Enter");
    await info.getByRole("button", { name: "Send" }).press("Enter");
    const answer = info.getByRole("region", { name: "Answer" });
    await answer.waitFor();
    expect(await answer.innerText()).toMatch(/^200[^]*"assay"/);
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("shows every nested field with its meaning and an example, and a request in three languages", async () => {
    await using opened = await openPage(
      site.browser,
      `${site.service.url}/docs/api#post_v1_validate`,
      withKey,
    );
    const { page, problems } = opened;
    const entry = page.locator("#post_v1_validate");
    await entry.getByRole("heading", { name: "Fields of the request" }).waitFor();
    const cells = async (field: string): Promise<string[]> =>
      entry
        .getByRole("row", {
          name: new RegExp(`^${field.replaceAll(/[[\].]/g, String.raw`\$&`)}(?: required)? `),
        })
        .locator("td")
        .allInnerTexts();
    expect(await cells("options.timeout_s")).toEqual([
      "number or null",
      expect.stringContaining("in seconds"),
      expect.stringMatching(/^\S+$/),
    ]);
    expect(await cells("diagnostics[].line")).toEqual(["integer or null", "From 1.", "2"]);
    const shown = await entry.innerText();
    expect(shown).not.toContain("`code`");
    expect(shown).not.toContain("`meta");
    for (const language of ["curl", "Python", "JavaScript"]) {
      await entry.getByRole("tab", { name: language }).click();
      const panel = entry.getByRole("tabpanel", { name: language });
      expect(await panel.innerText()).toContain(`${site.service.url}/v1/validate`);
    }
    await entry.locator(".copy").first().click();
    await expect.poll(async () => copied(page)).toContain(key);
    for (const [width, colorScheme] of [
      [1280, "light"],
      [390, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    }
    expect(ofPage(problems)).toEqual([]);
  });
});
