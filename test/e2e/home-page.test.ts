import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeMechs } from "../support/marketplace-entries.ts";
import type { TestService } from "../support/service.ts";
import { engineWithEveryMode } from "../support/services.ts";
import { findLowContrast } from "./low-contrast.ts";
import { openViewing } from "./marketplace-browser.ts";
import { openPage } from "./pay-browser.ts";

let viewing: Awaited<ReturnType<typeof openViewing>>;
let browser: Browser;
let service: TestService;
beforeAll(async () => {
  viewing = await openViewing();
  browser = viewing.browser;
});
afterAll(async () => viewing?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await using plain = await viewing.services.open();
  service = await viewing.services.open({
    env: { TRIAL_CALLS_PER_DAY: "3" },
    overrides: engineWithEveryMode(plain),
  });
  await writeMechs(service.parts.store, { atMs: Date.now() });
  return async () => service[Symbol.asyncDispose]();
});

const states = ["/", "/?checkout=paid", "/?checkout=cancelled"];

describe("the home page", () => {
  test("shows itself without trouble, and reads the same without script", async () => {
    await using opened = await openPage(browser, `${service.url}/`);
    await using plain = await openPage(browser, `${service.url}/`, { javaScriptEnabled: false });
    expect(await opened.page.locator("h1").textContent()).toBe("Assay");
    expect(await opened.page.locator("main").innerText()).toBe(await plain.page.locator("main").innerText());
    expect(opened.problems).toEqual([]);
    expect(await opened.page.evaluate("getComputedStyle(document.body).maxWidth")).toBe("736px");
  });

  test("leads only to addresses that answer", async () => {
    await using opened = await openPage(browser, `${service.url}/`);
    const { page } = opened;
    const named = await page
      .locator("[href], [src]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? one.getAttribute("src")!));
    expect(named).toEqual(expect.arrayContaining(["/docs", "/llms.txt", "/marketplace", "/page.css"]));
    for (const address of new Set(named))
      expect([address, (await service.send(address)).status]).toEqual([address, 200]);
    const inCommands = (await page.locator("main").innerText()).matchAll(
      new RegExp(`${service.url}(/[\\w/.-]*)`, "g"),
    );
    const paths = new Set(Array.from(inCommands, ([, path]) => path!));
    expect([...paths]).toEqual(expect.arrayContaining(["/v1/keys", "/v1/validate", "/mcp", "/v1/client"]));
    for (const path of paths)
      expect([path, (await service.send(path, { method: "OPTIONS" })).status]).toEqual([path, 204]);
  });

  test.for(["paid", "cancelled"])("tells a buyer first that the checkout was %s", async (checkout) => {
    await using opened = await openPage(browser, `${service.url}/?checkout=${checkout}`);
    const status = opened.page.getByRole("status");
    expect(await status.getByRole("heading").count()).toBe(1);
    expect(await opened.page.locator("main > :first-child").getAttribute("id")).toBe("checkout");
  });

  test("has headings that nest, and commands that can be reached by keyboard", async () => {
    await using opened = await openPage(browser, `${service.url}/`);
    const { page } = opened;
    const levels = await page
      .locator("h1, h2, h3, h4")
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
    expect(levels[0]).toBe(1);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    for (const command of await page.locator("pre").all())
      expect(await command.getAttribute("tabindex")).toBe("0");
  });

  test.for([320, 390, 1280])("is never wider than a window of %i pixels", async (width) => {
    for (const path of states) {
      await using opened = await openPage(browser, service.url + path, { viewport: { width, height: 740 } });
      expect(await opened.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    }
  });

  test.for(["light", "dark"] as const)("can be read in %s colours", async (colorScheme) => {
    for (const path of states) {
      await using opened = await openPage(browser, service.url + path, { colorScheme });
      expect([path, await opened.page.evaluate(findLowContrast)]).toEqual([path, []]);
    }
  });
});
