import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { receiptData } from "../../../../parts/proof/receipts/statement.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { limitTable } from "../../../../parts/limits/table.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";

const dayMs = 86_400_000;
const request = { code: "import os\nprint(undefined)\n", mode: "static", options: { strict: true } };

let services: TestServices;
let service: TestService;
let shiftMs = 0;
let verdict: any;
beforeAll(async () => {
  services = await openTestServices();
  const clock = { ...systemClock, now: () => systemClock.now() + shiftMs };
  service = await services.open({ overrides: { clock } });
  verdict = (await service.validate(await service.createKey(), request)).body;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

async function share(body: unknown, on = service): Promise<{ status: number; body: any }> {
  const response = await on.send("/v1/verdicts", { body });
  return { status: response.status, body: await response.json() };
}

async function show(id: string, accept = "application/json"): Promise<Response> {
  return service.send(`/verdicts/${id}`, { headers: { accept } });
}

const statementOf = (receipt: object): object =>
  Object.fromEntries(Object.entries(receipt).filter(([name]) => !["signer", "signature"].includes(name)));

async function shared(): Promise<{ id: string; url: string; expires_at: string; delete_token: string }> {
  const { status, body } = await share({ request, verdict });
  expect(status).toBe(201);
  return body;
}

describe("a shared verdict", () => {
  test("is shown to anyone who has the link, with the request, and its receipt can be checked", async () => {
    const { id, url, expires_at } = await shared();
    expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(url).toMatch(new RegExp(`^http://.*/verdicts/${id}$`));
    expect(Math.abs(Date.parse(expires_at) - service.parts.clock.now() - 30 * dayMs)).toBeLessThan(60_000);
    const view = (await (await show(id)).json()) as any;
    expect(view).toMatchObject({
      kind: "shared",
      id,
      valid_signature: true,
      is_ours: true,
      signer: service.parts.receipts.signer,
      mode: "static",
      problems: [],
      expires_at,
      request: { code: request.code, options: { strict: true } },
    });
    expect(view.verdict).toEqual(verdict);
    const body = { response: view.verdict, request: view.request };
    expect(await (await service.send("/v1/verify", { body })).json()).toMatchObject({
      valid_signature: true,
      is_ours: true,
    });
  });

  test("has a page with the code and the signature, which no crawler may index", async () => {
    const { id } = await shared();
    const page = await show(id, "text/html");
    expect(page.status).toBe(200);
    expect(page.headers.get("x-robots-tag")).toBe("noindex");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const text = await page.text();
    expect(text).toContain('<meta name="robots" content="noindex');
    expect(text).toContain("The signature is valid.");
    expect(text).toContain(service.parts.receipts.signer);
    expect(text).toContain(String.raw`print(undefined)`);
    expect((await show(id)).headers.get("x-robots-tag")).toBe("noindex");
    expect(await (await service.send("/robots.txt")).text()).toContain("Disallow: /verdicts/\n");
  });

  test("is checked by its id or its link, as a CID is", async () => {
    const { id, url } = await shared();
    for (const cid of [id, url, `/verdicts/${id}`, ` ${url}#code `])
      expect(await (await service.send("/v1/verify", { body: { cid } })).json()).toEqual({
        valid_signature: true,
        signer: service.parts.receipts.signer,
        ...statementOf(verdict.meta.receipt),
        not_signed: ["meta.request_id"],
        problems: [],
        is_ours: true,
      });
    const gone = await service.send("/v1/verify", { body: { cid: "A".repeat(22) } });
    expect(gone.status).toBe(404);
  });

  test("is deleted by the token that came with it, and by nothing else", async () => {
    const { id, delete_token } = await shared();
    const remove = async (token: string | undefined, of = id): Promise<number> =>
      (await service.send(`/v1/verdicts/${of}`, { method: "DELETE", ...(token && { key: token }) })).status;
    const other = await shared();
    for (const token of [undefined, "wrong", other.delete_token, id]) expect(await remove(token)).toBe(404);
    expect(await remove(delete_token, other.id)).toBe(404);
    expect((await show(id)).status).toBe(200);
    expect(await remove(delete_token)).toBe(200);
    expect((await show(id)).status).toBe(404);
    expect(await remove(delete_token)).toBe(404);
    expect((await show(other.id)).status).toBe(200);
  });

  test("holds nothing that was not part of the request", async () => {
    const { body } = await share({ request: { ...request, note: "not signed" }, verdict });
    expect(JSON.stringify(await (await show(body.id)).json())).not.toContain("not signed");
  });
});

describe("sharing refuses", () => {
  /** Why it was refused, once the envelope is as it should be. */
  async function whyRefused(body: unknown): Promise<string> {
    const refused = await share(body);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: "bad_request", remedy: { hint: expect.any(String) } },
    });
    return refused.body.message;
  }

  test("a verdict that was changed", async () => {
    expect(await whyRefused({ request, verdict: { ...verdict, valid: true } })).toMatch(
      /not the one that was signed/,
    );
    expect(await whyRefused({ request, verdict: { ...verdict, note: "x" } })).toMatch(/`note` is not signed/);
    const meta = { ...verdict.meta, request_id: "<b>not an id</b>" };
    expect(await whyRefused({ request, verdict: { ...verdict, meta } })).toMatch(/request id/);
  });

  test("another request than the one it is for", async () => {
    for (const other of [
      { ...request, code: "print(1)\n" },
      { ...request, mode: "repair" },
      { ...request, options: {} },
      { ...request, files: { "other.py": "x = 1\n" } },
    ])
      expect(await whyRefused({ request: other, verdict })).toMatch(/another request/);
  });

  test("a receipt that somebody else signed, and one that is forged in our name", async () => {
    const { signer: _, signature: __, ...statement } = verdict.meta.receipt;
    const stranger = privateKeyToAccount(`0x${"17".repeat(32)}`);
    const signature = await stranger.signTypedData(receiptData(statement));
    const withReceipt = (receipt: object | null) => ({ ...verdict, meta: { ...verdict.meta, receipt } });
    const theirs = withReceipt({ ...statement, signer: stranger.address, signature });
    expect(await whyRefused({ request, verdict: theirs })).toMatch(/signed by another service/);
    const forged = withReceipt({ ...verdict.meta.receipt, signature });
    expect(await whyRefused({ request, verdict: forged })).toMatch(/signature is not by/);
    expect(await whyRefused({ request, verdict: withReceipt({}) })).toMatch(/cannot be read/);
    expect(await whyRefused({ request, verdict: withReceipt(null) })).toMatch(/no receipt/);
  });

  test("a text that readers may read differently, and members beside the two", async () => {
    const text = JSON.stringify({ request, verdict });
    expect(await whyRefused(text.replace('"valid":', '"valid":true,"valid":'))).toMatch(/more than once/);
    expect(await whyRefused({ request, verdict, note: "x" })).toMatch(/not a field/);
    expect(await whyRefused({ request })).toMatch(/`verdict` is missing/);
    expect(await whyRefused({ request: { code: "" }, verdict })).toMatch(/must not be empty/);
  });

  test("more than an address may share in an hour, and says when it may again", async () => {
    await using busy = await services.open();
    const own = (await busy.validate(await busy.createKey(), request)).body;
    const { max } = limitTable.sharedVerdicts;
    const told = await Promise.all(
      Array.from({ length: max + 1 }, async () => share({ request, verdict: own }, busy)),
    );
    const refused = told.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      status: 429,
      body: { error: "rate_limited", remedy: { hint: expect.any(String), reset_at: expect.any(String) } },
    });
  });

  test("everything where the operator has switched it off", async () => {
    await using off = await services.open({ env: { SHARED_VERDICT_DAYS: "0" } });
    const own = (await off.validate(await off.createKey(), request)).body;
    expect(await share({ request, verdict: own }, off)).toMatchObject({
      status: 404,
      body: { message: "This deployment does not share verdicts." },
    });
    expect(await (await off.send("/v1/info")).json()).toMatchObject({ shared_verdict_days: 0 });
  });
});

describe("a link", () => {
  test("has a page that says what to do where nobody made it, also for an id that is none of our form", async () => {
    for (const id of ["A".repeat(22), "nothing", "..%2f"]) {
      const page = await show(id, "text/html");
      expect(page.status).toBe(404);
      expect(await page.text()).toContain("Ask the sender for a new link");
    }
    expect((await show("A".repeat(22))).status).toBe(404);
  });

  test("expires after the days that the operator says, and housekeeping deletes what it led to", async () => {
    const { id } = await shared();
    const { store } = service.parts;
    shiftMs = 30 * dayMs - 60_000;
    expect((await show(id)).status).toBe(200);
    shiftMs = 30 * dayMs;
    const gone = await show(id, "text/html");
    expect(gone.status).toBe(404);
    const text = await gone.text();
    expect(text).toContain("This link has expired");
    expect(text).toContain("playground");
    await until(async () => (await store.findVerdict(id, 0)) === undefined);
  });
});
