import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSignedDocument, aVerdict } from "../parts/proof/verdicts.ts";
import { openTestIpfs, plenty } from "../support/ipfs-node.ts";
import { manualClock } from "../support/manual-clock.ts";
import { makeEntry, writeMechs } from "../support/marketplace-entries.ts";
import { openPayStage } from "../support/pay-stage.ts";
import { comparePictures } from "../support/pictures/compare.ts";
import { compareWithStored } from "../support/pictures/stored.ts";
import { launchForPictures, openForPictures, takeBoth } from "../support/pictures/take.ts";
import { openTestServices, type TestServices } from "../support/services.ts";
import { aProvenVerdict, brokenCode, itsExamples } from "../support/pictures/proven-verdict.ts";

let browser: Browser;
let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  browser = await launchForPictures();
});
afterAll(async () => {
  await browser?.close();
  await services?.[Symbol.asyncDispose]();
});

/** What differs between a part of the page and what is stored of it, in light and in dark. */
async function look(page: Page, name: string, selector: string): Promise<readonly string[]> {
  const pictures = await takeBoth(page.locator(selector));
  return Object.entries(pictures).flatMap(
    ([scheme, picture]) => compareWithStored(`${name}-${scheme}`, picture) ?? [],
  );
}

/** Whether the comparison sees it when this style hides what the picture is about. */
async function isSeen(page: Page, selector: string, style: string): Promise<boolean> {
  const shown = await takeBoth(page.locator(selector));
  await page.addStyleTag({ content: style });
  const hidden = await takeBoth(page.locator(selector));
  return (["light", "dark"] as const).every(
    (scheme) => !comparePictures(hidden[scheme], shown[scheme]).isSame,
  );
}

const noon = Date.UTC(2026, 10, 15, 12);

test("the chart of blocks looks as stored, and not where its bars are invisible", async () => {
  await using service = await services.open();
  await writeMechs(service.parts.store, { atMs: noon });
  for (const [number, blocks] of [1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 9].entries()) {
    const entry = makeEntry({ number, seenAtMs: noon + number, state: "settled" });
    const body = JSON.parse(entry.body) as { asked: { block: string }; delivery: { block: string } };
    body.delivery.block = String(Number(body.asked.block) + blocks);
    await service.parts.store.addEntry({ ...entry, body: JSON.stringify(body) });
  }
  const page = await openForPictures(browser, `${service.url}/marketplace`);
  await page.locator("#blocks-chart svg").waitFor();
  expect(await look(page, "chart-blocks", "#blocks")).toEqual([]);
  expect(await isSeen(page, "#blocks", ".chart rect { fill: none !important; }")).toBe(true);
  await page.context().close();
});

test("the chart of a balance looks as stored, and not where its line is invisible", async () => {
  const clock = manualClock(noon);
  await using service = await services.open({ overrides: { clock } });
  const key = await service.createKey();
  for (const [hours, credits] of [
    [0, 20],
    [30, 5],
    [20, 100],
    [6, 10],
  ] as const) {
    await clock.advance(hours * 3_600_000);
    await service.grant(key, credits);
  }
  const page = await openForPictures(
    browser,
    `${service.url}/keys`,
    `localStorage.setItem("assay-key", ${JSON.stringify(key)})`,
  );
  await page.locator("#chart svg").waitFor();
  expect(await look(page, "chart-balance", "#ledger figure")).toEqual([]);
  expect(await isSeen(page, "#ledger figure", ".chart .curve { stroke: none !important; }")).toBe(true);
  await page.context().close();
});

test("a verdict and its diff look as stored, and not where what was changed is invisible", async () => {
  await using service = await services.open();
  await using node = await openTestIpfs({ dataDir: service.parts.config.DATA_DIR });
  const prompt = JSON.stringify({ code: brokenCode, options: { examples: itsExamples } });
  const text = await aSignedDocument({ result: JSON.stringify(aProvenVerdict), prompt, mode: "execute" });
  const { cid } = await node.publishDirectory(
    { [String(aVerdict().requestId)]: Buffer.from(text) },
    plenty().signal,
  );
  const page = await openForPictures(browser, `${service.url}/verdicts/${cid}`);
  await page.locator("#diff .ins").waitFor();
  expect(await look(page, "verdict", ".top")).toEqual([]);
  expect(await look(page, "verdict-code", "#source")).toEqual([]);
  expect(await look(page, "diff", "#fix")).toEqual([]);
  expect(await isSeen(page, "#fix", ".row.ins, .row.del, .row mark { background: none !important; }")).toBe(
    true,
  );
  await page.context().close();
});

test("the pay page looks as stored, and not where its button is invisible", async () => {
  await using stage = await openPayStage(services, { overrides: { clock: manualClock(noon) } });
  const { id } = await stage.reserve();
  const url = `${stage.service.url}/pay/${id}`;
  const phone = await openForPictures(browser, url);
  expect(await look(phone, "pay", "#pay .now")).toEqual([]);
  expect(await look(phone, "pay-phone", "#send")).toEqual([]);
  await phone.context().close();
  const page = await openForPictures(browser, url, "window.ethereum = { request: async () => [] }");
  expect(await look(page, "pay-wallet", "#pay .now")).toEqual([]);
  expect(await isSeen(page, "#pay .now", "#pay-here { visibility: hidden !important; }")).toBe(true);
  await page.context().close();
});
