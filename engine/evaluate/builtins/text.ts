import { textOf } from "../../values/repr.ts";
import { integerOf } from "../../values/value.ts";
import { Raised } from "../failure.ts";
import { typeOf } from "../state.ts";
import { int, isScalar, some, str } from "../values.ts";
import { refuse, type Builtins } from "./builtin.ts";

/** Builtins of strings and characters. */
export const textBuiltins: Builtins = {
  str: (_run, _node, [value]) => {
    if (value === undefined) return str("");
    const text = isScalar(value) ? textOf(value) : undefined;
    return text === undefined ? some("str") : str(text);
  },
  ord: (run, node, [value]) => {
    const type = value && typeOf(run.state, value);
    if (type !== undefined && ["int", "float", "bool", "list", "NoneType"].includes(type))
      refuse(node, type, "is not a character", "argument-types");
    if (value?.kind !== "str") return some("int");
    if (value.value.length !== 1) {
      throw new Raised(
        node,
        "bad-value",
        "TypeError",
        `\`ord\` takes one character; this string has ${value.value.length}: this raises TypeError. Take one of its characters.`,
      );
    }
    return int(value.value.charCodeAt(0));
  },
  chr: (run, node, [value]) => {
    const type = value && typeOf(run.state, value);
    if (type !== undefined && ["str", "float", "list", "NoneType"].includes(type))
      refuse(node, type, "is not a character code", "argument-types");
    const code = value && integerOf(value);
    if (code === undefined) return some("str");
    if (code < 0n || code > 0x10ffffn) {
      throw new Raised(
        node,
        "bad-value",
        "ValueError",
        "No character has this code: `chr` raises ValueError. Codes go from 0 to 1114111.",
      );
    }
    return str(String.fromCodePoint(Number(code)));
  },
};
