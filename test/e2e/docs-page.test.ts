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

describe("the docs", () => {
  test("can be searched by keyboard", async () => {
    await using opened = await openPage(site.browser, `${site.service.url}/docs`);
    const { page, problems } = opened;
    await page.getByRole("searchbox", { name: "Search the docs" }).pressSequentially("dict-as-pairs");
    const hit = page.locator("#hits a").first();
    await hit.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await hit.press("Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/dict-as-pairs$|^\/docs\//);
    expect(problems).toEqual([]);
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
});
