import { expect, test } from "vitest";
import { aSignedDocument, aVerdict, signer } from "../parts/proof/verdicts.ts";
import { openTestIpfs, plenty } from "../support/ipfs-node.ts";
import { findViolationsInEveryLook } from "./axe.ts";
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
  expect(await findViolationsInEveryLook(page)).toEqual([]);
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
  expect(await findViolationsInEveryLook(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a file is checked, of an answer or of a published verdict, by keyboard", async () => {
  const { body } = await site.service.validate(await site.service.createKey(), { code: "import os\n" });
  await using opened = await openPage(site.browser, `${site.service.url}/verify`);
  const { page, problems } = opened;
  await page.getByRole("radio", { name: /^JSON/ }).press("ArrowRight");
  const check = async (text: string): Promise<void> => {
    await page.getByLabel("File with the answer").setInputFiles({
      name: "answer.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    await page.getByRole("button", { name: "Check" }).press("Enter");
  };
  await page.getByRole("button", { name: "Check" }).press("Enter");
  await page.getByText("Choose a file.").waitFor();
  await check(JSON.stringify(body));
  await page.getByText("Unchanged, and signed by this service:").waitFor();
  const published = await aSignedDocument();
  await check(published);
  await page.getByText(`Unchanged, and signed by ${signer.address}. Compare it`).waitFor();
  expect(await page.locator("#verify-facts").innerText()).toContain(String(aVerdict().requestId));
  await check(published.replace("valid", "wrong"));
  await page.getByText("This is not as it was signed.").waitFor();
  expect(await findViolationsInEveryLook(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a CID is checked, and leads to the page of its verdict", async () => {
  await using node = await openTestIpfs({ dataDir: site.service.parts.config.DATA_DIR });
  const file = String(aVerdict().requestId);
  const { cid } = await node.publishDirectory(
    { [file]: Buffer.from(await aSignedDocument()) },
    plenty().signal,
  );
  await using opened = await openPage(site.browser, `${site.service.url}/verify`);
  const { page } = opened;
  await page.getByRole("radio", { name: /^CID/ }).press("Space");
  await page.getByLabel("CID, or CID/request id").fill(cid);
  await page.getByLabel("CID, or CID/request id").press("Enter");
  await page.getByText(`Unchanged, and signed by ${signer.address}.`).waitFor();
  expect(await page.getByRole("link", { name: "See the verdict" }).getAttribute("href")).toBe(
    `/verdicts/${cid}`,
  );
  await page
    .getByLabel("CID, or CID/request id")
    .fill("bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq");
  await page.getByLabel("CID, or CID/request id").press("Enter");
  await page.getByText("This service does not store that content.").waitFor();
  expect(await findViolationsInEveryLook(page)).toEqual([]);
});
