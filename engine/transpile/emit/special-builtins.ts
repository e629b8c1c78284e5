import { isText } from "../../tree/constants.ts";
import type { Call, Expression } from "../../tree/nodes.ts";
import { isExceptionName } from "../class-table.ts";
import { at, infix, invoke, level, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { isPure } from "./pure.ts";
import { mangled } from "./attributes.ts";
import { own } from "../../text/own.ts";

type Special = (node: Call, context: EmitContext) => EmittedCode;

/** Builtins that are written in a way of their own. */
export const specialBuiltins: Readonly<Record<string, Special>> = {
  isinstance: writeIsInstance,
  issubclass: plainCall("issubclass", 2),
  type: plainCall("typeOf", 1),
  getattr: attributeCall("getAttr", [2, 3]),
  setattr: attributeCall("setAttr", [3]),
  hasattr: attributeCall("hasAttr", [2]),
  delattr: attributeCall("deleteAttr", [2]),
  object: (node, context) =>
    node.args.length === 0
      ? tight(`new ${context.use("Instance")}()`)
      : context.refuse(node, "this way of calling `object`"),
  super: (node, context) => context.refuse(node, "`super` without a method"),
};

function plain(node: Call): boolean {
  return node.keywords.length === 0 && node.args.every(({ kind }) => kind !== "Starred");
}

function plainCall(runtime: string, count: number): Special {
  return (node, context) => {
    const name = node.func.kind === "Name" ? node.func.id : runtime;
    if (!plain(node) || node.args.length !== count)
      return context.refuse(node, `this way of calling \`${name}\``);
    return invoke(context.use(runtime), ...node.args.map(context.expression));
  };
}

/** Reading attributes by a name that is computed may reach every method: all must know their parameters. */
function attributeCall(runtime: string, counts: readonly number[]): Special {
  return (node, context) => {
    const name = node.func.kind === "Name" ? node.func.id : runtime;
    if (!plain(node) || !counts.includes(node.args.length))
      return context.refuse(node, `this way of calling \`${name}\``);
    const wanted = node.args[1]!;
    if (isText(wanted)) {
      if (
        mangled(wanted.value.value, node) !== wanted.value.value ||
        /^(?:constructor|prototype|__\w+__)$/.test(wanted.value.value)
      )
        return context.refuse(node, `the attribute \`${wanted.value.value}\` by its name`);
      context.signed.add(wanted.value.value);
    } else
      for (const facts of context.classes.all)
        for (const method of facts.methods.keys()) context.signed.add(method);
    return invoke(context.use(runtime), ...node.args.map(context.expression));
  };
}

const typeTests: Readonly<Record<string, (value: string, context: EmitContext) => string>> = {
  str: (value) => `typeof ${value} === "string"`,
  float: (value) => `typeof ${value} === "number"`,
  bool: (value) => `typeof ${value} === "boolean"`,
  list: (value) => `Array.isArray(${value})`,
  int: (value, context) => `${context.use("isIntegral")}(${value})`,
  tuple: (value, context) => `${value} instanceof ${context.use("Tuple")}`,
  dict: (value, context) => `${value} instanceof ${context.use("Dict")}`,
  set: (value, context) => `${value} instanceof ${context.use("SetValue")}`,
  frozenset: (value, context) => `${value} instanceof ${context.use("FrozenSetValue")}`,
  range: (value, context) => `${value} instanceof ${context.use("Range")}`,
};

function writeIsInstance(node: Call, context: EmitContext): EmittedCode {
  const [value, type] = node.args;
  if (!plain(node) || !value || !type || node.args.length !== 2)
    return context.refuse(node, "this way of calling `isinstance`");
  const types = type.kind === "Tuple" ? type.elts : [type];
  const known = types.every((one) => typeTest(one, context) !== undefined);
  if (!known || (types.length > 1 && !isPure(value, context)) || types.length === 0)
    return invoke(context.use("isinstance"), context.expression(value), context.expression(type));
  const text = at(context.expression(value), level.tight);
  const tests = types.map((one) => typeTest(one, context)!(text));
  if (tests.length === 1) {
    const [test] = tests as [string];
    return { text: test, level: / (?:===|instanceof) /.test(test) ? level.equality : level.tight };
  }
  return { text: tests.join(" || "), level: level.or };
}

/** How to test for a type that is known in advance. */
export function typeTest(type: Expression, context: EmitContext): ((value: string) => string) | undefined {
  if (type.kind !== "Name") return undefined;
  const variable = context.names.variableOf(type);
  if (!variable) {
    const { id } = type;
    if (isExceptionName(id)) return (value) => `${value} instanceof ${context.use(id)}`;
    const test = own(typeTests, id);
    return test && ((value) => test(value, context));
  }
  if (!context.kinds.of(type).startsWith("class ")) return undefined;
  return (value) => infix(tight(value), "instanceof", context.expression(type), level.order).text;
}
