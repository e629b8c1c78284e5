import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./pay-browser.ts";
import { viewSite } from "./site-browser.ts";

const site = viewSite();

/** A line of 50 kB a second on which every answer takes 400 ms to begin. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** What the visitor sees when, in milliseconds since the address was entered, and how much the page moved. */
const firstPaint = async (page: Page): Promise<number> =>
  page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime");

const watchShifts = `
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.moved += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
`;

test("the playground is seen within a second on a slow line, can be used within four, and loads at most 100 kB", async () => {
  const loaded: Promise<number>[] = [];
  await using opened = await openPage(site.browser, `${site.service.url}/`, {
    prepare: async (page) => {
      await slowDown(page);
      await page.addInitScript(watchShifts);
      page.on("requestfinished", (request) =>
        loaded.push(
          request
            .sizes()
            .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
        ),
      );
    },
  });
  const { page, problems } = opened;
  await page.locator("#playground[data-ready]").waitFor();
  const usable = await page.evaluate<number>("performance.now()");
  await page.getByText("checked in this browser").waitFor();
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0);
  const seen = await firstPaint(page);
  const moved = await page.evaluate<number>("window.moved");
  expect(seen).toBeLessThan(1000);
  expect(usable).toBeLessThan(4000);
  expect(bytes).toBeLessThan(100_000);
  expect(moved).toBeLessThan(0.02);
  expect(problems).toEqual([]);
});

test.for(["/docs", "/keys", "/verify", "/pricing", "/marketplace", "/rules"])(
  "%s is seen within a second on a slow line",
  async (path) => {
    // What a page reads once, and its compressed form, are there from the first visitor on.
    await site.service.send(path, { headers: { accept: "text/html" } });
    await using opened = await openPage(site.browser, `${site.service.url}${path}`, { prepare: slowDown });
    expect(await firstPaint(opened.page)).toBeLessThan(1000);
  },
);
