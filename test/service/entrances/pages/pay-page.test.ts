import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import { manualClock, type ManualClock } from "../../../support/manual-clock.ts";
import {
  amount,
  amountWei,
  contract,
  credits,
  openPayStage,
  paidBlock,
  priceWei,
  tx,
  type PayStage,
} from "../../../support/pay-stage.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";

const dayMs = 86_400_000;
const forPeople = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let services: TestServices;
let stage: PayStage;
let clock: ManualClock;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());
beforeEach(async () => {
  clock = manualClock();
  stage = await openPayStage(services, { overrides: { clock } });
  return async () => stage[Symbol.asyncDispose]();
});

const readPage = async (id: string, headers = {}): Promise<{ response: Response; html: string }> => {
  const response = await stage.service.send(`/pay/${id}`, { headers });
  return { response, html: await response.text() };
};
const readStatus = async (id: string): Promise<any> => (await stage.service.send(`/pay/${id}/status`)).json();

describe("GET /pay/{reservation_id}", () => {
  test("is HTML that runs and styles only our own files, and is never cached", async () => {
    const { id } = await stage.reserve();
    const { response, html } = await readPage(id);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-");
    expect(policy).not.toContain("unsafe");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).not.toMatch(/\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|(?:src|href)="(?:https?:)?\/\//i);
    expect(html).not.toContain("{{");
    expect(html).toContain('content="noindex, nofollow"');
  });

  test("states amount, address and expiry exactly", async () => {
    const { id } = await stage.reserve();
    const { html } = await readPage(id);
    expect(html).toContain(`<code id="amount">${amount}</code> xDAI`);
    expect(html).toContain(`data-copy="${amount}"`);
    expect(html).toContain(`data-copy="${amountWei}"`);
    expect(html).toContain(`data-copy="${contract}"`);
    expect(html).toContain(`href="ethereum:${contract}@100?value=${amountWei}"`);
    expect(html).toContain('<code id="chain-id">100</code>');
    expect(html).toContain(`For ${credits.toLocaleString("en")} credits, $`);
    expect(html).toContain('datetime="2026-11-16T12:00:00.000Z"');
    expect(html).toMatch(/<div id="code"[^>]*><svg /);
  });

  test("reveals nothing of the key in any state of the payment, and neither does its status", async () => {
    const reservation = await stage.reserve();
    const secrets = [stage.key, fingerprintOf(stage.key)];
    const look = async (): Promise<string> =>
      (await readPage(reservation.id)).html + JSON.stringify(await readStatus(reservation.id));
    const seen = [await look()];
    await stage.see(reservation);
    seen.push(await look());
    await stage.credit(reservation);
    seen.push(await look());
    expect(seen.map((text) => secrets.filter((secret) => text.includes(secret)))).toEqual([[], [], []]);
    expect(seen.map((text) => /data-status="(\w+)"/.exec(text)?.[1])).toEqual(["open", "seen", "credited"]);
  });

  test("is found by the address that its key gets", async () => {
    const { id } = await stage.reserve();
    const response = await stage.service.send(`/v1/keys/deposit/${id}`, { key: stage.key });
    const { pay_url } = (await response.json()) as { pay_url: string };
    expect(pay_url).toBe(`${stage.service.url}/pay/${id}`);
    expect((await fetch(pay_url)).status).toBe(200);
  });

  test("shows its state without scripts", async () => {
    const reservation = await stage.reserve();
    await stage.see(reservation);
    stage.setHead(paidBlock + 2);
    const { html } = await readPage(reservation.id);
    expect(html).toContain('data-status="seen"');
    expect(html).toContain('<span id="confirmations">3</span> of 12 confirmations');
    expect(html).toContain(`<code id="tx">${tx}</code>`);
    expect(html).toContain('<noscript><meta http-equiv="refresh"');
  });
});

