import { expect, test } from "vitest";
import { writeMechs } from "../support/marketplace-entries.ts";
import { findViolations } from "./axe.ts";
import { openPage } from "./pay-browser.ts";
import { viewSite } from "./site-browser.ts";

const pages = [
  "/",
  "/docs",
  "/docs/rules",
  "/docs/api",
  "/pricing",
  "/keys",
  "/verify",
  "/marketplace",
  "/rules",
  "/rules/python:dict-as-pairs",
  "/rules/ruff:F401",
  "/status",
];
const looks = [
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { colorScheme: "dark", viewport: { width: 320, height: 740 } },
] as const;

const site = viewSite(async ({ parts }) => writeMechs(parts.store, { atMs: Date.now() }));

test.for(pages)("%s renders without errors, in light and dark, on a desktop and a phone", async (path) => {
  await using opened = await openPage(site.browser, site.service.url + path);
  const { page, problems } = opened;
  await page.waitForLoadState("networkidle");
  expect(await page.locator("h1").count()).toBe(1);
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(viewport.width);
    expect(await findViolations(page)).toEqual([]);
  }
  expect(problems).toEqual([]);
});

test("every address that a page names gets an answer", async () => {
  const seen = new Set<string>(pages);
  for (const path of pages) {
    const html = await (await site.service.send(path, { headers: { accept: "text/html" } })).text();
    for (const [, address] of html.matchAll(/(?:href|src)="(\/[^"#]*)/g)) seen.add(address!);
  }
  const answers = await Promise.all(
    Array.from(seen, async (path) => [
      path,
      (await site.service.send(path, { headers: { accept: "*/*" } })).status,
    ]),
  );
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});
