import { expect, test } from "vitest";
import { findViolations } from "./axe.ts";
import { openPage } from "./pay-browser.ts";
import { viewSite } from "./site-browser.ts";

const site = viewSite();

test("a pasted answer is verified, and refused with a changed byte or another key", async () => {
  const { body } = await site.service.validate(await site.service.createKey(), { code: "import os\n" });
  await using other = await site.services.open();
  const elsewhere = await other.validate(await other.createKey(), { code: "import os\n" });
  await using opened = await openPage(site.browser, `${site.service.url}/verify`);
  const { page, problems } = opened;
  const check = async (text: string): Promise<void> => {
    await page.getByLabel("Answer, as JSON").fill(text);
    await page.getByRole("button", { name: "Check" }).press("Enter");
  };
  await check(JSON.stringify(body, undefined, 2));
  await page
    .getByText(`Unchanged, and signed by this service: ${site.service.parts.receipts.signer}.`)
    .waitFor();
  expect(await page.locator("#verify-facts").innerText()).toMatch(
    /Payment\s+free[^]*Not signed\s+meta\.request_id/,
  );
  expect(await findViolations(page)).toEqual([]);
  await check(JSON.stringify(body).replace("imported", "imparted"));
  await page.getByText("not as it was signed").waitFor();
  expect(await page.locator("#verify-problems").innerText()).toContain("SHA-256 differs");
  expect(await page.locator("#verify-facts").innerText()).toBe("");
  await check(JSON.stringify(body).replace("{", '{"valid":true,'));
  await page.getByText("`valid` is written more than once.").waitFor();
  await check(JSON.stringify(body).replace('"receipt":{', '"receipt":{"note":"<b>good</b>",'));
  await page.getByText("`meta.receipt.note` is not signed.").waitFor();
  await check(JSON.stringify(elsewhere.body));
  await page.getByText(`Unchanged, but signed by ${other.parts.receipts.signer}`).waitFor();
  await check("{");
  await page.getByText("not JSON of an answer").waitFor();
  expect(problems).toEqual([]);
});
