import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entryStates } from "../../parts/store/journal.ts";
import { makeEntry, moveEntry, requestId, writeMechs } from "../support/marketplace-entries.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { addEntry, aMinuteAgo, hear, openPage, openViewing, rowOf } from "./marketplace-browser.ts";

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

const idsShown = async (page: Page): Promise<(string | null)[]> =>
  page.locator("[data-hash=id] code").evaluateAll((codes) => codes.map((code) => code.getAttribute("title")));

const newestFirst = (newest: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => requestId(newest - index));

describe("the table", () => {
  test("shows what the store contains, newest first, with nothing from other origins and no error", async () => {
    await writeMechs(service.parts.store, { atMs: Date.now() });
    await addEntry(service, 1, { state: "settled", seenAtMs: aMinuteAgo() - 540_000 });
    await addEntry(service, 2, {
      state: "published",
      request: { valid: false, attempts: 3, problem: "The fee was too low." },
    });
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    expect(await page.locator("tr.request .state").allTextContents()).toEqual(["published", "settled"]);
    const settled = rowOf(page, 1);
    expect(await settled.locator(".verdict").textContent()).toBe("✓ valid");
    expect(await settled.locator(".tool").textContent()).toBe("python_code_validator");
    expect(await settled.locator(".seen").textContent()).toBe("10 min ago");
    expect(await settled.locator(".seen").getAttribute("title")).toMatch(/\d{4}.*:\d\d/);
    expect(await settled.locator(".took").textContent()).toBe("answered in 4.0 s");
    expect(await settled.locator(".earned").textContent()).toBe("0.01 xDAI");
    expect(await settled.locator("a").getAttribute("href")).toBe("/verdicts/bafyverdict1");
    const published = rowOf(page, 2);
    // An answer that is not delivered is not read.
    expect(await published.locator(".verdict").textContent()).toBe("");
    expect(await published.locator("a").count()).toBe(0);
    expect(await published.locator(".problem").textContent()).toBe("The fee was too low.");
    expect(await published.locator(".earned").textContent()).toBe("for 0.01 xDAI");
    expect(problems).toEqual([]);
  });

  test("shows the address of an answer that only the requester can read, without a link", async () => {
    const signed = { signature: "0x", nonce: "0", content: "{}" } as const;
    await addEntry(service, 1, { state: "settled", request: { origin: "signed", signed } });
    await using opened = await openPage(browser, service);
    const row = rowOf(opened.page, 1);
    expect(await row.locator(".verdict").textContent()).toBe("for the requester");
    expect(await row.locator("[data-hash=verdict] code").getAttribute("title")).toBe("bafyverdict1");
    expect(await row.locator("a").count()).toBe(0);
  });

  test("changes without a reload: states change, and new requests arrive at the top and are marked", async () => {
    await writeMechs(service.parts.store);
    await addEntry(service, 1);
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    expect(await rowOf(page, 1).locator(".state").textContent()).toBe("seen");
    expect(await rowOf(page, 1).getAttribute("class")).not.toContain("new");
    await page.evaluate("window.isTheSamePage = true");

    await moveEntry(
      service.parts.store,
      makeEntry({ number: 1, seenAtMs: aMinuteAgo(), state: "delivered" }),
    );
    await rowOf(page, 1).locator(".state[data-state=delivered]").waitFor();
    expect(await page.locator("#status").textContent()).toBe("Live: 1 moved on");
    await addEntry(service, 2, { seenAtMs: Date.now() });
    await rowOf(page, 2).waitFor();
    expect(await page.locator("tr.request .state").allTextContents()).toEqual(["seen", "delivered"]);
    expect(await rowOf(page, 2).getAttribute("class")).toContain("new");
    expect(await page.evaluate("window.isTheSamePage")).toBe(true);
    expect(problems).toEqual([]);
  });

  test("shows markup as text and runs none of it", async () => {
    const tool = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
    const problem = `</td><a href="javascript:alert(3)">here</a> {{base_url}}`;
    await addEntry(service, 1, { state: "fetched", request: { tool, problem } });
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    expect(await rowOf(page, 1).locator(".tool").textContent()).toBe(tool);
    expect(await rowOf(page, 1).locator(".problem").textContent()).toBe(problem);
    await rowOf(page, 1).getByRole("button", { name: "Details" }).click();
    expect(await page.locator("tr.detail dd").allTextContents()).toContain(problem);
    expect(await page.locator("#content img, #content script, #content a").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("has pages by cursor down to the first request, and still updates the newest", async () => {
    for (let number = 0; number < 60; number += 1)
      await addEntry(service, number, { seenAtMs: aMinuteAgo() + number });
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    const rows = page.locator("tr.request");
    expect(await rows.count()).toBe(25);
    const more = page.getByRole("button", { name: "Load more" });
    await more.click();
    await until(async () => (await rows.count()) === 50);
    await more.click();
    await until(async () => (await rows.count()) === 60);
    await more.waitFor({ state: "hidden" });
    expect(await page.locator("tr.request.new").count()).toBe(0);

    await moveEntry(service.parts.store, makeEntry({ number: 0, seenAtMs: aMinuteAgo(), state: "lost" }));
    await rowOf(page, 0).locator("[data-state=lost]").waitFor();
    await addEntry(service, 60, { seenAtMs: Date.now() });
    await until(async () => (await rows.count()) === 61);
    expect(await idsShown(page)).toEqual(newestFirst(60, 61));
    expect(problems).toEqual([]);
  });

  test("starts over when more new requests arrive than fit in one answer, so that none is missing", async () => {
    await addEntry(service, 0, { seenAtMs: aMinuteAgo() - 3_600_000 });
    await using opened = await openPage(browser, service);
    const { page } = opened;
    await page.context().setOffline(true);
    for (let number = 1; number <= 40; number += 1)
      await addEntry(service, number, { seenAtMs: aMinuteAgo() + number });
    await page.context().setOffline(false);
    await rowOf(page, 40).waitFor();
    expect(await idsShown(page)).toEqual(newestFirst(40, 25));
    await page.getByRole("button", { name: "Load more" }).click();
    await rowOf(page, 0).waitFor();
    expect(await idsShown(page)).toEqual(newestFirst(40, 41));
  });

  test("updates requests that are further back than one answer reaches", async () => {
    for (let number = 0; number < 130; number += 1)
      await addEntry(service, number, { seenAtMs: aMinuteAgo() + number });
    await using opened = await openPage(browser, service, { prepare: async (page) => page.clock.install() });
    const { page } = opened;
    const more = page.getByRole("button", { name: "Load more" });
    for (const count of [50, 75, 100, 125]) {
      await more.click();
      await until(async () => (await page.locator("tr.request").count()) === count);
    }
    await moveEntry(service.parts.store, makeEntry({ number: 6, seenAtMs: aMinuteAgo(), state: "lost" }));
    await until(async () => {
      await page.clock.runFor(2000);
      return (await rowOf(page, 6).locator(".state").textContent()) === "lost";
    });
    expect(await page.locator("tr.request .state[data-state=lost]").count()).toBe(1);
  });

  test("keeps the scroll position, selection and open details when requests arrive", async () => {
    for (let number = 0; number < 25; number += 1)
      await addEntry(service, number, { seenAtMs: aMinuteAgo() + number, state: "settled" });
    await using opened = await openPage(browser, service, { viewport: { width: 1280, height: 500 } });
    const { page } = opened;
    const row = rowOf(page, 5);
    await row.getByRole("button", { name: "Details" }).click();
    await row.scrollIntoViewIfNeeded();
    await row.locator(".tool").selectText();
    const before = await row.boundingBox();
    await addEntry(service, 99, { seenAtMs: Date.now() });
    await rowOf(page, 99).waitFor({ state: "attached" });
    expect((await row.boundingBox())?.y).toBeCloseTo(before!.y, 0);
    expect(await page.evaluate("String(getSelection())")).toBe("python_code_validator");
    expect(await row.getByRole("button", { name: "Details" }).getAttribute("aria-expanded")).toBe("true");
  });
});

describe("the summary", () => {
  test("adds up requests, earnings, uncollected earnings and durations", async () => {
    await writeMechs(service.parts.store, { atMs: Date.now() });
    for (const [number, state] of entryStates.entries()) await addEntry(service, number, { state });
    const seenAtMs = aMinuteAgo();
    await addEntry(service, 50, {
      state: "delivered",
      seenAtMs,
      request: { at: { delivered: seenAtMs + 20_000 } },
    });
    await using opened = await openPage(browser, service);
    const { page } = opened;
    const text = async (id: string) => page.locator(`#${id}`).textContent();
    expect(await text("total")).toBe("10");
    expect(await text("by-state")).toBe(
      "1 seen, 1 fetched, 1 judged, 1 published, 2 delivered, 1 settled, 1 lost, 1 refused, 1 vanished",
    );
    expect([await text("earned"), await text("uncollected"), await text("collected")]).toEqual([
      "0.12 xDAI",
      "0.03 xDAI",
      "0.09 xDAI collected",
    ]);
    expect([await text("karma"), await text("median"), await text("median-of")]).toEqual([
      "12",
      "4.0 s",
      "of 3 shown",
    ]);
    // They are drawn by a separate script.
    await expect
      .poll(async () => page.locator("#charts figcaption").allTextContents())
      .toEqual(["Requests: 10", "Seconds to delivery: 20", "Earned, in xDAI: 0.03"]);
    expect(await page.getByRole("img", { name: "Earned, in xDAI over time, up to 1" }).isVisible()).toBe(
      true,
    );
    const agent = page.locator(".agent");
    expect(await agent.locator("h2").textContent()).toBe("Agent on chain 100");
    expect(await agent.locator("tbody td").allTextContents()).toEqual([
      expect.stringContaining("0x0000"),
      "python_code_validator",
      "0.01 xDAI",
      "12",
      "12",
      "0.03 xDAI",
    ]);
  });
});

describe("with nothing to show", () => {
  test("the page says so and how to start an agent, and shows the first request when it arrives", async () => {
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    expect(await page.locator("#no-agent").isVisible()).toBe(true);
    expect(await page.locator("#no-agent").textContent()).toContain("npm run agent");
    expect(await page.locator("#cards").isVisible()).toBe(false);

    await writeMechs(service.parts.store, { atMs: Date.now() });
    await page.locator(".agent").waitFor();
    expect(await page.locator("#no-agent").isVisible()).toBe(false);
    expect(await page.locator("#no-requests").isVisible()).toBe(true);
    await addEntry(service, 1);
    await rowOf(page, 1).waitFor();
    expect(await page.locator("#no-requests").isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  test("the page reports an unreachable service, and updates when it is back", async () => {
    await addEntry(service, 1);
    await using opened = await openPage(browser, service);
    const { page } = opened;
    await page.context().setOffline(true);
    await hear(page, "Cannot reach the service, trying again.");
    expect(await rowOf(page, 1).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await hear(page, /^Live$/);
  });

  test("the page reports an unavailable store", async () => {
    await using opened = await openPage(browser, service);
    await service.parts.store[Symbol.asyncDispose]();
    expect(await hear(opened.page, "The store")).toMatch(/^The store cannot be reached .*, trying again\.$/);
  });
});
