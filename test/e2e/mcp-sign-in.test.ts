import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openClientDocuments } from "../../parts/client-documents/open-client-documents.ts";
import { systemClock } from "../../platform/clock.ts";
import { startHttpsSite } from "../support/https-site.ts";
import { openTestLimits } from "../support/limits.ts";
import { manualClock } from "../support/manual-clock.ts";
import { startPostgres } from "../support/postgres-server.ts";
import type { TestService } from "../support/service.ts";
import { openTestServices, type TestServices } from "../support/services.ts";
import {
  consentTo,
  getCode,
  openPage,
  post,
  redemption,
  redirectUri,
  refreshing,
  registerApp,
} from "../support/sign-in.ts";
import { signingInClients, type SigningInClient } from "../support/signing-in-clients.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

const hourMs = 3_600_000;

/** The steps of a person who follows the address that the client names. */
async function signIn(service: TestService, client: SigningInClient, key = ""): Promise<void> {
  const page = await openPage(service, client.memory.asked!.href);
  await client.finishAuth(await consentTo(service, page, key));
}

async function remaining(service: TestService, key: string): Promise<number> {
  const response = await service.send("/v1/keys/self", { key });
  return ((await response.json()) as { calls_remaining: number }).calls_remaining;
}

const isRefused = async (client: SigningInClient, code: string): Promise<boolean> =>
  client.callTool(code).then(
    () => false,
    (error: Error) => /unauthorized|401/i.test(`${error.name} ${error.constructor.name} ${error.message}`),
  );

describe.for(signingInClients.map((kind) => [kind.name, kind] as const))("%s", ([, { connect }]) => {
  test("lists without a key, is refused, signs in, refreshes, and is signed out", async () => {
    const clock = manualClock();
    await using service = await services.open({ overrides: { clock } });
    await using client = await connect(`${service.url}/mcp`);
    // This one runs nothing: what could not be served is not offered.
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["validate_python", "repair_python"]);

    expect(await isRefused(client, "a = 1\n")).toBe(true);
    expect(client.memory.client).toMatchObject({ token_endpoint_auth_method: "none" });
    expect(client.memory.asked!.searchParams.get("resource")).toBe(`${service.url}/mcp`);

    const key = await service.createKey();
    await signIn(service, client, key);
    expect((await client.callTool("a = 1\n")).structuredContent).toMatchObject({ valid: true });
    expect(await remaining(service, key)).toBe(24);

    const { tokens: first } = client.memory;
    await clock.advance(hourMs);
    expect((await client.callTool("b = 1\n")).structuredContent).toMatchObject({ valid: true });
    expect(client.memory.tokens.refresh_token).not.toBe(first.refresh_token);
    expect(await remaining(service, key)).toBe(23);

    const { status } = await post(service, "/oauth/revoke", {
      token: client.memory.tokens.refresh_token,
      client_id: client.memory.client.client_id,
    });
    expect(status).toBe(200);
    delete client.memory.asked;
    expect(await isRefused(client, "c = 1\n")).toBe(true);
    expect(client.memory.asked).toBeInstanceOf(URL);

    await signIn(service, client);
    expect((await client.callTool("c = 1\n")).structuredContent).toMatchObject({ valid: true });
    expect(await remaining(service, key)).toBe(23);
  });

  test("signs in at the address that always requires it, and loses its tokens with the key", async () => {
    await using service = await services.open({ env: { TRIAL_CALLS_PER_DAY: "5" } });
    await using client = await connect(`${service.url}/mcp?auth=required`);
    expect(await isRefused(client, "a = 1\n")).toBe(true);
    const key = await service.createKey();
    await signIn(service, client, key);
    expect((await client.callTool("a = 1\n")).structuredContent).toMatchObject({ valid: true });
    await service.send("/v1/keys/self", { method: "DELETE", key });
    expect(await isRefused(client, "b = 1\n")).toBe(true);
  });

  test("signs in as the app that its own site describes", async () => {
    await using site = await startHttpsSite(({ url }, response) => {
      const document = { client_id: site.url + url, client_name: "Described", redirect_uris: [redirectUri] };
      response.setHeader("content-type", "application/json").end(JSON.stringify(document));
    });
    const isAllowed = (address: string) => address === "127.0.0.1" || address === "::1";
    const clientDocuments = openClientDocuments({
      clock: systemClock,
      limits: await openTestLimits(),
      isAllowed,
      ca: site.ca,
    });
    await using service = await services.open({ overrides: { clientDocuments } });
    await using client = await connect(`${service.url}/mcp`, `${site.url}/app.json`);
    expect(await isRefused(client, "a = 1\n")).toBe(true);
    expect(client.memory.asked!.searchParams.get("client_id")).toBe(`${site.url}/app.json`);
    await signIn(service, client);
    expect((await client.callTool("a = 1\n")).structuredContent).toMatchObject({ valid: true });
  });
});

test("two replicas on one PostgreSQL share apps, codes, tokens and their revocation", async () => {
  await using postgres = await startPostgres({ fsync: "off" });
  await using one = await services.open({ env: { DATABASE_URL: postgres.url } });
  await using other = await services.open({ env: { DATABASE_URL: postgres.url, BASE_URL: one.url } });
  const app = await registerApp(other);
  const code = await getCode(one, app, await one.createKey());
  const { body: tokens } = await post(other, "/oauth/token", redemption(app, code));
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const params = { name: "validate_python", arguments: { code: "x = 1\n" } };
  const headers = { accept: "application/json, text/event-stream" };
  const statusAt = async (service: TestService) =>
    (await service.send("/mcp", { key: tokens.access_token, headers, body: { ...call, params } })).status;
  expect([await statusAt(one), await statusAt(other)]).toEqual([200, 200]);
  const { body: next } = await post(one, "/oauth/token", refreshing(app, tokens.refresh_token));
  expect(next.refresh_token).toEqual(expect.any(String));
  expect((await post(other, "/oauth/token", refreshing(app, tokens.refresh_token))).status).toBe(400);
  expect([await statusAt(one), await statusAt(other)]).toEqual([401, 401]);
});

describe("a refused call over HTTP", () => {
  const call = {
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: { name: "validate_python", arguments: {} },
  };
  const headers = { accept: "application/json, text/event-stream" };

  test("names the resource metadata, and an error only if a token was sent", async () => {
    await using service = await services.open();
    const metadata = `resource_metadata="${service.url}/.well-known/oauth-protected-resource"`;
    const without = await service.send("/mcp", { headers, body: call });
    expect(without.status).toBe(401);
    expect(without.headers.get("www-authenticate")).toContain(metadata);
    expect(without.headers.get("www-authenticate")).not.toContain("error=");
    const bad = await service.send("/mcp", { headers, key: "a.b.c", body: call });
    expect(bad.status).toBe(401);
    expect(bad.headers.get("www-authenticate")).toContain(metadata);
    expect(bad.headers.get("www-authenticate")).toContain(
      'error="invalid_token", error_description="This access',
    );
  });

  test("names no metadata when sign-in is off", async () => {
    await using service = await services.open({ env: { FREE_CALLS_PER_DAY: "0" } });
    const refused = await service.send("/mcp", { headers, body: call });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).not.toContain("resource_metadata");
  });
});
