import type { Constant } from "../../tree/nodes.ts";
import { level, quote, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";

export function writeConstant(node: Constant, context: EmitContext): EmittedCode {
  const { value } = node;
  switch (value.type) {
    case "none":
      return tight("null");
    case "bool":
      return tight(String(value.value));
    case "int":
      return tight(`${value.value}n`);
    case "float":
      return floatLiteral(value.value);
    case "str":
      return value.exact ? tight(quote(value.value)) : context.refuse(node, "a character given by its name");
    case "bytes":
      return context.refuse(node, "a bytes literal");
    case "complex":
      return context.refuse(node, "a complex number");
    case "ellipsis":
      return context.refuse(node, "`...` as a value");
  }
}

function floatLiteral(value: number): EmittedCode {
  if (value === Infinity) return tight("Infinity");
  const text = String(value);
  // `1.toFixed()` would not parse, and a fraction shows that it is no integer.
  return { text: /^\d+$/.test(text) ? `${text}.0` : text, level: level.tight };
}
