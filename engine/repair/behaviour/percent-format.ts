import type { BinOp, Constant, Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { areNear } from "./near-names.ts";
import { bodyOf, percentFields, type Placeholder } from "./placeholders.ts";
import { isText } from "../../tree/constants.ts";
import { dottedName } from "../../tree/written-names.ts";

/** What fixes a `%` format that cannot work, where its text and its values leave one reading. */
export function percentRewrite(
  program: RepairableProgram,
  node: BinOp,
  literal: Constant,
): Rewrite | undefined {
  const fields = percentFields(program.text, literal);
  const { right } = node;
  if (right.kind === "Dict") return respelt(program, right, fields);
  if (fields.length > 0 && fields.every(({ name }) => name !== "")) return named(program, right, fields);
  return doubled(program, literal, valuesOf(right)) ?? asText(program, right, fields);
}

function valuesOf(right: Expression): readonly Expression[] {
  return right.kind === "Tuple" ? right.elts : [right];
}

/** `"%d%" % done` → `"%d%%" % done`: a sign right behind a placeholder is a percent sign. */
function doubled(
  { text }: RepairableProgram,
  literal: Constant,
  values: readonly Expression[],
): Rewrite | undefined {
  const inside = bodyOf(text, literal);
  if (!inside) return undefined;
  const whole = /%%|(%[#0\-+]*(?:[1-9]\d*)?(?:\.\d+)?[diouxXeEfFgGcrsa])(%(?!%))?/g;
  const [signs, fields] = [[] as number[], [] as number[]];
  for (const { 1: field, 2: sign, index } of inside.body.matchAll(whole)) {
    if (field !== undefined) fields.push(index);
    if (field !== undefined && sign) signs.push(inside.start + index + field.length);
  }
  const rest = inside.body.replaceAll(whole, "");
  if (signs.length === 0 || fields.length !== values.length || rest.includes("%")) return undefined;
  return {
    splices: signs.map((start) => ({ start, end: start, text: "%" })),
    description: "doubled the literal `%`",
  };
}

/** `"%(name)s" % (name,)` → `% {"name": name}`. */
function named(
  { source }: RepairableProgram,
  right: Expression,
  fields: readonly Placeholder[],
): Rewrite | undefined {
  const names = [...new Set(fields.map(({ name }) => name))];
  const values = valuesOf(right);
  const byName = new Map(values.map((value) => [dottedName(value)?.split(".").at(-1) ?? "", value]));
  if (values.length !== names.length || !names.every((name) => byName.has(name))) return undefined;
  const entries = names.map((name) => `"${name}": ${source(byName.get(name)!)}`);
  if (right.kind !== "Tuple" && right.kind !== "Name") return undefined;
  return {
    splices: [{ start: right.start, end: right.end, text: `{${entries.join(", ")}}` }],
    description: `gave the values under the names that the placeholders ask for`,
  };
}

function respelt(
  _program: RepairableProgram,
  { keys }: Extract<Expression, { kind: "Dict" }>,
  fields: readonly Placeholder[],
): Rewrite | undefined {
  const given = new Set(keys.map((key) => (isText(key) ? key.value.value : "")));
  const asked = new Set(fields.map(({ name }) => name));
  const [missing, unused] = [[...asked.difference(given)], [...given.difference(asked)]];
  const [from, to] = [missing[0], unused[0]];
  if (missing.length !== 1 || unused.length !== 1 || !from || !to || !areNear(from, to)) return undefined;
  return {
    splices: fields
      .filter(({ name }) => name === from)
      .map(({ nameStart }) => ({ start: nameStart, end: nameStart + from.length, text: to })),
    description: `renamed the placeholder \`${from}\` to \`${to}\`, the name that is given`,
  };
}

/** `"%d" % "3"` → `"%s" % "3"`. */
function asText(
  { text }: RepairableProgram,
  right: Expression,
  fields: readonly Placeholder[],
): Rewrite | undefined {
  const values = valuesOf(right);
  if (values.length !== fields.length) return undefined;
  const wrong = fields.filter(({ start, end }, at) => {
    const value = values[at]!;
    return /^%[di]$/.test(text.slice(start, end)) && isText(value);
  });
  if (wrong.length === 0) return undefined;
  return {
    splices: wrong.map(({ end }) => ({ start: end - 1, end, text: "s" })),
    description: "showed the string with `%s`, which takes any value",
  };
}
