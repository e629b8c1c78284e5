import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import {
  authorizePath,
  openPage,
  redirectUri,
  registerApp,
  submit,
  toPage,
  type App,
} from "../../../support/sign-in.ts";

let services: TestServices;
let service: TestService;
let app: App;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open();
  app = await registerApp(service);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const open = async () => openPage(service, authorizePath(app));
const keyOn = (html: string) => /asy_[0-9A-Za-z]{40}/.exec(html)?.[0] ?? "";

describe("POST /oauth/authorize", () => {
  test("with a key returns a code, the state and our name", async () => {
    const key = await service.createKey();
    const response = await submit(service, await open(), { key: ` ${key} ` });
    const location = new URL(response.headers.get("location")!);
    expect([response.status, `${location.origin}${location.pathname}`]).toEqual([303, redirectUri]);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.any(String),
      state: "the state",
      iss: service.url,
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(location.href).not.toContain(key);
  });

  test("without a key shows a new one once, and then continues", async () => {
    const page = await toPage(await submit(service, await open(), { key: "" }));
    const key = keyOn(page.html);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect((await service.send("/v1/keys/self", { key })).status).toBe(200);
    const response = await submit(service, page, {});
    expect(response.status).toBe(303);
    expect(new URL(response.headers.get("location")!).searchParams.get("code")).toBeTruthy();
    const counts = (await (await service.send("/v1/funnel")).json()) as {
      by_origin: { oauth: { keys: number } };
    };
    expect(counts.by_origin.oauth.keys).toBeGreaterThan(0);
  });

  test("tells the app when it is cancelled, and creates no key", async () => {
    await using fresh = await services.open({ env: { KEYS_PER_ADDRESS_PER_DAY: "1" } });
    const page = await openPage(fresh, authorizePath(await registerApp(fresh)));
    const response = await submit(fresh, page, { decision: "deny" });
    const { searchParams } = new URL(response.headers.get("location")!);
    expect([searchParams.get("error"), searchParams.get("state")]).toEqual(["access_denied", "the state"]);
    expect((await fresh.send("/v1/keys", { method: "POST" })).status).toBe(201);
  });

  test("keeps the query of the app's address", async () => {
    const uri = "https://app.example/cb?tenant=a%20b";
    const other = await registerApp(service, { redirect_uris: [uri] });
    const page = await openPage(service, authorizePath(other, { redirect_uri: uri, state: undefined }));
    const location = (await submit(service, page, { decision: "deny" })).headers.get("location")!;
    expect(location).toMatch(/^https:\/\/app\.example\/cb\?tenant=a%20b&error=access_denied&/);
    expect(location).not.toContain("state");
  });

  test.for(["asy_mistyped", "  x  "])("with the unknown key %j asks again, with a message", async (key) => {
    const page = await toPage(await submit(service, await open(), { key }));
    expect(page.status).toBe(400);
    expect(page.html).toContain("Unknown key.");
    expect(page.html).not.toContain("asy_mistyped");
    const response = await submit(service, page, { key: await service.createKey() });
    expect(response.status).toBe(303);
  });

  test("does not accept the operator's secret as a key", async () => {
    const secret = "operator-secret-of-at-least-32-characters";
    await using own = await services.open({ env: { SERVICE_KEY: secret } });
    const page = await openPage(own, authorizePath(await registerApp(own)));
    expect((await submit(own, page, { key: secret })).status).toBe(400);
  });

  test("reports when an address has reached its limit of keys for today", async () => {
    await using fresh = await services.open({ env: { KEYS_PER_ADDRESS_PER_DAY: "1" } });
    const page = await openPage(fresh, authorizePath(await registerApp(fresh)));
    expect((await submit(fresh, page, {})).status).toBe(200);
    const again = await toPage(await submit(fresh, page, {}));
    expect([again.status, again.html.includes("Limit reached: 1 keys per IP address and day")]).toEqual([
      429,
      true,
    ]);
  });

  test("limits key guesses as every entrance does", async () => {
    await using fresh = await services.open();
    const page = await openPage(fresh, authorizePath(await registerApp(fresh)));
    const statuses: number[] = [];
    for (let n = 0; n < 601; n += 1) {
      const answer = await submit(fresh, page, { key: `asy_${n}` });
      await answer.text();
      statuses.push(answer.status);
    }
    expect([statuses[599], statuses[600]]).toEqual([400, 429]);
  });

  test("is refused from another page, without the cookie, or with another browser's", async () => {
    const [page, other] = [await open(), await open()];
    const refusals = [
      await submit(service, page, {}, { origin: "https://evil.example" }),
      await submit(service, page, {}, { "sec-fetch-site": "cross-site" }),
      await submit(service, page, {}, { origin: "null", "sec-fetch-site": "same-site" }),
      await submit(service, { ...page, cookie: "" }, {}),
      await submit(service, { ...page, cookie: other.cookie }, {}),
      await submit(service, { ...page, ticket: `${page.ticket}x` }, {}),
      await submit(service, { ...page, ticket: "" }, {}),
      await submit(service, page, { decision: "perhaps" }),
    ];
    for (const response of refusals) {
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      expect(keyOn(await response.text())).toBe("");
    }
    // As browsers send it from a page with a no-referrer policy.
    const own = await submit(service, page, {}, { origin: "null", "sec-fetch-site": "same-origin" });
    expect(own.status).toBe(200);
  });

  test("works for both of two pages in one browser", async () => {
    const first = await open();
    const second = await fetch(service.url + authorizePath(app), { headers: { cookie: first.cookie } });
    const key = await service.createKey();
    for (const page of [first, await toPage(second)])
      expect((await submit(service, page, { key })).status).toBe(303);
  });

  test("is refused half an hour after the page was shown", async () => {
    const clock = manualClock();
    await using timed = await services.open({ overrides: { clock } });
    const page = await openPage(timed, authorizePath(await registerApp(timed)));
    const key = await timed.createKey();
    await clock.advance(30 * 60_000 - 1000);
    expect((await submit(timed, page, { key })).status).toBe(303);
    await clock.advance(1000);
    expect((await submit(timed, page, { key })).status).toBe(400);
  });

  test("reports an unavailable store on the page", async () => {
    await using gone = await services.open();
    const page = await openPage(gone, authorizePath(await registerApp(gone)));
    await gone.parts.store[Symbol.asyncDispose]();
    const again = await toPage(await submit(gone, page, { key: "asy_any" }));
    expect([again.status, again.html.includes("cannot be reached")]).toEqual([503, true]);
  });

  test("is refused on a page when it is not a form", async () => {
    const response = await service.send("/oauth/authorize", { body: {} });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      400,
      "text/html; charset=utf-8",
    ]);
  });
});
