import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentRegistrationRoute } from "../../../../service/entrances/discovery/agent-registration.ts";
import { routes } from "../../../../service/entrances/routes.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

async function readFile(env: Record<string, string>): Promise<any> {
  await using service = await services.open({ env: { BASE_URL: "https://assay.example", ...env } });
  const response = await service.send("/.well-known/agent-registration.json");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  return await response.json();
}

const registry = "0x8004a169fb4a3325136eb29fa0ceb6d2e539a432";

describe("the registration file", () => {
  test("names the agent and no registration when there is none", async () => {
    expect(await readFile({})).toMatchObject({
      type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      name: "assay",
      description: expect.any(String),
      image: "https://assay.example/icon.svg",
      x402Support: false,
      active: true,
      registrations: [],
      supportedTrust: [],
    });
  });

  test("names the registration, of agent 0 too, as a verifier compares it", async () => {
    const env = { CHAIN_ID: "100", IDENTITY_REGISTRY: registry, AGENT_ID: "0" };
    expect((await readFile(env)).registrations).toEqual([
      { agentId: 0, agentRegistry: "eip155:100:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432" },
    ]);
  });

  test("announces reputation when it is configured", async () => {
    const env = { CHAIN_ID: "100", CHAIN_RPC_URL: "http://127.0.0.1:1", REPUTATION_REGISTRY: registry };
    expect((await readFile(env)).supportedTrust).toEqual(["reputation"]);
  });

  test("announces validations when someone may request them", async () => {
    const env = { VALIDATION_REGISTRY: registry };
    expect((await readFile(env)).supportedTrust).toEqual([]);
    expect((await readFile({ ...env, VALIDATION_ALLOW: "*" })).supportedTrust).toEqual(["validation"]);
  });

  test("names only existing entrances", async () => {
    const paths = new Set(routes.map(({ path }) => `https://assay.example${path}`));
    const { services: named } = await readFile({});
    expect(named.map(({ name }: any) => name)).toEqual(expect.arrayContaining(["web", "HTTP", "OpenAPI"]));
    for (const { endpoint } of named) expect(paths).toContain(endpoint);
  });

  test("names the entrances of other protocols once they are enabled", async () => {
    await using service = await services.open({ env: { BASE_URL: "https://assay.example" } });
    const file = agentRegistrationRoute(new Set(["/mcp", "/.well-known/agent-card.json"]));
    const { body } = (await file.answer(service.parts, {} as never)) as { body: any };
    expect(body.services).toEqual([
      { name: "MCP", endpoint: "https://assay.example/mcp" },
      { name: "A2A", endpoint: "https://assay.example/.well-known/agent-card.json" },
      { name: "OpenAPI", endpoint: "https://assay.example/openapi.json", version: "3.1.0" },
    ]);
  });
});
