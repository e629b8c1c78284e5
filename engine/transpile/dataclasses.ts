import type { ClassDef, Expression } from "../tree/nodes.ts";
import { dottedName } from "./class-table.ts";
import type { Names } from "../program/names.ts";

export type Field = Readonly<{
  name: string;
  fallback: Expression | undefined;
  factory: Expression | undefined;
  shown: boolean;
  compared: boolean;
}>;

/** The decorator that makes a class a dataclass. */
export function dataclassDecorator(node: ClassDef): Expression | undefined {
  return node.decorator_list.find((one) => ["dataclass", "dataclasses.dataclass"].includes(dottedName(one)));
}

/** An option of the decorator, such as `order=True`. */
export function dataclassOption(node: ClassDef, name: string): boolean {
  const decorator = dataclassDecorator(node);
  if (decorator?.kind !== "Call") return false;
  const given = decorator.keywords.find(({ arg }) => arg === name)?.value;
  return given?.kind === "Constant" && given.value.type === "bool" && given.value.value;
}

/** The fields of a dataclass, inherited ones first. */
export function fieldsOf(node: ClassDef, names: Names): Field[] {
  const fields = new Map<string, Field>();
  const base = node.bases[0];
  const inherited = base?.kind === "Name" ? names.variableOf(base)?.bindings[0] : undefined;
  if (inherited?.kind === "ClassDef")
    for (const field of fieldsOf(inherited, names)) fields.set(field.name, field);
  if (!dataclassDecorator(node)) return [...fields.values()];
  for (const part of node.body) {
    if (
      part.kind !== "AnnAssign" ||
      part.target.kind !== "Name" ||
      /ClassVar/.test(dottedName(annotated(part.annotation)))
    )
      continue;
    fields.set(part.target.id, readField(part.target.id, part.value ?? undefined));
  }
  return [...fields.values()];
}

function annotated(node: Expression): Expression {
  return node.kind === "Subscript" ? node.value : node;
}

function readField(name: string, value: Expression | undefined): Field {
  const plain = { name, fallback: value, factory: undefined, shown: true, compared: true };
  if (value?.kind !== "Call" || !["field", "dataclasses.field"].includes(dottedName(value.func)))
    return plain;
  const option = (wanted: string): Expression | undefined =>
    value.keywords.find(({ arg }) => arg === wanted)?.value;
  const isOff = (wanted: string): boolean => {
    const given = option(wanted);
    return given?.kind === "Constant" && given.value.type === "bool" && !given.value.value;
  };
  return {
    name,
    fallback: option("default"),
    factory: option("default_factory"),
    shown: !isOff("repr"),
    compared: !isOff("compare"),
  };
}
