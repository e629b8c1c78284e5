import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { authorizePath, openPage, redirectUri, registerApp, type App } from "../../../support/sign-in.ts";

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

const open = async (values: Record<string, string | undefined> = {}) =>
  openPage(service, authorizePath(app, values));

describe("GET /oauth/authorize", () => {
  test("shows a page with the app and its target, which cannot be framed or cached", async () => {
    const { status, html, headers, cookie } = await open();
    expect(status).toBe(200);
    expect(html).toContain("<bdi>Test app</bdi>");
    expect(html).toContain('id="destination">127.0.0.1:45678<');
    expect(html).toMatch(/id="loopback"\s+data-shown="yes"/);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src");
    expect(cookie).toMatch(/^assay_sign_in=[\w-]{43}$/);
    expect(headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Strict$/);
  });

  test("sends its cookie over https only if it is served over https", async () => {
    await using secure = await services.open({ env: { BASE_URL: "https://assay.example" } });
    const { headers } = await openPage(secure, authorizePath(await registerApp(secure)));
    expect(headers.get("set-cookie")).toMatch(/; Secure$/);
  });

  test("shows the name of an app as text, whatever it is", async () => {
    const name = '<script>alert(1)</script>"';
    const odd = await registerApp(service, { client_name: name, redirect_uris: ["https://app.example/cb"] });
    const { html } = await openPage(service, authorizePath(odd, { redirect_uri: undefined }));
    expect(html).not.toContain("<script>");
    expect(html).toContain("&#60;script&#62;alert(1)");
    expect(html).toMatch(/id="loopback"\s+data-shown=""/);
    expect(html).toContain('id="destination">app.example<');
  });

  test.for<[string, string]>([
    ["https://app.example/cb", "app.example"],
    ["cursor://anysphere.cursor/cb", "cursor://"],
    ["http://[::1]:999/cb", "[::1]:999"],
    ["https://xn--80ak6aa92e.com/cb", "xn--80ak6aa92e.com"],
  ])("shows for %s where it leads", async ([uri, destination]) => {
    const other = await registerApp(service, { redirect_uris: [uri] });
    const { html } = await openPage(service, authorizePath(other, { redirect_uri: uri }));
    expect(html).toContain(`id="destination">${destination}<`);
  });

  test.for<[string, Record<string, string | undefined>]>([
    ["an unknown app", { client_id: "nobody" }],
    ["an app with a forged id", { client_id: "eyJhbGciOiJub25lIn0.e30." }],
    ["no app", { client_id: undefined }],
    ["a redirect URI that is not registered", { redirect_uri: "https://evil.example/cb" }],
    ["a registered one with another path", { redirect_uri: `${redirectUri}/more` }],
    ["a registered one with a query", { redirect_uri: `${redirectUri}?a=b` }],
    ["a registered one on another loopback name", { redirect_uri: "http://localhost:45678/callback" }],
    ["one that only looks registered", { redirect_uri: "http://127.0.0.1:45678@evil.example/callback" }],
  ])("does not redirect for %s", async ([, values]) => {
    const { status, html, headers } = await open(values);
    expect(status).toBe(400);
    expect(headers.get("location")).toBeNull();
    expect(html).toContain("This sign-in cannot continue");
    expect(html).toContain('data-shown=""');
    expect(html).not.toContain("evil.example");
  });

  test("accepts each of several registered addresses, and requires the choice of one", async () => {
    const uris = ["https://app.example/one", "https://app.example/two"];
    const several = await registerApp(service, { redirect_uris: uris });
    const statusOf = async (redirect_uri: string | undefined) =>
      (await openPage(service, authorizePath(several, { redirect_uri }))).status;
    expect(await Promise.all([...uris, undefined].map(statusOf))).toEqual([200, 200, 400]);
  });

  test("accepts any port of a registered loopback address", async () => {
    const { status, html } = await open({ redirect_uri: "http://127.0.0.1:1/callback" });
    expect([status, html.includes("127.0.0.1:1<")]).toEqual([200, true]);
  });

  test.for<[string, Record<string, string | undefined>, string]>([
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["no response type", { response_type: undefined }, "unsupported_response_type"],
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["PKCE without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["a challenge that is not a digest", { code_challenge: "short" }, "invalid_request"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["a resource with a fragment", { resource: "http://127.0.0.1/mcp#a" }, "invalid_target"],
  ])(
    "reports %s on a page, which leads back to the app with its state and our name",
    async ([, values, error]) => {
      const { status, html, headers } = await open(values);
      // Anyone can register an app: no user is redirected to it without consent.
      expect([status, headers.get("location"), headers.get("refresh")]).toEqual([400, null, null]);
      expect(html).not.toMatch(/http-equiv|<script/);
      expect(headers.get("content-security-policy")).not.toContain("script-src");
      expect(html).toContain("Return to 127.0.0.1:45678");
      const link = /id="back"\s+href="([^"]+)"/.exec(html)![1]!.replaceAll("&#38;", "&");
      const location = new URL(link);
      expect(`${location.origin}${location.pathname}`).toBe(redirectUri);
      expect(Object.fromEntries(location.searchParams)).toEqual({
        error,
        error_description: expect.any(String),
        state: "the state",
        iss: service.url,
      });
    },
  );

  test("accepts the resource with or without its path or a slash, a query, or none", async () => {
    for (const suffix of ["/mcp", "/mcp/", "", "/", "/mcp?auth=required"])
      expect((await open({ resource: `${service.url}${suffix}` })).status).toBe(200);
    expect((await open({ resource: undefined })).status).toBe(200);
  });

  test("reads a resource of sixty thousand slashes as quickly as any other", async () => {
    const resource = `https://other.example/${"/".repeat(60_000)}x`;
    const begun = process.cpuUsage();
    const response = await service.send("/oauth/token", {
      body: `grant_type=refresh_token&client_id=${app.clientId}&resource=${resource}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([response.status, ((await response.json()) as any).error]).toEqual([400, "invalid_target"]);
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000);
  });

  test("accepts any requested scope, because there is only one to give", async () => {
    for (const scope of ["mcp", "mcp offline_access", "openid"])
      expect((await open({ scope })).status).toBe(200);
  });
});
