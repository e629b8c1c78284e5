import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findViolationsInEveryLook } from "./axe.ts";
import { openPage } from "./pay-browser.ts";
import { viewSite } from "./site-browser.ts";

const site = viewSite();

const open = async (path = "/keys") => openPage(site.browser, site.service.url + path);
async function usePasted(page: Page, key: string): Promise<void> {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Use this key" }).press("Enter");
}

test("a key is created, shown and revoked in the browser, and is sent in a header only", async () => {
  await using opened = await open();
  const { page, problems } = opened;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.locator("#with-key").waitFor();
  expect(await page.locator("#credits").innerText()).toBe("0");
  expect(await page.locator("#left li").first().innerText()).toMatch(
    /^Check\s+25\s+of 25 free today\s+Then 1 credit each. Free checks start again at 00:00 UTC.$/,
  );
  expect(await page.locator("#buy").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Back to" }).getAttribute("href")).toBe("/");
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  const key = await page.locator("#key").innerText();
  expect(key).toMatch(/^asy_\w{40}$/);
  await page.getByRole("button", { name: "Revoke this key" }).click();
  await page.getByRole("button", { name: "Yes, revoke it permanently" }).click();
  await page.getByText("The key was revoked.").waitFor();
  expect((await site.service.send("/v1/keys/self", { key })).status).toBe(401);
  expect(sent.filter((text) => text.includes(key))).toEqual([]);
  expect(problems).toEqual([]);
});

test("a key with credits shows its balance, all its entries, and a chart", async () => {
  const key = await site.service.createKey();
  await site.service.grant(key, 50);
  await site.service.validate(key, { mode: "repair", code: "x = 1\n" });
  await using opened = await open();
  const { page } = opened;
  await usePasted(page, key);
  await page.locator("#ledger").waitFor();
  expect(await page.locator("#credits").innerText()).toBe("47");
  const rows = await page.locator("#entries tr").allInnerTexts();
  expect(rows).toEqual([
    expect.stringMatching(/Used\s+−3\s+47/),
    expect.stringMatching(/Added by the operator\s+\+50\s+50/),
  ]);
  const chart = page.getByRole("img", { name: /50 at first, 47 credits now, 50 at most\.$/ });
  expect(await chart.locator("text.strong").textContent()).toBe("47");
  expect(await page.locator("#left li").allInnerTexts()).toEqual([
    expect.stringMatching(/^Check/),
    expect.stringMatching(/^Fix\s+15\s+left with your credits\s+3 credits \(6 cents\) each\.$/),
  ]);
  expect(await findViolationsInEveryLook(page)).toEqual([]);
});

test("an unknown key is reported as unknown, and is not stored", async () => {
  await using opened = await open();
  const { page } = opened;
  await usePasted(page, "asy_unknown");
  await page.getByText("This service does not know that key.").waitFor();
  expect(await page.evaluate("localStorage.getItem('assay-key')")).toBe(null);
});

test("the page waits after a card payment until the credits arrive", async () => {
  const key = await site.service.createKey();
  await using opened = await openPage(site.browser, `${site.service.url}/keys?checkout=paid`, {
    prepare: async (page) => page.addInitScript(`localStorage.setItem("assay-key", "${key}")`),
  });
  const { page } = opened;
  await page.getByText("Payment received. Waiting for the credits.").waitFor();
  expect(await findViolationsInEveryLook(page)).toEqual([]);
  const account = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(key))).toString("hex");
  await site.service.parts.store.grant({
    account,
    delta: 200,
    reason: "card",
    reference: "cs_test_1",
    atMs: Date.now(),
  });
  await page.getByText("Paid: 200 credits were added.").waitFor();
  expect(await page.locator("#credits").innerText()).toBe("200");
  expect(await page.locator("#entries").textContent()).toMatch(/Bought by card[^]*cs_test_1/);
  expect(await findViolationsInEveryLook(page)).toEqual([]);
});

test("a card payment is offered above the card processor's minimum only, and a refusal stands beside the button", async () => {
  const env = {
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    STRIPE_API_BASE: "http://127.0.0.1:9",
    CARD_MINIMUM_CENTS: "300",
  };
  await using service = await site.services.open({ env });
  const key = await service.createKey();
  await using opened = await openPage(site.browser, `${service.url}/keys`, {
    prepare: async (page) => page.addInitScript(`localStorage.setItem("assay-key", "${key}")`),
  });
  const { page } = opened;
  const amounts = page.getByRole("group", { name: "Amount" }).locator("b");
  expect(await amounts.allTextContents()).toEqual(["$5", "$10", "$25"]);
  await page.getByRole("radio", { name: /^\$5\b/ }).press("Space");
  await page.getByRole("button", { name: "Pay $5.00 by card" }).press("Enter");
  const said = page.locator("#pay-status").filter({ hasText: /\w/ });
  await said.waitFor();
  const [button, place] = [await page.locator("#pay").boundingBox(), await said.boundingBox()];
  expect(Math.abs(place!.y - button!.y)).toBeLessThan(60);
  expect(await findViolationsInEveryLook(page)).toEqual([]);
});

test("a key that owes says so, and what that means", async () => {
  const key = await site.service.createKey();
  const account = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(key))).toString("hex");
  await site.service.grant(key, 5);
  await using opened = await openPage(site.browser, `${site.service.url}/keys`, {
    prepare: async (page) => {
      await page.addInitScript(`localStorage.setItem("assay-key", "${key}")`);
      await page.route("**/v1/keys/self", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), owed_credits: 3 } });
      });
    },
  });
  const { page } = opened;
  await page.getByText("This key owes 3 credits: a payment was taken back").waitFor();
  expect(account).toHaveLength(64);
  expect(await findViolationsInEveryLook(page)).toEqual([]);
});

test("a visitor from the playground who creates a key is led back to the code", async () => {
  await using opened = await openPage(site.browser, `${site.service.url}/#s=abc`);
  const { page } = opened;
  const left = new URL(page.url());
  await page.goto(`${site.service.url}/keys`);
  await page.getByRole("button", { name: "Create a key" }).press("Enter");
  const back = page.getByRole("link", { name: "Back to your code" });
  await back.waitFor();
  expect(await back.getAttribute("href")).toBe(`${left.pathname}${left.hash}`);
});
