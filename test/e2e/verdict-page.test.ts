import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSignedDocument, aVerdict, signer } from "../parts/proof/verdicts.ts";
import { openTestIpfs, plenty, type TestIpfs } from "../support/ipfs-node.ts";
import type { TestService } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import { openViewing } from "./marketplace-browser.ts";
import { openPage } from "./pay-browser.ts";

let viewing: Awaited<ReturnType<typeof openViewing>>;
let browser: Browser;
let node: TestIpfs;
let service: TestService;
let cid: string;
const code = "def area(radius)\n    return radius ** 2\n";
const file = String(aVerdict().requestId);
beforeAll(async () => {
  viewing = await openViewing();
  browser = viewing.browser;
  service = await viewing.services.open();
  // As the agent does, into the folder that it shares with the service.
  node = await openTestIpfs({ dataDir: service.parts.config.DATA_DIR });
  const key = await service.createKey();
  await service.grant(key, 10);
  const { body } = await service.validate(key, { mode: "repair", code });
  const published = await aSignedDocument({ result: JSON.stringify(body), prompt: code, mode: "repair" });
  ({ cid } = await node.publishDirectory({ [file]: Buffer.from(published) }, plenty().signal));
});
afterAll(async () => {
  await node?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  await viewing?.[Symbol.asyncDispose]();
});

test("a published verdict is shown with its code, its fix and its signer", async () => {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await using opened = await openPage(browser, `${service.url}/ipfs/${cid}/${file}`, { viewport });
    const { page, problems } = opened;
    expect(new URL(page.url()).pathname).toBe(`/verdicts/${cid}`);
    await page.locator("#headline", { hasText: "Not valid" }).waitFor();
    await page.locator("#fix .cm-editor").waitFor();
    expect(await page.locator("#code .cm-lintRange-error").count()).toBeGreaterThan(0);
    expect(await page.locator("#signature").innerText()).toMatch(
      new RegExp(`signature valid[^]*${signer.address}[^]*${file}[^]*a local test chain`),
    );
    await page.getByRole("button", { name: "Check the signature again" }).press("Enter");
    await page.getByText(`Checked just now: signed by ${signer.address}.`).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(viewport.width);
    expect(problems).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
  }
});

test("a shared verdict is shown with its code and its fix, and its receipt is checked again", async () => {
  const key = await service.createKey();
  await service.grant(key, 10);
  const request = { mode: "repair", code };
  const { body: verdict } = await service.validate(key, request);
  const made = await service.send("/v1/verdicts", { body: { request, verdict } });
  const { id } = (await made.json()) as { id: string };
  await using opened = await openPage(browser, `${service.url}/verdicts/${id}`, {});
  const { page, problems } = opened;
  await page.locator("#headline", { hasText: "Not valid" }).waitFor();
  await page.locator("#fix .cm-editor").waitFor();
  expect(await page.locator("#code").innerText()).toContain("def area(radius)");
  await page.getByRole("button", { name: "Check the signature again" }).click();
  await page.getByText(`Checked just now: signed by ${service.parts.receipts.signer}.`).waitFor();
  expect(problems).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

test("programs get the document unchanged, and the same facts as JSON", async () => {
  const raw = await service.send(`/ipfs/${cid}/${file}`);
  expect([raw.status, raw.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  const facts = await service.send(`/verdicts/${cid}`, { headers: { accept: "application/json" } });
  expect(await facts.json()).toMatchObject({ valid_signature: true, signer: signer.address, prompt: code });
});

test("an address without a verdict is reported", async () => {
  const other = "bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq";
  const response = await service.send(`/verdicts/${other}`, { headers: { accept: "text/html" } });
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining("<h1>Not found</h1>"),
  ]);
});
