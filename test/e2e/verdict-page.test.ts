import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSignedDocument, aVerdict, signer } from "../parts/proof/verdicts.ts";
import { openTestIpfs, plenty, type TestIpfs } from "../support/ipfs-node.ts";
import type { TestService } from "../support/service.ts";
import { findViolations, findViolationsInEveryLook } from "./axe.ts";
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
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      "Not valid as sent. With the fix, no errors are left.",
    );
    expect(await page.locator(".intro").textContent()).toContain("This is a signed verdict by Assay");
    expect(await page.getByRole("list", { name: "The verdict's stamp" }).innerText()).toMatch(
      /signed\s+NOT\s+not valid\s+FIX\s+never run\s+11·26\s+Nov 2026/,
    );
    await page.locator("#diff .ins mark").waitFor();
    expect(await page.locator("#diff .ins mark").textContent()).toBe(":");
    expect(await page.locator("#code .sq").count()).toBeGreaterThan(0);
    expect(await page.locator("#code .said").first().innerText()).toMatch(/^\s*error .*\S/);
    expect(await page.locator("#signature").innerText()).toMatch(
      new RegExp(`The signature is valid[^]*${signer.address}[^]*Compare the signer`),
    );
    // The code comes before every hash, and the hashes are folded away.
    expect(await page.locator("#source code").first().evaluate(isBefore, "#signature code")).toBe(true);
    expect(await page.getByText(file).isVisible()).toBe(false);
    await page.locator("details.fold summary").press("Enter");
    expect(await page.locator("details.fold").innerText()).toContain(
      `assay verify ${cid} --signer ${signer.address}`,
    );
    await page.getByRole("button", { name: "Check again" }).press("Enter");
    await page.getByText(/^Checked again by this service at /).waitFor();
    await page.getByRole("button", { name: "Copy the fixed code" }).press("Enter");
    await page.getByText("Copied the fixed code.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain("def area(radius):");
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
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
    "Not valid as sent. With the fix, no errors are left.",
  );
  expect(await page.locator(".top p").textContent()).toMatch(
    /^Fix, .* UTC\. 1 error.* The link works until \d+ /,
  );
  await page.locator("#diff .ins mark").waitFor();
  expect(await page.locator("#code").innerText()).toContain("def area(radius)");
  expect(await page.locator("#signature").innerText()).toMatch(
    new RegExp(`${service.parts.receipts.signer}[^]*The signer is this service`),
  );
  await page.getByRole("button", { name: "Check again" }).press("Enter");
  await page.getByText(/^Checked again by this service at /).waitFor();
  expect(problems).toEqual([]);
  expect(await findViolationsInEveryLook(page)).toEqual([]);
});

test("a shared link that has expired says what to do", async () => {
  await using opened = await openPage(browser, `${service.url}/verdicts/${"a".repeat(22)}`);
  const { page } = opened;
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("This link has expired");
  expect(await page.locator("main").innerText()).toContain(
    "Ask the sender for a new link, or run the code yourself",
  );
  expect(await findViolationsInEveryLook(page)).toEqual([]);
});

test("programs get the document unchanged, and the same facts as JSON", async () => {
  const raw = await service.send(`/ipfs/${cid}/${file}`);
  expect([raw.status, raw.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  const facts = await service.send(`/verdicts/${cid}`, { headers: { accept: "application/json" } });
  expect(await facts.json()).toMatchObject({ valid_signature: true, signer: signer.address, prompt: code });
});

/** In the page, whose types Node does not know. */
const isBefore = (element: unknown, later: string): boolean => {
  const place = element as {
    compareDocumentPosition(other: unknown): number;
    ownerDocument: { querySelector(name: string): unknown };
  };
  return (place.compareDocumentPosition(place.ownerDocument.querySelector(later)) & 4) === 4;
};

test("a verdict that was changed after it was signed is told apart at once, and its fix is not handed on", async () => {
  const text = await aSignedDocument({
    result: JSON.stringify({ valid: true, diagnostics: [] }),
    prompt: code,
  });
  const changed = Buffer.from(text.replace("true", "false"));
  const published = await node.publishDirectory({ [file]: changed }, plenty().signal);
  await using opened = await openPage(browser, `${service.url}/verdicts/${published.cid}`);
  const { page, problems } = opened;
  expect(await page.getByRole("alert").innerText()).toContain("Do not rely on this");
  expect(await page.getByRole("list", { name: "The verdict's stamp" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Copy the fixed code" }).isVisible()).toBe(false);
  const primary = page.locator(".primary:visible");
  expect(await primary.allTextContents()).toEqual(["Run the code yourself"]);
  await page.locator("#open[href^='/#s=']").waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await findViolations(page)]).toEqual([colorScheme, []]);
  }
  expect(problems).toEqual([]);
});

test("a chain that cannot be reached is said, and the signature is checked all the same", async () => {
  await using chained = await viewing.services.open({
    env: {
      CHAIN_RPC_URL: "http://127.0.0.1:9",
      CHAIN_ID: "31337",
      IDENTITY_REGISTRY: `0x${"11".repeat(20)}`,
      AGENT_ID: "7",
    },
  });
  await using other = await openTestIpfs({ dataDir: chained.parts.config.DATA_DIR });
  const { cid: there } = await other.publishDirectory(
    { [file]: Buffer.from(await aSignedDocument()) },
    plenty().signal,
  );
  await using opened = await openPage(browser, `${chained.url}/verdicts/${there}`);
  expect(await opened.page.locator("#signature").innerText()).toMatch(
    /The signature is valid[^]*The chain cannot be reached\s+Whether the signer is agent 7 is not known right now/,
  );
  expect(await findViolations(opened.page)).toEqual([]);
});

test("an address without a verdict is reported", async () => {
  const other = "bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq";
  const response = await service.send(`/verdicts/${other}`, { headers: { accept: "text/html" } });
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining("<h1>No such verdict here</h1>"),
  ]);
});
