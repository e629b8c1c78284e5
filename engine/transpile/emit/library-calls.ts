import type { Call } from "../../tree/nodes.ts";
import { library } from "../library.ts";
import type { Signature } from "../signatures.ts";
import { placeInLibrary, writeList } from "./arguments.ts";
import { tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { specialBuiltins } from "./special-builtins.ts";
import { own } from "../../text/own.ts";

export function writeLibraryCall(node: Call, name: string, context: EmitContext): EmittedCode {
  const special = own(specialBuiltins, name);
  if (special) return special(node, context);
  const entry = library(name);
  if (!entry || entry.constant) return context.refuse(node, `\`${name}\``);
  return callLibrary(node, name, entry, context);
}

export function callLibrary(node: Call, name: string, entry: Signature, context: EmitContext): EmittedCode {
  const placed = placeInLibrary(entry.parameters ?? [], node, context);
  if (!placed) return context.refuse(node, `this way of calling \`${name}\``);
  const called = `${context.use(entry.runtime)}(${writeList(placed)})`;
  return tight(name === "print" && node.parent?.kind !== "Expr" ? `(${called}, null)` : called);
}
