import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findViolations } from "./axe.ts";
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
  expect(await page.locator("#allowance").innerText()).toMatch(/^25 of 25, until 00:00 UTC$/);
  expect(await page.locator("#buy").isVisible()).toBe(false);
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
    expect.stringMatching(/Used\s+-3\s+47/),
    expect.stringMatching(/Added by the operator\s+\+50\s+50/),
  ]);
  expect(await page.getByRole("img", { name: "Balance over time, up to 50" }).isVisible()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
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
  await page.getByText("Payment received. Waiting for the credits…").waitFor();
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
  expect(await page.locator("#entries").innerText()).toMatch(/Bought by card[^]*cs_test_1/);
});
