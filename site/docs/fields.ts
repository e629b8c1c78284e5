import { resolve, type Description, type Schema } from "./openapi.ts";

/** A field of a request or an answer, however deep it is. */
export type DescribedField = Readonly<{
  /** `diagnostics[].line` */
  path: string;
  type: string;
  isRequired: boolean;
  meaning: string;
  /** As JSON; undefined where its own fields show what it is. */
  example: string | undefined;
}>;

/** Every field of a schema with the fields inside it, in the order of the description. */
export function fieldsOf(
  description: Description,
  schema: Schema,
  before = "",
  around: ReadonlySet<Schema> = new Set(),
): readonly DescribedField[] {
  const { properties = {}, required = [] } = resolve(description, schema);
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = resolve(description, given);
    const path = before === "" ? name : `${before}.${name}`;
    const inner = around.has(field) ? [] : innerOf(description, field, path, new Set([...around, field]));
    const said = {
      path,
      type: typeOf(description, field),
      isRequired: required.includes(name),
      meaning: given.description ?? field.description ?? "",
      example: inner.length > 0 ? undefined : exampleOf(field),
    };
    return [said, ...inner];
  });
}

function innerOf(
  description: Description,
  field: Schema,
  path: string,
  around: ReadonlySet<Schema>,
): readonly DescribedField[] {
  const { items, additionalProperties } = field;
  return [
    ...fieldsOf(description, field, path, around),
    ...(items ? innerOf(description, resolve(description, items), `${path}[]`, around) : []),
    ...(typeof additionalProperties === "object"
      ? innerOf(description, resolve(description, additionalProperties), `${path}.*`, around)
      : []),
    ...choicesOf(field).flatMap((choice) => innerOf(description, resolve(description, choice), path, around)),
  ];
}

function choicesOf({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

function typeOf(description: Description, field: Schema): string {
  const values = field.enum ?? ("const" in field ? [field.const] : undefined);
  if (values) return values.map((value) => JSON.stringify(value)).join(" or ");
  const choices = choicesOf(field).map((choice) => typeOf(description, resolve(description, choice)));
  if (choices.length > 0) return [...new Set(choices)].join(" or ");
  const types = [field.type ?? (field.properties ? "object" : "any")].flat();
  return types.map((type) => (type === "array" ? "list" : type)).join(" or ");
}

function exampleOf(field: Schema): string | undefined {
  const [example] = field.examples ?? [];
  if (example !== undefined) return JSON.stringify(example);
  if (field.default !== undefined) return JSON.stringify(field.default);
  if (field.enum) return JSON.stringify(field.enum[0]);
  if (field.const !== undefined) return JSON.stringify(field.const);
  const [type] = [field.type ?? choicesOf(field).map((choice) => choice.type)].flat(2);
  return typeExamples[String(type)];
}

const typeExamples: Readonly<Record<string, string>> = {
  string: '"…"',
  integer: "1",
  number: "0.5",
  boolean: "true",
  array: "[]",
  object: "{}",
};

/** A value that fits a schema, of the fields that must be there. */
export function valueOf(description: Description, given: Schema): unknown {
  const schema = resolve(description, given);
  if (!schema.properties) {
    const example = exampleOf(schema);
    return example === undefined ? null : (JSON.parse(example) as unknown);
  }
  const { required = [] } = schema;
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => required.includes(name))
      .map(([name, field]) => [name, valueOf(description, field)]),
  );
}
