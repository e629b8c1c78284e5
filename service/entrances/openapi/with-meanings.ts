import { fieldMeanings } from "./field-meanings.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The same description, in which every field has a meaning and every plain one an example. */
export function withMeanings(schema: unknown, names: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withMeanings(each, names));
  if (typeof schema !== "object" || schema === null) return schema;
  const { properties, ...rest } = schema as JsonSchema;
  const others = Object.entries(rest).map(([name, value]) => [
    name,
    isData(name) ? value : withMeanings(value, pathOf(names, name)),
  ]);
  if (typeof properties !== "object" || properties === null) return Object.fromEntries(others) as unknown;
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    const path = [...names, name];
    return [name, describe(withMeanings(field, path) as JsonSchema, path)];
  });
  return { ...Object.fromEntries(others), properties: Object.fromEntries(fields) as unknown };
}

/** Names of schemas and addresses count as names around a field; other words of the description do not. */
function pathOf(names: readonly string[], name: string): readonly string[] {
  if (/^\/|^[A-Z]/.test(name)) return name.toLowerCase().split(/[^a-z0-9_]+/);
  return names;
}

/** What is inside a reference is described there, and needs no example here. */
function describe(field: JsonSchema, path: readonly string[]): JsonSchema {
  const [meaning, example] = meaningOf(path) ?? [];
  const hasExample =
    field["examples"] !== undefined || field["enum"] !== undefined || field["const"] !== undefined;
  return {
    ...field,
    ...(field["description"] === undefined && meaning !== undefined && { description: meaning }),
    ...(!hasExample &&
      field["$ref"] === undefined &&
      example !== undefined &&
      fits(field, example) && { examples: [example] }),
  };
}

/** What a piece of a path or a value of the query means. */
export function parameterMeaning(path: string, name: string): string | undefined {
  return meaningOf([...path.split(/[^a-z0-9_]+/), name])?.[0];
}

function meaningOf(path: readonly string[]): (typeof fieldMeanings)[string] | undefined {
  const name = path.at(-1)!;
  const around = path.slice(0, -1).toReversed();
  const candidates = [...around.map((each) => `${each}.${name}`), name];
  const found = candidates.find((each) => Object.hasOwn(fieldMeanings, each));
  return found === undefined ? undefined : fieldMeanings[found];
}

/** An example written for a field of that name may be of another type than this one's. */
function fits(field: JsonSchema, example: unknown): boolean {
  const choices = (field["anyOf"] ?? field["oneOf"]) as readonly JsonSchema[] | undefined;
  if (choices) return choices.some((choice) => fits(choice, example));
  const types = [field["type"]].flat();
  const type =
    example === null
      ? "null"
      : Array.isArray(example)
        ? "array"
        : Number.isInteger(example)
          ? "integer"
          : typeof example;
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function isData(name: string): boolean {
  return ["enum", "const", "default", "example", "examples", "required"].includes(name);
}
