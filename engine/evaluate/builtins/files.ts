import type { Call } from "../../tree/nodes.ts";
import { literal, some, unknown, type KnownValue } from "../values.ts";
import type { Builtins } from "./builtin.ts";

/** Builtins that open files. */
export const fileBuiltins: Builtins = {
  // The type of a file of bytes depends on how it is buffered.
  open: (_run, node, [, mode]) => (isText(mode ?? namedMode(node)) ? some("TextIOWrapper") : unknown),
};

function isText(mode: KnownValue | undefined): boolean {
  return mode === undefined || (mode.kind === "str" && !mode.value.includes("b"));
}

/** Unknown where it may be among keywords that are not written out. */
function namedMode({ keywords }: Call): KnownValue | undefined {
  const named = keywords.find(({ arg }) => arg === undefined || arg === "mode");
  if (named === undefined) return undefined;
  return named.arg !== undefined && named.value.kind === "Constant" ? literal(named.value) : unknown;
}
