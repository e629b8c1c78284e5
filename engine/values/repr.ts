import { isAscii } from "../kernel/characters.ts";
import { floatText } from "../kernel/float-text.ts";
import { asciiText, quoted, tupleText } from "../kernel/text-quotes.ts";
import type { Concrete } from "./value.ts";

/** `repr(value)`. Which characters beyond ASCII are printed as they are depends on the version of Unicode. */
export function reprOf(value: Concrete): string | undefined {
  switch (value.kind) {
    case "none":
      return "None";
    case "bool":
      return value.value ? "True" : "False";
    case "int":
      return String(value.value);
    case "float":
      return floatText(value.value);
    case "bytes":
      return `b${asciiOf(value.value)}`;
    case "str":
      return isAscii(value.value) ? quoted(value.value) : undefined;
    case "tuple":
    case "list":
      return itemsText(value.kind, value.items.map(reprOf));
  }
}

/** `str(value)`: text as it is, all else as `repr` writes it. */
export function textOf(value: Concrete): string | undefined {
  return value.kind === "str" ? value.value : reprOf(value);
}

function itemsText(kind: "tuple" | "list", items: readonly (string | undefined)[]): string | undefined {
  if (!items.every((item) => item !== undefined)) return undefined;
  return kind === "list" ? `[${items.join(", ")}]` : tupleText(items);
}

/** `ascii` of text: what is not ASCII is written as an escape. */
export function asciiOf(value: string): string {
  return asciiText(quoted(value));
}
