import type { Operator } from "./nodes.ts";

/** How each operator is written. */
export const operatorSigns: Readonly<Record<Operator, string>> = {
  Add: "+",
  Sub: "-",
  Mult: "*",
  MatMult: "@",
  Div: "/",
  Mod: "%",
  Pow: "**",
  LShift: "<<",
  RShift: ">>",
  BitOr: "|",
  BitXor: "^",
  BitAnd: "&",
  FloorDiv: "//",
};
