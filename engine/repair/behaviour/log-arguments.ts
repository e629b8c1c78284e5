import type { Call, Constant } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { reportedNodes } from "./reported-at.ts";
import { bodyOf, braceFields } from "./placeholders.ts";
import { isText } from "../../tree/constants.ts";

export const logArguments: Repair = {
  id: "log-arguments",
  kind: "changing",
  *propose(program) {
    for (const call of reportedNodes(program, "Call", "ruff:PLE1205")) {
      const rewrite = rewriteOf(program, call);
      if (rewrite) yield rewrite;
    }
  },
};

/** Loggers put their arguments where `%s` stands, and lose the whole line where it does not. */
function rewriteOf({ text }: RepairableProgram, { args }: Call): Rewrite | undefined {
  const [message, ...values] = args;
  if (!isText(message) || message.value.value.includes("%")) return undefined;
  if (values.some(({ kind }) => kind === "Starred")) return undefined;
  const description = "put the arguments of the logger in place of `%s`";
  const fields = braceFields(text, message);
  if (!fields) return undefined;
  if (fields.length > 0) {
    const isPlain = fields.every(({ start, end }) => text.slice(start, end) === "{}");
    if (!isPlain || fields.length !== values.length) return undefined;
    return { splices: fields.map(({ start, end }) => ({ start, end, text: "%s" })), description };
  }
  return appended(text, message, values.length, description);
}

/** Side by side with a space between, as `print` would write them. */
function appended(text: string, message: Constant, count: number, description: string): Rewrite | undefined {
  const inside = bodyOf(text, message);
  if (!inside || /\\(?:\r\n|[\r\n])|[\r\n]/.test(inside.body)) return undefined;
  const start = inside.start + inside.body.length;
  const places = Array.from({ length: count }, () => "%s").join(" ");
  return {
    splices: [{ start, end: start, text: /\s$/.test(inside.body) ? places : ` ${places}` }],
    description,
  };
}
