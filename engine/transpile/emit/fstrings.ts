import { isText } from "../../tree/constants.ts";
import type { Expression } from "../../tree/nodes.ts";
import { at, level, quote, templateText, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";

type Joined = Extract<Expression, { kind: "JoinedStr" | "TemplateStr" }>;

export function writeFString(node: Joined, context: EmitContext): EmittedCode {
  if (node.kind === "TemplateStr") return context.refuse(node, "a template string");
  if (/\\N\{/.test(context.tree.text.slice(node.start, node.end)))
    return context.refuse(node, "a character given by its name");
  const only = node.values.length === 1 ? node.values[0]! : undefined;
  if (only?.kind === "FormattedValue") return writeFormatted(only, context);
  if (node.values.every(({ kind }) => kind === "Constant"))
    return tight(quote(node.values.map(textOf).join("")));
  const parts = node.values.map((part) =>
    part.kind === "FormattedValue"
      ? `\${${at(writeFormatted(part, context), level.loose)}}`
      : templateText(textOf(part)),
  );
  return tight(`\`${parts.join("")}\``);
}

function textOf(part: Expression): string {
  return isText(part) ? part.value.value : "";
}

function writeFormatted(
  node: Extract<Expression, { kind: "FormattedValue" | "Interpolation" }>,
  context: EmitContext,
): EmittedCode {
  const plain = context.expression(node.value);
  const conversion = node.conversion < 0 ? "" : String.fromCharCode(node.conversion);
  if (conversion === "a") return context.refuse(node, "the conversion `!a`");
  const name = conversion === "r" ? "repr" : conversion === "s" ? "str" : undefined;
  const value = name ? tight(`${context.use(name)}(${at(plain, level.loose)})`) : plain;
  const isText = name !== undefined || context.kinds.of(node.value) === "str";
  const spec = node.format_spec;
  if (!spec || (spec.kind === "JoinedStr" && spec.values.length === 0)) {
    if (isText) return value;
    const own = context.classes.methods("__format__").length > 0;
    return tight(
      own
        ? `${context.use("format")}(${at(value, level.loose)}, "")`
        : `${context.use("str")}(${at(value, level.loose)})`,
    );
  }
  const specCode = context.expression(spec);
  return tight(`${context.use("format")}(${at(value, level.loose)}, ${at(specCode, level.loose)})`);
}
