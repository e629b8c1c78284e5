import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import {
  authorizePath,
  consentTo,
  getCode,
  makePkce,
  openPage,
  post,
  redemption,
  refreshing,
  registerApp,
  signIn,
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

const ask = async (values: Record<string, string>) => post(service, "/oauth/token", values);
const claimsOf = (token: string) =>
  token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>);

describe("a code", () => {
  test("gets tokens that name the key by fingerprint", async () => {
    const key = await service.createKey();
    const { status, headers, body } = await ask(redemption(app, await getCode(service, app, key)));
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: "mcp",
    });
    const [header, claims] = claimsOf(body.access_token);
    expect(header).toMatchObject({ typ: "at+jwt" });
    expect(claims).toMatchObject({
      iss: service.url,
      aud: `${service.url}/mcp`,
      sub: fingerprintOf(key),
      client_id: app.clientId,
      scope: "mcp",
      jti: expect.any(String),
    });
    expect(Number(claims!["exp"]) - Number(claims!["iat"])).toBe(3600);
    expect(JSON.stringify(body)).not.toContain(key);
  });

  test("is valid without the redirect URI, as in OAuth 2.1, and with the resource", async () => {
    const { redirect_uri: _, ...values } = redemption(app, await getCode(service, app));
    expect((await ask({ ...values, resource: `${service.url}/mcp` })).status).toBe(200);
  });

  test("is valid once: a second use ends the grant of the first", async () => {
    const values = redemption(app, await getCode(service, app));
    const first = await ask(values);
    const second = await ask(values);
    expect([second.status, second.body.error]).toEqual([400, "invalid_grant"]);
    const refreshed = await ask(refreshing(app, first.body.refresh_token));
    expect([refreshed.status, refreshed.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("is redeemed once when ten requests redeem it at once, and its grant is ended", async () => {
    const values = redemption(app, await getCode(service, app));
    const answers = await Promise.all(Array.from({ length: 10 }, async () => ask(values)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await ask(refreshing(app, won[0]!.body.refresh_token))).status).toBe(400);
  });

  test("is valid for a minute", async () => {
    const clock = manualClock();
    await using timed = await services.open({ overrides: { clock } });
    const own = await registerApp(timed);
    const [early, late] = [await getCode(timed, own), await getCode(timed, own)];
    await clock.advance(59_000);
    expect((await post(timed, "/oauth/token", redemption(own, early))).status).toBe(200);
    await clock.advance(1000);
    const { status, body } = await post(timed, "/oauth/token", redemption(own, late));
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  });

  test.for<[string, (good: Record<string, string>, other: App) => Record<string, string>]>([
    ["another verifier", (good) => ({ ...good, code_verifier: makePkce().verifier })],
    ["the challenge for a verifier", (good) => ({ ...good, code_verifier: app.challenge })],
    ["another redirect URI", (good) => ({ ...good, redirect_uri: "https://app.example/cb" })],
    ["another app", (good, { clientId }) => ({ ...good, client_id: clientId })],
    [
      "another app that names no redirect URI",
      (good, { clientId }) => {
        const { redirect_uri: _, ...rest } = good;
        return { ...rest, client_id: clientId };
      },
    ],
    ["a code that was tampered with", (good) => ({ ...good, code: `${good["code"]}x` })],
    ["another text that we signed", (good) => ({ ...good, code: app.clientId })],
  ])("is refused with %s, and stays valid for its own app", async ([, spoil]) => {
    const other = await registerApp(service, {
      client_name: "Other",
      redirect_uris: ["https://o.example/cb"],
    });
    const good = redemption(app, await getCode(service, app));
    const { status, body } = await ask(spoil(good, other));
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    expect((await ask(good)).status).toBe(200);
  });

  test("is refused when its key was revoked meanwhile", async () => {
    const key = await service.createKey();
    const code = await getCode(service, app, key);
    await service.send("/v1/keys/self", { method: "DELETE", key });
    const { status, body } = await ask(redemption(app, code));
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  });

  test("is invalid at another deployment", async () => {
    await using other = await services.open();
    const own = await registerApp(other);
    const code = await getCode(service, app);
    const { body } = await post(other, "/oauth/token", { ...redemption(app, code), client_id: own.clientId });
    expect(body.error).toBe("invalid_grant");
  });
});

describe("a refresh token", () => {
  test("gets the next one, again and again", async () => {
    let { refresh_token: token } = await signIn(service, app);
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await ask(refreshing(app, token));
      expect([status, body.refresh_token !== token]).toEqual([200, true]);
      token = body.refresh_token;
    }
  });

  test("ends its grant when it is used twice", async () => {
    const { refresh_token: first } = await signIn(service, app);
    const second = await ask(refreshing(app, first));
    const reused = await ask(refreshing(app, first));
    expect([reused.status, reused.body.error]).toEqual([400, "invalid_grant"]);
    expect(reused.body.message).toContain("was used before");
    const next = await ask(refreshing(app, second.body.refresh_token));
    expect([next.status, next.body.error]).toEqual([400, "invalid_grant"]);
    expect(next.body.message).toContain("has ended");
  });

  test("is valid for 90 days from its last use", async () => {
    const clock = manualClock();
    await using timed = await services.open({ overrides: { clock } });
    const own = await registerApp(timed);
    const dayMs = 86_400_000;
    const refresh = async (token: string) => post(timed, "/oauth/token", refreshing(own, token));
    const { refresh_token: token } = await signIn(timed, own);
    await clock.advance(90 * dayMs - 1000);
    const { body } = await refresh(token);
    await clock.advance(90 * dayMs - 1000);
    const last = await refresh(body.refresh_token);
    expect(last.status).toBe(200);
    await clock.advance(90 * dayMs);
    expect((await refresh(last.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("is refused when its key is revoked", async () => {
    const key = await service.createKey();
    const { refresh_token: token } = await signIn(service, app, key);
    await service.send("/v1/keys/self", { method: "DELETE", key });
    expect((await ask(refreshing(app, token))).body.error).toBe("invalid_grant");
  });

  test("is valid only for its own app, and no other text is", async () => {
    const other = await registerApp(service, {
      client_name: "Other",
      redirect_uris: ["https://o.example/cb"],
    });
    const { refresh_token: token } = await signIn(service, app);
    expect((await ask(refreshing(other, token))).body.error).toBe("invalid_grant");
    expect((await ask(refreshing(app, token))).status).toBe(200);
    for (const wrong of ["nonsense", `${token}x`, app.clientId])
      expect((await ask(refreshing(app, wrong))).body.error).toBe("invalid_grant");
  });

  test("is stored only as its hash", async () => {
    await using own = await services.open();
    const key = await own.createKey();
    const { access_token, refresh_token } = await signIn(own, await registerApp(own), key);
    const folder = own.parts.config.DATA_DIR;
    const files = readdirSync(folder).filter((name) => name.startsWith("assay.sqlite"));
    const written = Buffer.concat(files.map((name) => readFileSync(join(folder, name)))).toString("latin1");
    expect(written).toContain(fingerprintOf(key));
    for (const secret of [key, access_token, refresh_token]) expect(written).not.toContain(secret);
  });

  test("has expired when it is of the oldest of 51 sign-ins with one key", async () => {
    const key = await service.createKey();
    const tokens = [];
    for (let n = 0; n < 51; n += 1) tokens.push((await signIn(service, app, key)).refresh_token);
    const [first, second] = await Promise.all(
      tokens.slice(0, 2).map(async (token) => ask(refreshing(app, token))),
    );
    expect([first!.status, second!.status]).toEqual([400, 200]);
  });
});

describe("POST /oauth/token", () => {
  const good = () => redemption(app, "code");

  test.for<[string, () => Record<string, string>, number, string]>([
    ["no grant type", () => ({ client_id: app.clientId }), 400, "invalid_request"],
    ["another grant type", () => ({ ...good(), grant_type: "password" }), 400, "unsupported_grant_type"],
    ["a grant type of objects", () => ({ ...good(), grant_type: "toString" }), 400, "unsupported_grant_type"],
    ["no app", () => ({ ...good(), client_id: "" }), 401, "invalid_client"],
    ["an unknown app", () => ({ ...good(), client_id: "nobody" }), 401, "invalid_client"],
    ["no code", () => ({ ...good(), code: "" }), 400, "invalid_request"],
    ["no verifier", () => ({ ...good(), code_verifier: "" }), 400, "invalid_request"],
    ["no refresh token", () => ({ ...good(), grant_type: "refresh_token" }), 400, "invalid_request"],
    ["another resource", () => ({ ...good(), resource: "https://other.example" }), 400, "invalid_target"],
  ])("refuses %s", async ([, values, status, error]) => {
    const refused = await ask(values());
    expect([refused.status, refused.body.error]).toEqual([status, error]);
    expect(refused.body).toEqual({
      error,
      error_description: refused.body.message,
      message: expect.any(String),
      request_id: refused.headers.get("x-request-id"),
    });
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });

  test("refuses a body that is not a form, has repeated fields or is too long, with an OAuth error", async () => {
    const json = await service.send("/oauth/token", { body: good() });
    const twice = await fetch(`${service.url}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams([...Object.entries(good()), ["code", "another"]]),
    });
    const long = await ask({ ...good(), code: "x".repeat(70_000) });
    expect([json.status, twice.status, long.status]).toEqual([400, 400, 413]);
    for (const body of [await json.json(), await twice.json(), long.body])
      expect(body).toMatchObject({ error: "invalid_request" });
  });

  test("answers with an OAuth error while the store is unavailable", async () => {
    await using gone = await services.open();
    const own = await registerApp(gone);
    const code = await getCode(gone, own, await gone.createKey());
    await gone.parts.store[Symbol.asyncDispose]();
    const { status, body } = await post(gone, "/oauth/token", redemption(own, code));
    expect([status, body.error]).toEqual([503, "temporarily_unavailable"]);
  });

  test("may be called by pages of any origin", async () => {
    const response = await service.send("/oauth/token", {
      method: "OPTIONS",
      headers: { origin: "https://inspector.example", "access-control-request-method": "POST" },
    });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });
});

test("a sign-in with an existing key and one with a new key lead to tokens of different keys", async () => {
  const key = await service.createKey();
  const subjects = [];
  for (const chosen of [key, key, ""]) {
    const page = await openPage(service, authorizePath(app));
    const code = (await consentTo(service, page, chosen)).searchParams.get("code")!;
    subjects.push(claimsOf((await ask(redemption(app, code))).body.access_token)[1]!["sub"]);
  }
  expect(subjects[0]).toBe(subjects[1]);
  expect(subjects[2]).not.toBe(subjects[0]);
});
