import { afterAll, expect, test } from "vitest";
import { checks } from "../../../../engine/checks/index.ts";
import { rules } from "../../../../engine/policy/index.ts";
import { openTestServices } from "../../../support/services.ts";

const services = await openTestServices();
const service = await services.open();
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

test("every rule of our own is listed once, with its meaning", async () => {
  const response = await service.send("/v1/rules");
  const body = (await response.json()) as any;
  expect([response.status, body.version]).toEqual([200, service.parts.release.version]);
  const names: string[] = body.rules.map(({ rule }: { rule: string }) => rule);
  expect(new Set(names).size).toBe(names.length);
  for (const { id } of checks) expect(names).toContain(`python:${id}`);
  for (const { id } of rules) expect(names).toContain(`policy:${id}`);
  for (const { finds } of body.rules) expect(finds).toMatch(/\.$/);
  expect(body.ruff.errors).toContain("F821");
  expect(body.mypy.errors).toEqual(
    expect.arrayContaining(["operator", "arg-type", "call-arg", "return-value", "index", "valid-type"]),
  );
});

test("every rule in a verdict is listed", async () => {
  const code = 'import os\nos.system(input())\nxs = [1]\nprint(xs[3])\npassword = "Tr0ub4dor&3"\n';
  const { body } = await service.validate(await service.createKey(), { code });
  const listed = new Set(
    ((await (await service.send("/v1/rules")).json()) as any).rules.map(({ rule }: { rule: string }) => rule),
  );
  const named: string[] = [
    ...body.diagnostics.map(({ rule }: { rule: string }) => rule),
    ...body.security.map(({ tool, id }: { tool: string; id: string }) => `${tool}:${id}`),
  ].filter((rule) => /^(?:python|policy|credentials):/.test(rule));
  expect(named.length).toBeGreaterThanOrEqual(2);
  expect(named.filter((rule) => !listed.has(rule))).toEqual([]);
});
