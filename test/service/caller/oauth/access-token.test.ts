import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identify } from "../../../../service/caller/identify.ts";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import { createTokens } from "../../../../parts/tokens/tokens.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { registerApp, signIn } from "../../../support/sign-in.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const credential = (secret: string, address = "127.0.0.1") => ({ secret, address, takesTokens: true });

async function signedIn(at = service) {
  const key = await at.createKey();
  const tokens = await signIn(at, await registerApp(at), key);
  return { key, token: tokens.access_token, refreshToken: tokens.refresh_token };
}

describe("an access token", () => {
  test("acts as its key where tokens are accepted", async () => {
    const { key, token } = await signedIn();
    expect(await identify(service.parts, credential(token))).toMatchObject({
      kind: "key",
      account: fingerprintOf(key),
    });
    expect(await identify(service.parts, credential(key))).toMatchObject({ account: fingerprintOf(key) });
  });

  test("is invalid where only keys are accepted", async () => {
    const { token } = await signedIn();
    const { status, body } = await service.validate(token, { code: "x = 1" });
    expect([status, body.error]).toEqual([401, "unauthorized"]);
  });

  test("is valid for an hour", async () => {
    const clock = manualClock();
    await using timed = await services.open({ overrides: { clock } });
    const { token } = await signedIn(timed);
    await clock.advance(3_599_000);
    await identify(timed.parts, credential(token));
    await clock.advance(1000);
    await expect(identify(timed.parts, credential(token))).rejects.toMatchObject({
      code: "unauthorized",
      message: expect.stringContaining("has expired. Refresh it"),
    });
  });

  test("expires with its key", async () => {
    const { key, token } = await signedIn();
    await service.send("/v1/keys/self", { method: "DELETE", key });
    await expect(identify(service.parts, credential(token))).rejects.toMatchObject({
      code: "unauthorized",
      message: expect.stringContaining("revoked"),
    });
  });

  test("is refused when it is for or from another service, of another kind or not signed by us", async () => {
    const { token, refreshToken } = await signedIn();
    const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<
      string,
      unknown
    >;
    const { tokens, clock } = service.parts;
    const inAnHourMs = clock.now() + 3_600_000;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const wrong = [
      await tokens.sign("access", { ...claims, aud: "https://other.example/mcp" }, inAnHourMs),
      await tokens.sign("access", { ...claims, iss: "https://other.example" }, inAnHourMs),
      await tokens.sign("code", claims, inAnHourMs),
      await createTokens("another secret", clock).sign("access", claims, inAnHourMs),
      `${part({ alg: "none", typ: "at+jwt" })}.${part(claims)}.x`,
      refreshToken,
      `${token}x`,
    ];
    for (const secret of wrong)
      await expect(identify(service.parts, credential(secret))).rejects.toMatchObject({
        code: "unauthorized",
        message: "This access token was not issued by this service. Sign in again.",
      });
    await identify(service.parts, credential(await tokens.sign("access", claims, inAnHourMs)));
  });

  test("counts as a key guess when it is made up, and not when it is expired", async () => {
    await using fresh = await services.open();
    const { token } = await signedIn(fresh);
    await fresh.send("/oauth/revoke", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `token=${token}`,
    });
    const codeOf = async (secret: string) =>
      identify(fresh.parts, credential(secret)).catch((error: { code: string }) => error.code);
    for (let n = 0; n < 700; n += 1) expect(await codeOf(token)).toBe("unauthorized");
    for (let n = 0; n < 600; n += 1) expect(await codeOf(`a.b.${n}`)).toBe("unauthorized");
    expect(await codeOf("a.b.c")).toBe("rate_limited");
  });

  test("is refused once sign-in is off", async () => {
    const { token } = await signedIn();
    const { parts } = service;
    const config = { ...parts.config, FREE_CALLS_PER_DAY: 0 };
    await expect(identify({ ...parts, config }, credential(token))).rejects.toMatchObject({
      code: "unauthorized",
    });
  });
});
