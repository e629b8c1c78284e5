import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entryStates } from "../../parts/store/journal.ts";
import { hex, makeEntry, moveEntry, requestId, writeMechs } from "../support/marketplace-entries.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { addEntry, hear, aMinuteAgo, openPage, openViewing, rowOf } from "./marketplace-browser.ts";
import { findViolations } from "./axe.ts";
import { findLowContrast } from "./low-contrast.ts";

let viewing: Awaited<ReturnType<typeof openViewing>>;
let browser: Browser;
let service: TestService;
beforeAll(async () => {
  viewing = await openViewing();
  browser = viewing.browser;
});
afterAll(async () => viewing?.[Symbol.asyncDispose]());
beforeEach(async () => {
  service = await viewing.services.open();
  return async () => service[Symbol.asyncDispose]();
});

describe("a visitor", () => {
  test("copies whole hashes from shortened ones, by mouse or by keyboard", async () => {
    await addEntry(service, 1, { state: "settled" });
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    const row = rowOf(page, 1);
    const clipboard = async () => page.evaluate("navigator.clipboard.readText()");
    expect(await row.locator("[data-hash=id] code").textContent()).toBe("0x0002…0002");
    await row.getByRole("button", { name: "Copy the request id" }).click();
    await hear(page, "Copied the request id.");
    expect(await clipboard()).toBe(requestId(1));
    await row.getByRole("button", { name: "Details" }).press("Enter");
    await page.locator("tr.detail").getByRole("button", { name: "Copy the verdict's cid" }).focus();
    await page.keyboard.press("Enter");
    await hear(page, "Copied the verdict's cid.");
    expect(await clipboard()).toBe("bafyverdict1");
    expect(problems).toEqual([]);
  });

  test("can copy when the browser gives the page no clipboard, as over plain HTTP", async () => {
    await addEntry(service, 1);
    await using opened = await openPage(browser, service, {
      prepare: async (page) =>
        page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })"),
    });
    const { page } = opened;
    await rowOf(page, 1).getByRole("button", { name: "Copy the request id" }).click();
    await hear(page, "Copied the request id.");
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))",
    );
    await page.locator("#paste").focus();
    await page.keyboard.press("Control+V");
    expect(await page.locator("#paste").inputValue()).toBe(requestId(1));
  });

  test("reaches everything by keyboard, on a phone too, where the table leaves out what is in its details", async () => {
    await addEntry(service, 1, { state: "settled" });
    await using opened = await openPage(browser, service, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    const table = page.getByRole("table", { name: "Last requests" });
    expect(await table.getByRole("columnheader").count()).toBe(5);
    expect(await table.getByRole("row").nth(1).getByRole("cell").count()).toBe(5);
    const reached: string[] = [];
    for (let presses = 0; presses < 40 && !reached.at(-1)?.startsWith("Details"); presses += 1) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate(
          "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
        ),
      );
    }
    expect(reached.at(-1)).toBe(`Details of request ${requestId(1).slice(0, 10)}`);
    await page.keyboard.press("Enter");
    const details = page.locator("tr.detail dl");
    expect(await details.isVisible()).toBe(true);
    expect(await details.textContent()).toMatch(/Requester.*Gas126,310.*Settled.*after 5\.0 s/);
  });

  test("with the tab in the background causes no requests, and gets updates again when it is back", async () => {
    await addEntry(service, 1);
    await using opened = await openPage(browser, service, {
      prepare: async (page) => {
        await page.clock.install();
        await page.addInitScript(hideable);
      },
    });
    const { page, asked } = opened;
    await page.evaluate("window.hide(true)");
    const before = asked.length;
    await page.clock.runFor(60_000);
    expect(asked.length).toBe(before);
    await moveEntry(service.parts.store, makeEntry({ number: 1, seenAtMs: aMinuteAgo(), state: "lost" }));
    await page.evaluate("window.hide(false)");
    await until(() => asked.length > before);
    await page.clock.runFor(10_000);
    await rowOf(page, 1).locator("[data-state=lost]").waitFor();
    expect(asked.length).toBeGreaterThan(before + 1);
  });
});

/** A test cannot hide a page in front: so it sets the visibility itself. */
const hideable = `
  let isHidden = false;
  Object.defineProperty(document, "hidden", { get: () => isHidden });
  window.hide = (value) => {
    isHidden = value;
    document.dispatchEvent(new Event("visibilitychange"));
  };
`;

describe("how to ask", () => {
  test("is chosen by keyboard: the tool, the way, and the command is copied", async () => {
    await writeMechs(service.parts.store, {
      atMs: Date.now(),
      mechs: [
        mech(0xa1, ["python_code_validator"], "10000000000000000"),
        mech(0xa2, ["python_code_execute"], "1"),
      ],
    });
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    const clipboard = async () => page.evaluate("navigator.clipboard.readText()");
    const choices = page.getByRole("group", { name: "Tool" });
    expect(await choices.locator("label").allTextContents()).toEqual([
      "Check0.01 xDAI",
      "Run and prove0.000000000000000001 xDAI",
    ]);
    await page.getByRole("button", { name: "Copy the command" }).press("Enter");
    await hear(page, "Copied the command.");
    expect(await clipboard()).toMatch(
      /^cat > request.json [^]*"examples"[^]*--priority-mech 0x0{38}A2 [^]*--tools python_code_execute/,
    );
    await choices.getByRole("radio").last().press("ArrowLeft");
    await page.getByRole("tab", { name: "Terminal" }).press("ArrowRight");
    expect(await page.getByRole("tabpanel").count()).toBe(1);
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("TypeScript");
    await page.getByRole("button", { name: "Copy the TypeScript" }).press("Enter");
    await hear(page, "Copied the command.");
    expect(await clipboard()).toMatch(/"tool":"python_code_validator"[^]*const price = 10000000000000000n/);
    expect(problems).toEqual([]);
  });

  const mech = (number: number, tools: readonly string[], rateWei: string) => ({
    address: hex(number, 40),
    operator: hex(0x0f, 40),
    serviceId: "1",
    tools,
    rateWei,
    karma: "0",
    balanceWei: "0",
    deliveries: "0",
  });
});

describe("the layout", () => {
  test("has nothing wider than the window, and every text is readable in light and dark", async () => {
    await writeMechs(service.parts.store, { atMs: Date.now() });
    const request = { tool: "w".repeat(80), problem: "w".repeat(300) };
    for (const [number, state] of entryStates.entries()) await addEntry(service, number, { state });
    await addEntry(service, 20, { state: "judged", request });
    await using opened = await openPage(browser, service);
    const { page } = opened;
    for (const button of await page.getByRole("button", { name: "Details" }).all()) await button.click();
    for (const width of [320, 390, 768, 1000, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    }
    for (const [colorScheme, background] of [
      ["light", "rgb(255, 255, 255)"],
      ["dark", "rgb(16, 22, 29)"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(findLowContrast)).toEqual([]);
      expect([colorScheme, await findViolations(page)]).toEqual([colorScheme, []]);
      expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(background);
    }
  });

  test("has no motion for users who prefer less of it, and new rows are marked all the same", async () => {
    await addEntry(service, 1);
    await using opened = await openPage(browser, service, { reducedMotion: "reduce" });
    const { page } = opened;
    await addEntry(service, 2, { seenAtMs: Date.now() });
    await rowOf(page, 2).waitFor();
    expect(await page.evaluate("document.getAnimations().length")).toBe(0);
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('tr.request.new td')).backgroundColor"),
    ).toBe("rgb(230, 239, 250)");
  });
});
