import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpChallenge } from "../../../../service/entrances/oauth/challenge.ts";
import { oauthRoutes } from "../../../../service/entrances/oauth/routes.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

const prm = "/.well-known/oauth-protected-resource";
const asm = "/.well-known/oauth-authorization-server";

describe("the OAuth metadata", () => {
  test.for([prm, `${prm}/mcp`])("%s names the resource and its server", async (path) => {
    await using service = await services.open();
    const response = await service.send(path);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({
      resource: `${service.url}/mcp`,
      authorization_servers: [service.url],
      scopes_supported: ["mcp"],
      bearer_methods_supported: ["header"],
      resource_name: "Assay",
      resource_documentation: `${service.url}/docs`,
    });
  });

  test.for([asm, `${asm}/mcp`])("%s names every endpoint, and each exists", async (path) => {
    await using service = await services.open();
    const response = await service.send(path);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const body = (await response.json()) as Record<string, string>;
    expect(body).toMatchObject({
      issuer: service.url,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const name of ["authorization", "token", "registration", "revocation"]) {
      const url = body[`${name}_endpoint`]!;
      const method = name === "authorization" ? "GET" : "POST";
      expect([url, (await fetch(url, { method })).status]).toEqual([url, 400]);
    }
  });

  test("has the configured address without a trailing slash as issuer, for any host", async () => {
    await using service = await services.open({ env: { BASE_URL: "https://assay.example/" } });
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" };
    const resource = (await (await service.send(prm, { headers })).json()) as any;
    const server = (await (await service.send(asm, { headers })).json()) as any;
    expect(server.issuer).toBe("https://assay.example");
    expect(resource.authorization_servers).toEqual(["https://assay.example"]);
    expect(server.token_endpoint).toBe("https://assay.example/oauth/token");
  });
});

test("exists with only one free call and one key a day", async () => {
  await using service = await services.open({
    env: { FREE_CALLS_PER_DAY: "1", KEYS_PER_ADDRESS_PER_DAY: "1" },
  });
  expect((await service.send(prm)).status).toBe(200);
});

describe("without free keys", () => {
  test.for(["FREE_CALLS_PER_DAY", "KEYS_PER_ADDRESS_PER_DAY"])(
    "(%s is 0) there is no OAuth, and refusals do not mention it",
    async (name) => {
      await using service = await services.open({ env: { [name]: "0" } });
      for (const { method, path } of oauthRoutes.filter((route) => !route.path.includes("{"))) {
        const response = await service.send(path, { method: method.toUpperCase() });
        expect([path, response.status, ((await response.json()) as any).error]).toEqual([
          path,
          404,
          "not_found",
        ]);
      }
      const challenge = mcpChallenge(service.parts.config, { hasCredential: false });
      expect(challenge).not.toContain("resource_metadata");
      expect(challenge).toContain(`mint="${service.url}/v1/keys"`);
    },
  );
});

describe("the challenge of a refused MCP call", () => {
  test("names the resource metadata and the scope, and no error when no credential was sent", async () => {
    await using service = await services.open();
    const challenge = mcpChallenge(service.parts.config, { hasCredential: false, description: "x" });
    expect(challenge).toBe(
      `Bearer scope="mcp", resource_metadata="${service.url}${prm}", mint="${service.url}/v1/keys"`,
    );
  });

  test("says what is wrong with a credential, in characters that a header may contain", async () => {
    await using service = await services.open();
    const description = 'It "has"\r\nexpired\\ é';
    const challenge = mcpChallenge(service.parts.config, { hasCredential: true, description });
    expect(challenge).toContain(`Bearer error="invalid_token", error_description="It 'has'''expired' '", `);
    expect(challenge).toMatch(/^[\x20-\x7e]+$/);
  });
});
