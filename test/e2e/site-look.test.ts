import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeMechs } from "../support/marketplace-entries.ts";
import type { TestService } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import { openViewing } from "./marketplace-browser.ts";
import { openPage } from "./pay-browser.ts";

const pages = [
  "/",
  "/docs",
  "/docs/rules",
  "/docs/api",
  "/pricing",
  "/keys",
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

let viewing: Awaited<ReturnType<typeof openViewing>>;
let browser: Browser;
let service: TestService;
beforeAll(async () => {
  viewing = await openViewing();
  browser = viewing.browser;
  service = await viewing.services.open();
  await writeMechs(service.parts.store, { atMs: Date.now() });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await viewing?.[Symbol.asyncDispose]();
});

describe.for(pages)("%s", (path) => {
  test("shows itself without trouble, in light and dark, on a desktop and a phone", async () => {
    for (const look of looks) {
      await using opened = await openPage(browser, service.url + path, look);
      const { page, problems } = opened;
      await page.waitForLoadState("networkidle");
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
        look.viewport.width,
      );
      expect(await findViolations(page)).toEqual([]);
      expect(problems).toEqual([]);
    }
  });
});

test("every address that a page names answers", async () => {
  const seen = new Set<string>(pages);
  for (const path of pages) {
    const html = await (await service.send(path, { headers: { accept: "text/html" } })).text();
    for (const [, address] of html.matchAll(/(?:href|src)="(\/[^"#]*)/g)) seen.add(address!);
  }
  const answers = await Promise.all(
    Array.from(seen, async (path) => [
      path,
      (await service.send(path, { headers: { accept: "*/*" } })).status,
    ]),
  );
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});
