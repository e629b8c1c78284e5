import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identify } from "../../../../service/caller/identify.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { post, refreshing, registerApp, signIn, type App } from "../../../support/sign-in.ts";

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

const revoke = async (values: Record<string, string>) => post(service, "/oauth/revoke", values);
const isGood = async (secret: string) =>
  identify(service.parts, { secret, address: "127.0.0.1", takesTokens: true }).then(
    () => true,
    () => false,
  );

describe("POST /oauth/revoke", () => {
  test.for(["access_token", "refresh_token"] as const)(
    "ends both tokens by the %s, at once",
    async (kind) => {
      const key = await service.createKey();
      const [ended, other] = [await signIn(service, app, key), await signIn(service, app, key)];
      expect(await isGood(ended.access_token)).toBe(true);
      const values = { token: ended[kind], token_type_hint: kind, client_id: app.clientId };
      expect((await revoke(values)).status).toBe(200);
      expect(await isGood(ended.access_token)).toBe(false);
      const refreshed = await post(service, "/oauth/token", refreshing(app, ended.refresh_token));
      expect(refreshed.body.error).toBe("invalid_grant");
      expect(await isGood(other.access_token)).toBe(true);
      expect((await service.send("/v1/keys/self", { key })).status).toBe(200);
      expect((await revoke(values)).status).toBe(200);
    },
  );

  test("needs no app, and succeeds for an unknown token", async () => {
    const { access_token: token } = await signIn(service, app);
    expect((await revoke({ token })).status).toBe(200);
    expect(await isGood(token)).toBe(false);
    for (const unknown of ["nonsense", `${token}x`])
      expect((await revoke({ token: unknown })).status).toBe(200);
  });

  test("succeeds for expired tokens", async () => {
    const clock = manualClock();
    await using timed = await services.open({ overrides: { clock } });
    const own = await registerApp(timed);
    const { access_token, refresh_token } = await signIn(timed, own);
    await clock.advance(91 * 86_400_000);
    for (const token of [access_token, refresh_token])
      expect((await post(timed, "/oauth/revoke", { token, client_id: own.clientId })).status).toBe(200);
  });

  test("refuses another app's token, an unknown app, and no token", async () => {
    const other = await registerApp(service, {
      client_name: "Other",
      redirect_uris: ["https://o.example/cb"],
    });
    const { access_token: token } = await signIn(service, app);
    const answers = [
      await revoke({ token, client_id: other.clientId }),
      await revoke({ token, client_id: "nobody" }),
      await revoke({ client_id: app.clientId }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, "invalid_grant"],
      [401, "invalid_client"],
      [400, "invalid_request"],
    ]);
    expect(await isGood(token)).toBe(true);
  });
});
