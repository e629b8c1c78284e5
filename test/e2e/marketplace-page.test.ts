import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entryStates } from "../../parts/store/journal.ts";
import { hex, makeEntry, moveEntry, requestId, writeMechs } from "../support/marketplace-entries.ts";
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
    expect(await page.locator("tr.request .state").allTextContents()).toEqual(["Working", "Delivered"]);
    const settled = rowOf(page, 1);
    expect(await settled.locator(".result").textContent()).toBe("Valid");
    expect(await settled.locator(".result a").getAttribute("href")).toBe("/verdicts/bafyverdict1");
    expect(await settled.locator(".tool").textContent()).toBe("Check");
    expect(await settled.locator(".seen").textContent()).toBe("10 min ago");
    expect(await settled.locator(".seen").getAttribute("title")).toMatch(/\d{4}.*:\d\d/);
    expect(await settled.locator(".blocks").textContent()).toBe("99");
    expect(await settled.locator(".paid").textContent()).toBe("0.01 xDAI");
    expect(await settled.locator("[data-hash=id] a").getAttribute("href")).toBe(
      `https://gnosisscan.io/tx/${hex(0xa001, 64)}`,
    );
    const published = rowOf(page, 2);
    // An answer that is not delivered is not read.
    expect(await published.locator(".result").textContent()).toBe("The fee was too low.");
    expect(await published.locator(".result a").count()).toBe(0);
    expect(await published.locator(".paid").textContent()).toBe("0.01 xDAI");
    expect(problems).toEqual([]);
  });

  test("shows the address of an answer that only the requester can read, without a link", async () => {
    const signed = { signature: "0x", nonce: "0", content: "{}" } as const;
    await addEntry(service, 1, { state: "settled", request: { origin: "signed", signed } });
    await using opened = await openPage(browser, service);
    const row = rowOf(opened.page, 1);
    expect(await row.locator(".result").textContent()).toBe("For the requester only");
    expect(await row.locator(".result a").count()).toBe(0);
    await row.getByRole("button", { name: "Details" }).click();
    expect(await opened.page.locator("tr.detail code[title=bafyverdict1]").isVisible()).toBe(true);
  });

  test("changes without a reload: states change, and new requests arrive at the top and are marked", async () => {
    await writeMechs(service.parts.store);
    await addEntry(service, 1);
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    expect(await rowOf(page, 1).locator(".state").textContent()).toBe("Working");
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
    expect(await page.locator("tr.request .state").allTextContents()).toEqual(["Working", "Delivered"]);
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
    expect(await rowOf(page, 1).locator(".result").textContent()).toBe(problem);
    await rowOf(page, 1).getByRole("button", { name: "Details" }).click();
    expect(await page.locator("tr.detail dd").allTextContents()).toEqual(
      expect.arrayContaining([tool, problem]),
    );
    expect(await page.locator("#rows img, #rows script, #rows [href^=javascript]").count()).toBe(0);
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
      return (await rowOf(page, 6).locator(".state").textContent()) === "Missed";
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
    expect(await page.evaluate("String(getSelection())")).toBe("Check");
    expect(await row.getByRole("button", { name: "Details" }).getAttribute("aria-expanded")).toBe("true");
  });
});

describe("the facts", () => {
  test("tell deliveries, missed requests, karma, the mech and the signer, with links to the explorer", async () => {
    await writeMechs(service.parts.store, { atMs: Date.now() });
    for (const [number, state] of entryStates.entries()) await addEntry(service, number, { state });
    await using opened = await openPage(browser, service);
    const { page } = opened;
    const text = async (id: string) => page.locator(`#${id}`).textContent();
    expect([await text("delivered"), await text("delivered-of"), await text("karma")]).toEqual([
      "2",
      "of 9 requests. 1 went to another agent after the time limit.",
      "+12",
    ]);
    const linked = async (id: string) => page.locator(`#${id} a`).getAttribute("href");
    expect([await linked("mech"), await linked("signer")]).toEqual([
      `https://gnosisscan.io/address/${hex(0xec, 40)}`,
      `https://gnosisscan.io/address/${hex(0x51, 40)}`,
    ]);
    await page.getByText("All mechs").click();
    expect(await page.locator(".agent .earned").textContent()).toBe("0.12 xDAI");
    expect(await page.locator(".agent tbody td").allTextContents()).toEqual([
      expect.stringContaining("0x0000"),
      "python_code_validator",
      "0.01 xDAI",
      "12",
      "12",
      "0.03 xDAI",
    ]);
  });

  test("say in how many blocks deliveries come, with each number on its bar and in words", async () => {
    await writeMechs(service.parts.store, { atMs: Date.now() });
    for (const [number, blocks] of [1, 2, 2, 3, 9, 30].entries()) await addDelivered(number, blocks);
    await using opened = await openPage(browser, service);
    const { page } = opened;
    await page.getByText("Half arrive within 2 blocks, 95 of 100 within 30").waitFor();
    const chart = page.getByRole("img", { name: /^Blocks from request to delivery, last 6 deliveries/ });
    expect(await chart.getAttribute("aria-label")).toContain(
      "By number of blocks: 1: 1, 2: 2, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0, 8+: 2.",
    );
    expect(await chart.locator("text.strong").allTextContents()).toEqual([
      "1",
      "2",
      "1",
      "0",
      "0",
      "0",
      "0",
      "2",
    ]);
    const heights = await chart
      .locator("rect")
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
    expect(heights.map((height) => Math.round(height / heights[0]!))).toEqual([1, 2, 1, 0, 0, 0, 0, 2]);
  });

  async function addDelivered(number: number, blocks: number): Promise<void> {
    const entry = makeEntry({ number, seenAtMs: aMinuteAgo(), state: "settled" });
    const body = JSON.parse(entry.body) as { asked: { block: string }; delivery: { block: string } };
    body.delivery.block = String(Number(body.asked.block) + blocks);
    await service.parts.store.addEntry({ ...entry, body: JSON.stringify(body) });
  }
});

describe("with nothing to show", () => {
  test("the page says so and how to start an agent, and shows the first request when it arrives", async () => {
    await using opened = await openPage(browser, service);
    const { page, problems } = opened;
    expect(await page.locator("#no-agent").isVisible()).toBe(true);
    expect(await page.locator("#no-agent").textContent()).toContain("npm run agent");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Marketplace");

    await writeMechs(service.parts.store, { atMs: Date.now() });
    await page.getByRole("heading", { name: "Ask this agent" }).waitFor();
    await page.locator("#content").waitFor();
    expect(await page.locator("#no-agent").count()).toBe(0);
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
