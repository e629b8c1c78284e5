import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { engineWithEveryMode, openTestServices, type TestServices } from "../../../support/services.ts";
import { clients } from "./clients.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
  const first = await services.open();
  const sold = { STRIPE_SECRET_KEY: "sk_test_never_called", STRIPE_WEBHOOK_SECRET: "whsec_never_called" };
  service = await services.open({
    env: { ...sold, MAX_CODE_LENGTH: "5000" },
    overrides: engineWithEveryMode(first),
  });
  await first[Symbol.asyncDispose]();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

describe.for(clients.map((client) => [client.name, client] as const))("%s", ([, { connect, revision }]) => {
  const withKey = async (key: string, at = service) => connect(at.url, { authorization: `Bearer ${key}` });

  test("connects and lists the tools without a key", async () => {
    await using client = await connect(service.url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["validate_python", "repair_python", "execute_python"]);
    expect(tools[0]).toMatchObject({
      title: "Check Python",
      inputSchema: { type: "object", required: ["code"], properties: { code: { maxLength: 5000 } } },
      outputSchema: { type: "object" },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    });
    for (const { inputSchema } of tools) {
      expect(inputSchema.properties.mode).toBeUndefined();
      expect(inputSchema.properties.language.enum).toEqual(["python"]);
    }
  });

  test("learns who answers, and the purpose of the tools", async () => {
    await using client = await connect(service.url);
    expect(client.serverInfo()).toMatchObject({
      name: "assay",
      title: "Assay",
      version: service.parts.release.version,
      websiteUrl: service.url,
      icons: [{ src: `${service.url}/icon.svg`, mimeType: "image/svg+xml" }],
    });
    for (const name of ["validate_python", "repair_python", "execute_python"])
      expect(client.instructions()).toContain(name);
  });

  test("lists and names only the tools whose mode is served", async () => {
    await using lean = await services.open({ env: { MODES: "static,repair" } });
    await using client = await connect(lean.url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["validate_python", "repair_python"]);
    expect(client.instructions()).not.toMatch(/execute|running them/);
    expect(client.instructions()).toContain("repair_python");
  });

  test("is refused a call without a key, and gets the address to create one", async () => {
    await using client = await connect(service.url);
    const refused = await client
      .callTool("validate_python", { code: "x = 1" })
      .catch((error: Error) => error);
    expect(refused).toBeInstanceOf(Error);
    const said = JSON.stringify([refused.message, refused.data]).replaceAll("\\", "");
    expect(said).toContain("-32010");
    expect(refused.message).toContain(`Create a free key: POST ${service.url}/v1/keys`);
    expect(refused.message.length).toBeLessThan(1000);
  });

  test.for<[string, (key: string) => Record<string, string>]>([
    ["a bearer", (key) => ({ authorization: `Bearer ${key}` })],
    ["x-api-key", (key) => ({ "x-api-key": key })],
  ])("calls with a key as %s and reads a verdict", async ([, headersOf]) => {
    await using client = await connect(service.url, headersOf(await service.createKey()));
    const result = await client.callTool("validate_python", { code: "import os\n" });
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toMatchObject({
      valid: true,
      diagnostics: [{ rule: "ruff:F401", line: 1, column: 8 }],
      meta: { mode: "static", request_id: expect.any(String) },
    });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result._meta["assay/quota"]).toMatchObject({ tier: "free", remaining: 24, credits: 0 });
  });

  test("sees that an answer is repeated and not charged", async () => {
    await using client = await withKey(await service.createKey());
    const [first, second] = [
      await client.callTool("validate_python", { code: "repeated = 1\n" }),
      await client.callTool("validate_python", { code: "repeated = 1\n" }),
    ];
    expect([first._meta["assay/repeat"], second._meta["assay/repeat"]]).toEqual([undefined, true]);
    expect(second._meta["assay/quota"].remaining).toBe(24);
  });

  test("reads the price of a mode that the key does not cover, as the tool's answer", async () => {
    await using client = await withKey(await service.createKey());
    await client.listTools(); // from now on results are held against the tools' schemas
    const result = await client.callTool("execute_python", { code: "x = 1" });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: "payment_required", request_id: expect.any(String) },
      remedy: { action: "buy_credits", price_credits: 10, routes: [{ route: "card" }] },
    });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result.structuredContent.remedy).toEqual(result.remedy);
  });

  test("runs a paid mode with credits", async () => {
    const key = await service.createKey();
    await service.grant(key, 13);
    await using client = await withKey(key);
    const result = await client.callTool("execute_python", { code: `paid = "${revision}"` });
    expect(result.structuredContent).toMatchObject({ valid: true });
    expect(result._meta["assay/quota"]).toMatchObject({ tier: "paid", credits: 3, remaining: 0 });
  });

  test.for<[string, Record<string, unknown>, string, string]>([
    ["no code", {}, "bad_request", "fix_request"],
    ["code that is not a string", { code: 5 }, "bad_request", "fix_request"],
    ["another language", { code: "x", language: "sql" }, "unsupported_language", "fix_request"],
    ["code that is too long", { code: "#".repeat(5001) }, "too_large", "shorten"],
  ])("reads the cause of the refusal for %s, as the tool's answer", async ([, args, error, action]) => {
    await using client = await withKey(await service.createKey());
    await client.listTools();
    const result = await client.callTool("validate_python", args);
    expect(result).toMatchObject({ isError: true, structuredContent: { error }, remedy: { action } });
    expect(result._meta["assay/quota"]).toMatchObject({ remaining: 25 });
  });

  test("can call the older, unlisted tool with its own mode", async () => {
    await using client = await withKey(await service.createKey());
    const result = await client.callTool("python_code_validator", { code: "x = 1", mode: "static" });
    expect(result.structuredContent).toMatchObject({ valid: true, meta: { mode: "static" } });
    const paid = await client.callTool("python_code_validator", { code: "x = 1", mode: "repair" });
    expect(paid).toMatchObject({ isError: true, remedy: { price_credits: 3 } });
  });

  test("cannot make a listed tool work in another mode", async () => {
    await using client = await withKey(await service.createKey());
    const result = await client.callTool("validate_python", { code: "x = 1", mode: "execute" });
    expect(result.structuredContent).toMatchObject({ valid: true, meta: { mode: "static" } });
  });

  test("gets the list of tools when it calls one that does not exist", async () => {
    await using client = await withKey(await service.createKey());
    const refused = await client.callTool("compile_c", {}).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: -32602,
      data: { error: "bad_request", remedy: { hint: expect.stringContaining("validate_python") } },
    });
  });

  test("learns when a used-up key has calls again", async () => {
    const clock = manualClock(Date.UTC(2026, 0, 2, 15));
    await using small = await services.open({ env: { FREE_CALLS_PER_DAY: "1" }, overrides: { clock } });
    await using client = await withKey(await small.createKey(), small);
    await client.callTool("validate_python", { code: "one = 1" });
    const refused = await client.callTool("validate_python", { code: "two = 2" }).catch((error) => error);
    expect(refused).toMatchObject({
      code: -32012,
      data: {
        error: "quota_exhausted",
        remedy: { action: "wait", reset_at: "2026-01-03T00:00:00.000Z" },
      },
    });
  });

  test("gets the trial without a key, if there is one", async () => {
    await using trial = await services.open({ env: { TRIAL_CALLS_PER_DAY: "1" } });
    await using client = await connect(trial.url);
    const result = await client.callTool("validate_python", { code: "x = 1" });
    expect(result._meta["assay/quota"]).toMatchObject({ tier: "trial", remaining: 0 });
    const refused = await client.callTool("validate_python", { code: "y = 1" }).catch((error) => error);
    expect(refused).toMatchObject({ code: -32012, data: { remedy: { action: "mint_key" } } });
  });

  test("cannot even connect with a revoked key", async () => {
    const key = await service.createKey();
    await service.send("/v1/keys/self", { method: "DELETE", key });
    await expect(withKey(key)).rejects.toThrow(/revoked|401|Unauthorized/);
  });
});
