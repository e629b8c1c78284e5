import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOf, resolve, type Description, type Schema } from "../../../../site/docs/openapi.ts";
import { fieldsOf, type DescribedField } from "../../../../site/docs/fields.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices } from "../../../support/services.ts";

let service: TestService;
let description: Description;
beforeAll(async () => {
  const services = await openTestServices();
  service = await services.open({ env: { BASE_URL: "https://checks.example.org" } });
  description = (await (await service.send("/openapi.json")).json()) as Description;
});
afterAll(async () => service[Symbol.asyncDispose]());

/** Every field of every request and answer, with where it is. */
function everyField(): readonly (DescribedField & { place: string })[] {
  return callsOf(description).flatMap(({ path, method, operation }) => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    const schemas = bodies.flatMap((body) => Object.values(body?.content ?? {}).map(({ schema }) => schema));
    return schemas
      .filter((schema): schema is Schema => schema !== undefined)
      .flatMap((schema) => fieldsOf(description, resolve(description, schema)))
      .map((field) => ({ ...field, place: `${method} ${path}: ${field.path}` }));
  });
}

test("every field of every request and answer has a meaning and an example", () => {
  const fields = everyField();
  expect(fields.length).toBeGreaterThan(800);
  const isWhole = ({ type }: DescribedField): boolean => /object|list|any/.test(type);
  expect(fields.filter(({ meaning }) => meaning === "").map(({ place }) => place)).toEqual([]);
  expect(
    fields.filter((field) => field.example === undefined && !isWhole(field)).map(({ place }) => place),
  ).toEqual([]);
});

test("every parameter has a meaning", () => {
  const unknown = callsOf(description).flatMap(({ path, parameters }) =>
    parameters.filter((each) => each.description === undefined).map(({ name }) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test("examples name the address of the deployment", () => {
  expect(JSON.stringify(description)).not.toContain("assay.example");
});
