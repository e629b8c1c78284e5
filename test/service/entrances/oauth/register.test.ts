import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { redirectUri } from "../../../support/sign-in.ts";

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

async function register(body: unknown) {
  const response = await service.send("/oauth/register", { body });
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const withRedirect = (uri: string) => ({ client_name: "App", redirect_uris: [uri] });

describe("POST /oauth/register", () => {
  test("registers a public client without a secret", async () => {
    const { status, headers, body } = await register({
      client_name: "App",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "client_secret_basic",
      application_type: "native",
    });
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(body).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      client_name: "App",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "mcp",
    });
  });

  test("gives equal registrations the same id, and different ones different ids", async () => {
    const [one, same, other] = await Promise.all([
      register(withRedirect(redirectUri)),
      register({ ...withRedirect(redirectUri), software_id: "ignored" }),
      register({ ...withRedirect(redirectUri), client_name: "Other" }),
    ]);
    expect(same.body.client_id).toBe(one.body.client_id);
    expect(other.body.client_id).not.toBe(one.body.client_id);
  });

  test("gives an id that is valid at every replica and after a restart", async () => {
    await using another = await services.open({ overrides: { store: service.parts.store } });
    const { body } = await register(withRedirect(redirectUri));
    expect(await another.parts.tokens.read("client", body.client_id)).toMatchObject({ name: "App" });
    await using stranger = await services.open();
    expect(await stranger.parts.tokens.read("client", body.client_id)).toBeUndefined();
  });

  test.for([
    "https://claude.ai/api/mcp/auth_callback",
    "https://app.example/cb?tenant=1",
    "http://localhost/callback",
    "http://127.0.0.1:3999/callback",
    "http://[::1]:3999/callback",
    "cursor://anysphere.cursor-retrieval/oauth/cb",
    "vscode://vscode.example/did-authenticate",
    "com.example.app:/oauth",
  ])("accepts %s", async (uri) => {
    expect((await register(withRedirect(uri))).body).toMatchObject({ redirect_uris: [uri] });
  });

  test.for([
    "http://app.example/cb",
    "http://localhost.evil.example/cb",
    "http://127.0.0.1.evil.example/cb",
    "http://localhost@evil.example/cb",
    "https://app.example/cb#part",
    "https://user:password@app.example/cb",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://app.example/1",
    "about:blank",
    "https://app.example/a b",
    "https://app.example\\@evil.example/",
    "https://app.example/\r\nset-cookie: a=b",
    "/relative",
    "urn:ietf:wg:oauth:2.0:oob",
    "",
  ])("refuses %j as a redirect URI", async (uri) => {
    const { status, body } = await register(withRedirect(uri));
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
    expect(body).toMatchObject({ error_description: body.message, request_id: expect.any(String) });
  });

  test.for<[string, unknown, string]>([
    ["no redirect URIs", { client_name: "App" }, "invalid_redirect_uri"],
    ["an empty list", { redirect_uris: [] }, "invalid_redirect_uri"],
    ["eleven redirect URIs", { redirect_uris: Array(11).fill(redirectUri) }, "invalid_redirect_uri"],
    ["a number among them", { redirect_uris: [1] }, "invalid_redirect_uri"],
    ["a list", [], "invalid_client_metadata"],
    ["a name that is a number", { client_name: 1, redirect_uris: [redirectUri] }, "invalid_client_metadata"],
    [
      "another grant only",
      { ...withRedirect(redirectUri), grant_types: ["client_credentials"] },
      "invalid_client_metadata",
    ],
    [
      "another response only",
      { ...withRedirect(redirectUri), response_types: ["token"] },
      "invalid_client_metadata",
    ],
    [
      "more than fits into an id",
      withRedirect(`https://app.example/${"a".repeat(2000)}`),
      "invalid_client_metadata",
    ],
    ["a body that is not JSON", "{", "invalid_client_metadata"],
  ])("refuses %s", async ([, body, error]) => {
    const refused = await register(body);
    expect([refused.status, refused.body.error]).toEqual([400, error]);
  });

  test("accepts ten redirect URIs, and empty or longer lists", async () => {
    const redirect_uris = Array.from({ length: 10 }, (_, n) => `https://app.example/${n}`);
    for (const lists of [
      { response_types: [] },
      { response_types: ["token", "code"], grant_types: ["implicit", "authorization_code"] },
      { response_types: null, grant_types: null, client_name: null },
    ])
      expect(await register({ redirect_uris, ...lists })).toMatchObject({
        status: 201,
        body: { redirect_uris },
      });
  });

  test("refuses a body of more than 16 kB", async () => {
    const { status, body } = await register({ ...withRedirect(redirectUri), filler: "x".repeat(20_000) });
    expect([status, body.error]).toEqual([413, "invalid_request"]);
  });

  test("reduces a name to one line of harmless characters", async () => {
    const name = `  A\n\u202Ereversed\u0000  ${"x".repeat(200)}`;
    const { body } = await register({ ...withRedirect(redirectUri), client_name: name });
    expect(body.client_name).toMatch(/^A reversed x+$/);
    expect(body.client_name).toHaveLength(80);
    expect((await register({ redirect_uris: [redirectUri] })).body.client_name).toBe("An app without a name");
  });
});
