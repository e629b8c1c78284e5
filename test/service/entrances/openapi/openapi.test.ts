import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { operationsOf } from "../../../support/openapi.ts";
import type { TestService } from "../../../support/service.ts";
import { openWarmService } from "../../../support/services.ts";

let service: TestService;
let document: any;
beforeAll(async () => {
  service = await openWarmService({ env: { FREE_CALLS_PER_DAY: "1000" } });
  document = await (await service.send("/openapi.json")).json();
});
afterAll(async () => service[Symbol.asyncDispose]());

const operation = (name: string): any =>
  operationsOf(document).find((described) => described.name === name)!.operation;

/** The successful answer of an operation, and its schema. */
function successOf({ responses }: any): { status: string; type: string; schema: any } {
  const [status, { content = {} }] = Object.entries<any>(responses).find(([code]) => /^[23]/.test(code))!;
  const [type, { schema }] = Object.entries<any>(content)[0] ?? ["", {}];
  return { status, type, schema };
}

/** With its references resolved, as far as one answer needs. */
function whole(schema: any): any {
  const name = schema.$ref?.split("/").at(-1);
  return name ? document.components.schemas[name] : schema;
}

test("every JSON answer has a meaningful schema", () => {
  const silent = operationsOf(document).filter(({ path, operation: described }) => {
    const { type, schema } = successOf(described);
    if (type !== "application/json" || path.startsWith("/ipfs/")) return false;
    return !schema || !["$ref", "properties", "anyOf", "oneOf", "allOf"].some((word) => word in schema);
  });
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("the schema of every answer without a key matches the answer", async () => {
  const open = operationsOf(document).filter(
    ({ name, path, operation: described }) =>
      name.startsWith("get ") && !path.includes("{") && successOf(described).type.endsWith("json"),
  );
  expect(open.length).toBeGreaterThan(12);
  for (const { name, path, operation: described } of open) {
    const response = await service.send(path);
    if (response.status !== 200) continue;
    const answer = await response.json();
    const { error } = z.fromJSONSchema(whole(successOf(described).schema)).safeParse(answer);
    expect([name, error?.issues ?? []]).toEqual([name, []]);
  }
});

test("every operation accepts a request id, and lists the headers of every answer", () => {
  for (const { name, operation: described } of operationsOf(document)) {
    const { parameters, responses } = described as any;
    expect([name, parameters]).toEqual([
      name,
      expect.arrayContaining([{ $ref: "#/components/parameters/x-request-id" }]),
    ]);
    for (const response of Object.values<any>(responses))
      expect(Object.keys(response.headers)).toEqual(
        expect.arrayContaining(["x-service-version", "x-api-version", "x-request-id"]),
      );
  }
});

test("a verdict has the described headers", async () => {
  const key = await service.createKey();
  await service.grant(key, 5);
  await service.validate(key, { code: "x = 1" });
  const { headers } = await service.validate(key, { code: "x = 1" });
  for (const name of Object.keys(operation("post /v1/validate").responses["200"].headers))
    expect([name, headers.has(name)]).toEqual([name, true]);
  expect(operation("post /v1/validate").parameters).toContainEqual({
    $ref: "#/components/parameters/x-client",
  });
});

test("refusals list the headers that say when to retry", () => {
  const { responses } = operation("post /v1/validate");
  expect(Object.keys(responses["401"].headers)).toContain("www-authenticate");
  expect(Object.keys(responses["429"].headers)).toEqual(
    expect.arrayContaining(["x-quota-reset", "retry-after"]),
  );
});

test("the examples of a verdict match the service's requests and answers", async () => {
  const { requestBody, responses } = operation("post /v1/validate");
  const { examples, schema } = requestBody.content["application/json"];
  const { example } = responses["200"].content["application/json"];
  for (const { value } of Object.values<any>(examples))
    expect(z.fromJSONSchema(whole(schema)).safeParse(value).error).toBeUndefined();
  const { body } = await service.validate(await service.createKey(), examples.static.value);
  const { meta, diagnostics, score: _, ...verdict } = example;
  expect(body).toMatchObject({ ...verdict, diagnostics: expect.arrayContaining(diagnostics) });
  expect(Object.keys(body.meta)).toEqual(Object.keys(meta));
});