describe("GET /pay/{reservation_id}/status", () => {
  const open = {
    status: "open",
    credits,
    credits_added: null,
    confirmations: 0,
    required_confirmations: 12,
    tx_hash: null,
    expires_at: "2026-11-16T12:00:00.000Z",
    now: "2026-11-15T12:00:00.000Z",
    unclaimed: [],
  };

  test("follows a payment from open to seen to credited", async () => {
    const reservation = await stage.reserve();
    expect(await readStatus(reservation.id)).toEqual(open);
    await stage.see(reservation);
    expect(await readStatus(reservation.id)).toEqual({
      ...open,
      status: "seen",
      confirmations: 1,
      tx_hash: tx,
    });
    stage.setHead(paidBlock + 30);
    await stage.credit(reservation);
    expect(await readStatus(reservation.id)).toMatchObject({
      status: "credited",
      credits,
      credits_added: credits,
      tx_hash: tx,
    });
  });

  test("is open again when the payment was reorganised away", async () => {
    const reservation = await stage.reserve();
    await stage.see(reservation);
    await stage.service.parts.store.forgetSeen(100, paidBlock);
    expect(await readStatus(reservation.id)).toEqual(open);
  });

  test("expires after a day, unless the payment was in a block by then", async () => {
    const [late, inTime] = [
      await stage.reserve(),
      await stage.reserve({ amountWei: "200000000007000000000" }),
    ];
    await clock.advance(dayMs - 1);
    expect(await readStatus(late.id)).toMatchObject({ status: "open" });
    await clock.advance(1);
    expect(await readStatus(late.id)).toMatchObject({ status: "expired" });
    await stage.see(inTime);
    expect(await readStatus(inTime.id)).toMatchObject({ status: "seen" });
    const { html } = await readPage(late.id);
    expect(html).toContain('data-status="expired"');
    expect(html).toContain(`curl ${stage.service.url}/v1/keys/topup`);
  });

  test("shows the credits, with the rest of an earlier payment", async () => {
    const reservation = await stage.reserve({ amountWei: "30000001000000000", credits: 1 });
    const earlier = stage.transferFor(reservation, {
      reference: "100:0x01:0",
      amountWei: "19000000000000000",
      fingerprint: fingerprintOf(stage.key),
    });
    const { store } = stage.service.parts;
    await store.creditDeposit(earlier, { priceWei, atMs: clock.now() });
    await stage.credit(reservation);
    expect(await readStatus(reservation.id)).toMatchObject({ credits: 1, credits_added: 2 });
  });

  test("needs no key, and accepts any", async () => {
    const { id } = await stage.reserve();
    const response = await stage.service.send(`/pay/${id}/status`, { key: "asy_unknown" });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });
});

describe("a missing reservation", () => {
  test.for<[string, string]>([
    ["an unknown id", "0".repeat(32)],
    ["no id at all", "unknown"],
    ["an id with a space", "a%20b"],
    ["an id of markup", "%3Cscript%3E"],
    ["an id that objects have", "constructor"],
    ["a very long id", "x".repeat(5000)],
    ["an id with ../ segments", "..%2F..%2Fhealthz"],
  ])("with %s is refused, for programs with the envelope", async ([, id]) => {
    for (const path of [`/pay/${id}`, `/pay/${id}/status`]) {
      const response = await stage.service.send(path);
      expect([response.status, await response.json()]).toMatchObject([404, { error: "not_found" }]);
    }
  });

  test("is explained to people on a page, with advice", async () => {
    const { response, html } = await readPage("unknown", forPeople);
    expect([response.status, response.headers.get("content-type"), response.headers.get("vary")]).toEqual([
      404,
      "text/html; charset=utf-8",
      "accept",
    ]);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).toContain("<h1>No such payment</h1>");
    expect(html).toContain("Start one with POST /v1/keys/deposit");
    expect(html).toContain(response.headers.get("x-request-id")!);
    expect(await (await stage.service.send("/metrics")).text()).toContain(
      'assay_refusals_total{error="not_found"} 1',
    );
  });

  test("is the answer to every id when no transfers are accepted", async () => {
    await using service = await services.open();
    const response = await service.send("/pay/unknown", { headers: forPeople });
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining("does not take payments in a chain&#39;s own currency"),
    ]);
  });

  test("is reported as temporary during an outage of the store", async () => {
    const { id } = await stage.reserve();
    await stage.service.parts.store[Symbol.asyncDispose]();
    const { response, html } = await readPage(id, forPeople);
    expect(response.status).toBe(503);
    expect(html).toContain("<h1>Not available right now</h1>");
    expect(html).toContain("Send the same request again");
    expect((await readPage(id)).html).toContain('"error":"store_unavailable"');
  });
});

test("every script of the page is served under a name that changes with it, and the page's folder serves none", async () => {
  const { html } = await readPage((await stage.reserve()).id);
  const scripts = Array.from(html.matchAll(/(?:src|href)="([^"]+\.js)"/g), ([, href = ""]) => href);
  expect(scripts.some((href) => href.includes("/pay-"))).toBe(true);
  for (const href of scripts) {
    expect(href).toMatch(/^\/assets\/[a-z]+-[A-Z0-9]{8}\.js$/);
    const { status, headers } = await stage.service.send(href);
    expect([href, status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      href,
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
  }
  for (const name of ["home.html", "pay.html", "pay.js", "toString", "..%2Fserve.ts", "status"])
    expect([name, (await stage.service.send(`/pay/assets/${name}`)).status]).toEqual([name, 404]);
});
