import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentRegistrationRoute } from "../../../../service/entrances/discovery/agent-registration.ts";
import { llmsRoute } from "../../../../service/entrances/discovery/llms.ts";
import { pricingPage } from "../../../../service/entrances/pages/pricing-page.ts";
import { routes } from "../../../../service/entrances/routes.ts";
import type { TestService } from "../../../support/service.ts";
import { engineWithEveryMode, openTestServices, type TestServices } from "../../../support/services.ts";

let services: TestServices;
let service: TestService;
const base = "https://assay.example.com";
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open({ env: { BASE_URL: base } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const read = async (path: string, from = service): Promise<string> => (await from.send(path)).text();
const readJson = async (path: string, from = service): Promise<any> => (await from.send(path)).json();

/** Whether an address of this service that a text names exists. */
const isServed = (address: string): boolean =>
  routes.some(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(address));

describe("GET /llms.txt", () => {
  test("is text in the expected form", async () => {
    const response = await service.send("/llms.txt");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toMatch(/^# Assay\n\n> Checks Python/);
  });

  test("names no address of ours that does not exist", async () => {
    const named = Array.from(
      (await read("/llms.txt")).matchAll(/https:\/\/assay\.example\.com(\/[\w./-]*[\w-])/g),
      ([, path]) => path!,
    );
    expect(named).toEqual(
      expect.arrayContaining(["/v1/keys", "/v1/validate", "/v1/client", "/openapi.json"]),
    );
    expect(named.filter((path) => !isServed(path))).toEqual([]);
  });

  test("names each enabled entrance, and no other", async () => {
    const text = await read("/llms.txt");
    for (const heading of ["## HTTP", "## MCP", "## A2A", "## CI", "## Prices", "## Refusals"])
      expect(text).toContain(heading);
    expect(text).not.toContain("x402");
    const bare = llmsRoute(new Set(["/openapi.json"]));
    const { body } = (await bare.answer(service.parts, {} as never)) as { body: string };
    for (const heading of ["## MCP", "## A2A", "## CI", "(https://assay.example.com/docs)"])
      expect(body).not.toContain(heading);
  });

  test("describes every listed tool, and the modes and prices of this deployment", async () => {
    const text = await read("/llms.txt");
    for (const tool of ["validate_python", "repair_python"]) expect(text).toContain(`- \`${tool}\`: `);
    expect(text).not.toContain("execute");
    expect(text).toContain("Modes here: static, repair.");
    expect(text).toContain("`static` 1 credit (2 cents)");
    expect(text).not.toContain("`execute` 10 credits");
    await using whole = await services.open({ overrides: engineWithEveryMode(service) });
    const all = await read("/llms.txt", whole);
    expect(all).toContain("`execute` 10 credits (20 cents)");
    expect(all).toContain("- `execute_python`: ");
  });

  test("is right about the free tier", async () => {
    await using paid = await services.open({ env: { FREE_CALLS_PER_DAY: "0", TRIAL_CALLS_PER_DAY: "4" } });
    const text = await read("/llms.txt", paid);
    expect(text).toContain("A key needs credits. 4 static checks a day need no key at all.");
    expect(text).not.toContain("auth=required");
    expect(await read("/llms.txt")).toContain("A key covers 25 static checks a day free of charge.");
  });
});

describe("GET /server.json", () => {
  test("is a valid entry of the MCP registry", async () => {
    const entry = await readJson("/server.json");
    expect(entry).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: "com.example.assay/assay",
      title: "Assay",
      version: service.parts.release.version,
      remotes: [
        {
          type: "streamable-http",
          url: `${base}/mcp`,
          headers: [{ name: "Authorization", isRequired: false, isSecret: true }],
        },
        { type: "streamable-http", url: `${base}/mcp?auth=required` },
      ],
    });
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry.description.length).toBeLessThanOrEqual(100);
    const told = entry._meta["io.modelcontextprotocol.registry/publisher-provided"].remotes;
    expect(Object.keys(told)).toEqual(entry.remotes.map(({ url }: any) => url));
  });

  test("names no sign-in address when sign-in is off", async () => {
    await using closed = await services.open({ env: { FREE_CALLS_PER_DAY: "0" } });
    const { name, remotes } = await readJson("/server.json", closed);
    expect([name, remotes.length]).toEqual(["local/assay", 1]);
  });
});

test("/.well-known/api-catalog links to existing descriptions", async () => {
  const response = await service.send("/.well-known/api-catalog");
  expect(response.headers.get("content-type")).toMatch(/^application\/linkset\+json; profile="[^"]+rfc9727"/);
  const { linkset } = (await response.json()) as any;
  const [{ anchor, ...relations }] = linkset;
  expect(anchor).toBe(`${base}/`);
  expect(Object.keys(relations).toSorted()).toEqual([
    "service-desc",
    "service-doc",
    "service-meta",
    "status",
  ]);
  for (const { href } of Object.values<any>(relations).flat())
    expect([href, (await service.send(href.slice(base.length))).status]).toEqual([href, 200]);
});

test("/robots.txt keeps crawlers from private addresses only", async () => {
  expect(await read("/robots.txt")).toMatch(/^User-agent: \*\nDisallow: \/pay\/\n[\s\S]*Allow: \/\n$/);
});

describe("GET /", () => {
  test("offers each mode with its price, and those that are not served with samples only", async () => {
    const page = await read("/");
    for (const shown of [
      '<span id="cost-static">free, 25 a day</span>',
      '<span id="cost-repair">3 credits',
      '<span id="cost-execute">samples only</span>',
    ])
      expect(page).toContain(shown);
    expect(page).not.toContain("<!-- ");
    await using other = await services.open({
      env: { FREE_CALLS_PER_DAY: "0" },
      overrides: engineWithEveryMode(service),
    });
    const paid = await read("/", other);
    expect(paid).toContain('<span id="cost-static">1 credit<');
    expect(paid).toContain('<span id="cost-execute">10 credits');
  });

  test("works without the store", async () => {
    await using busy = await services.open();
    await busy.parts.store[Symbol.asyncDispose]();
    expect((await busy.send("/")).status).toBe(200);
  });

  test("has data for crawlers that no value can break out of", async () => {
    const dataIn = (page: string): any =>
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)![1]!);
    expect(dataIn(await read("/"))).toMatchObject({ "@type": "WebAPI", url: `${base}/` });
    const BASE_URL = "https://assay.example/?</script><script>alert(1)//$&";
    await using odd = await services.open({ env: { BASE_URL } });
    const page = await read("/", odd);
    expect(dataIn(page).url).toBe(`${BASE_URL}/`);
    expect(page).not.toContain("<script>");
  });
});

test("when calls are paid one by one, every description gives the price", async () => {
  const config = {
    ...service.parts.config,
    X402_PAYEE: "0x8004A169FB4a3325136EB29fA0ceB6D2e539a432" as const,
    X402_NETWORK: ["eip155:8453" as const],
  };
  const parts = { ...service.parts, config };
  const paths = new Set(routes.map(({ path }) => path));
  const incoming = { query: () => undefined, header: () => undefined } as never;
  const bodyOf = async (route: (typeof routes)[number]): Promise<any> =>
    (await route.answer(parts, incoming)).body;
  expect(await bodyOf(pricingPage)).toContain("<td>$0.02</td><td>$0.01</td>");
  expect(await bodyOf(llmsRoute(paths))).toContain("`/v1/x402/static` $0.01");
  expect((await bodyOf(agentRegistrationRoute(paths))).x402Support).toBe(true);
});
