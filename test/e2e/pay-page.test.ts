import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Reservation } from "../../parts/store/treasury.ts";
import { manualClock, type ManualClock } from "../support/manual-clock.ts";
import {
  amount,
  amountWei,
  contract,
  credits,
  openPayStage,
  paidBlock,
  tx,
  type PayStage,
} from "../support/pay-stage.ts";
import { until } from "../support/until.ts";
import { openViewing } from "./marketplace-browser.ts";
import { headline, openPage, scanCode, untilShown } from "./pay-browser.ts";

const dayMs = 86_400_000;

let viewing: Awaited<ReturnType<typeof openViewing>>;
let browser: Browser;
let stage: PayStage;
let clock: ManualClock;
beforeAll(async () => {
  viewing = await openViewing();
  browser = viewing.browser;
});
afterAll(async () => viewing?.[Symbol.asyncDispose]());
beforeEach(async () => {
  clock = manualClock();
  stage = await openPayStage(viewing.services, { overrides: { clock } });
  return async () => stage[Symbol.asyncDispose]();
});

const urlOf = ({ id }: Reservation): string => `${stage.service.url}/pay/${id}`;

const shown = async (page: Page, ids: readonly string[]): Promise<boolean[]> =>
  Promise.all(ids.map(async (id) => page.locator(`#${id}`).isVisible()));

describe("the page", () => {
  test("shows the amount, and a code from which a wallet reads the same", async () => {
    await using opened = await openPage(browser, urlOf(await stage.reserve()));
    const { page, problems } = opened;
    expect(await headline(page)).toBe("Waiting for your transfer");
    const text = async (id: string) => page.locator(`#${id}`).textContent();
    expect([
      await text("amount"),
      await text("amount-wei"),
      await text("address"),
      await text("chain-id"),
    ]).toEqual([amount, amountWei, contract, "100"]);
    const uri = `ethereum:${contract}@100?value=${amountWei}`;
    expect(await scanCode(page)).toBe(uri);
    expect(await page.getByRole("link", { name: "Open in a wallet" }).getAttribute("href")).toBe(uri);
    expect(await page.getByRole("img", { name: "QR code of the payment link" }).isVisible()).toBe(true);
    expect(await page.getByRole("timer").textContent()).toMatch(/^(?:24:00:00|23:59:\d\d) h$/);
    expect(problems).toEqual([]);
  });

  test("follows the payment until it is credited, without a reload", async () => {
    const reservation = await stage.reserve();
    await using opened = await openPage(browser, urlOf(reservation));
    const { page, problems, asked } = opened;
    await page.evaluate("window.isTheSamePage = true");
    expect(await shown(page, ["send", "depth", "tx-row"])).toEqual([true, false, false]);

    await stage.see(reservation);
    await untilShown(page, "seen");
    expect(await headline(page)).toBe("Your transfer was seen");
    expect(await page.locator("#depth").innerText()).toBe("1 of 12 confirmations");
    expect(await page.locator("#tx").textContent()).toBe(tx);
    expect(await shown(page, ["send", "depth", "tx-row"])).toEqual([false, true, true]);
    stage.setHead(paidBlock + 6);
    await until(async () => (await page.locator("#confirmations").textContent()) === "7");
    expect(
      await page.getByRole("progressbar").evaluate((bar) => (bar as unknown as { value: number }).value),
    ).toBe(7);

    await stage.credit(reservation);
    await untilShown(page, "credited");
    expect(await headline(page)).toBe(`Paid. Credits added to the key: ${credits}`);
    expect(await shown(page, ["send", "depth", "tx-row"])).toEqual([false, false, true]);
    expect(await page.locator("#back a").getAttribute("href")).toBe("/");
    expect(await page.evaluate("window.isTheSamePage")).toBe(true);
    expect(new Set(asked)).toEqual(new Set([`${urlOf(reservation)}/status`]));
    expect(problems).toEqual([]);
  });

  test("waits again when the block with the payment was reorganised away", async () => {
    const reservation = await stage.reserve();
    await stage.see(reservation);
    await using opened = await openPage(browser, urlOf(reservation));
    const { page } = opened;
    expect(await headline(page)).toBe("Your transfer was seen");
    await stage.service.parts.store.forgetSeen(100, paidBlock);
    await untilShown(page, "open");
    expect(await shown(page, ["send", "tx-row"])).toEqual([true, false]);
  });

  test("stops polling once the payment is credited", async () => {
    const reservation = await stage.reserve();
    await stage.credit(reservation);
    await using opened = await openPage(browser, urlOf(reservation), {
      prepare: async (page) => page.clock.install(),
    });
    await opened.page.clock.runFor(60_000);
    expect(opened.asked).toEqual([]);
  });

  test("counts down by the service's clock, and says when it is too late and what to do then", async () => {
    const reservation = await stage.reserve();
    await using opened = await openPage(browser, urlOf(reservation));
    const { page, problems } = opened;
    await clock.advance(dayMs - 90_000);
    await until(async () => /^1:[0-3]\d min$/.test((await page.getByRole("timer").textContent()) ?? ""));
    await clock.advance(90_000);
    await untilShown(page, "expired");
    expect(await headline(page)).toBe("This payment link has expired");
    expect(await page.locator("main").innerText()).toContain("Do not send this amount any more");
    expect(await page.locator("main").textContent()).toContain(`curl ${stage.service.url}/v1/keys/topup`);
    expect(await shown(page, ["send"])).toEqual([false]);
    expect(await page.locator(".copy:visible").count()).toBe(0);

    await stage.see(reservation);
    await untilShown(page, "seen");
    expect(problems).toEqual([]);
  });

  test("accepts no payment after the time is up, even when the service is unreachable", async () => {
    const reservation = await stage.reserve();
    await clock.advance(dayMs - 4000);
    await using opened = await openPage(browser, urlOf(reservation));
    const { page } = opened;
    expect(await page.getByRole("timer").textContent()).toMatch(/^0:0[1-4] min$/);
    await page.context().setOffline(true);
    await untilShown(page, "expired");
    expect(await shown(page, ["send"])).toEqual([false]);
  });

  test("shows the state of the payment without scripts", async () => {
    const reservation = await stage.reserve();
    await stage.see(reservation);
    await using opened = await openPage(browser, urlOf(reservation), {
      javaScriptEnabled: false,
    });
    const { page } = opened;
    expect(await headline(page)).toBe("Your transfer was seen");
    expect(await page.locator("#depth").innerText()).toBe("1 of 12 confirmations");
    expect(await page.locator("noscript").last().innerText()).toContain("every 15 seconds");
  });

  test("says so when the payment is unknown", async () => {
    await using opened = await openPage(browser, `${stage.service.url}/pay/unknown`);
    expect(await opened.page.getByRole("heading", { level: 1 }).innerText()).toBe("No such payment");
  });
});

describe("a payer", () => {
  test("copies amount, wei and address exactly, by mouse or by keyboard", async () => {
    await using opened = await openPage(browser, urlOf(await stage.reserve()));
    const { page, problems } = opened;
    const clipboard = async () => page.evaluate("navigator.clipboard.readText()");
    for (const [what, value] of [
      ["amount", amount],
      ["amount in wei", amountWei],
      ["address", contract],
    ] as const) {
      await page.getByRole("button", { name: `Copy the ${what}`, exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.getByText(`Copied the ${what}.`, { exact: true }).waitFor();
      expect(await clipboard()).toBe(value);
    }
    await page.getByRole("button", { name: "Copy the amount", exact: true }).click();
    await until(async () => (await clipboard()) === amount);
    expect(problems).toEqual([]);
  });

  test("copies the transaction once there is one, and the amount no longer", async () => {
    const reservation = await stage.reserve();
    await using opened = await openPage(browser, urlOf(reservation));
    const { page } = opened;
    await stage.see(reservation);
    await untilShown(page, "seen");
    expect(await page.locator(".copy:visible").count()).toBe(1);
    await page.getByRole("button", { name: "Copy the transaction" }).click();
    await page.getByText("Copied the transaction.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(tx);
  });

  test("sees that the service is unreachable, and gets updates when it is back", async () => {
    const reservation = await stage.reserve();
    await using opened = await openPage(browser, urlOf(reservation));
    const { page } = opened;
    await page.context().setOffline(true);
    await page.getByText("Cannot reach the service, trying again.").waitFor();
    expect(await page.locator("#amount").isVisible()).toBe(true);
    await stage.credit(reservation);
    await page.context().setOffline(false);
    await untilShown(page, "credited");
    expect(await page.locator("#note").textContent()).toBe("");
  });

  test("sees that the store is unavailable", async () => {
    await using opened = await openPage(browser, urlOf(await stage.reserve()));
    await stage.service.parts.store[Symbol.asyncDispose]();
    const said = opened.page.getByText(/^The store cannot be reached.*, trying again\.$/);
    await said.waitFor();
    expect(await said.getAttribute("data-mood")).toBe("trouble");
  });

  test("causes no requests while the page is hidden, and sees the current state afterwards", async () => {
    const reservation = await stage.reserve();
    await using opened = await openPage(browser, urlOf(reservation), {
      prepare: async (page) => {
        await page.clock.install();
        await page.addInitScript(hideable);
      },
    });
    const { page, asked } = opened;
    await page.evaluate("window.hide(true)");
    await page.clock.runFor(60_000);
    expect(asked).toEqual([]);
    await stage.credit(reservation);
    await page.evaluate("window.hide(false)");
    await untilShown(page, "credited");
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
