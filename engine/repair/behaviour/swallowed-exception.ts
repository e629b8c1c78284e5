import { functionAround } from "../../tree/around.ts";
import { indentOf } from "../../tree/layout.ts";
import type { ExceptHandler } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { failuresOf } from "./expected-errors.ts";
import { loggerOf } from "./own-logger.ts";
import { reportedNodes } from "./reported-at.ts";

export const swallowedException: Repair = {
  id: "swallowed-exception",
  kind: "changing",
  *propose(program) {
    for (const handler of reportedNodes(program, "ExceptHandler", "python:swallowed-exception")) {
      const rewrite = narrowed(program, handler) ?? logged(program, handler);
      if (rewrite) yield rewrite;
    }
  },
};

/** `except Exception:` → what the one thing that is tried can raise. */
function narrowed({ facts, text }: RepairableProgram, handler: ExceptHandler): Rewrite | undefined {
  const { parent } = handler;
  if (parent?.kind !== "Try" || parent.handlers.length !== 1) return undefined;
  const errors = failuresOf(facts, parent.body);
  if (!errors) return undefined;
  const written = errors.length === 1 ? errors[0]! : `(${errors.join(", ")})`;
  const place = classPlace(text, handler);
  if (!place) return undefined;
  return {
    splices: [{ ...place, text: handler.type ? written : ` ${written}` }],
    description: `caught only ${errors.map((each) => `\`${each}\``).join(" and ")}, which is what can be expected here`,
  };
}

/** Where the class stands in `except …:`, or where it is missing. */
function classPlace(
  text: string,
  { start, type }: ExceptHandler,
): { start: number; end: number } | undefined {
  if (type) return { start: type.start, end: type.end };
  const end = start + "except".length;
  return text.startsWith("except", start) ? { start: end, end } : undefined;
}

/** `pass` → a line in the log that the program's other handlers write to. */
function logged({ facts, tree, text }: RepairableProgram, handler: ExceptHandler): Rewrite | undefined {
  const logger = loggerOf(facts, handler);
  const [only] = handler.body;
  if (!logger || handler.body.length !== 1 || only?.kind !== "Pass") return undefined;
  if (indentOf(tree, only) === undefined) return undefined;
  const around = functionAround(handler)?.name;
  if (around === "__del__" || around === "__exit__") return undefined;
  const message = around ? `Ignored an error in ${around}` : "Ignored an error";
  const call = logger.saysTraceback
    ? `${logger.name}.exception("${message}")`
    : `${logger.name}.warning("${message}", exc_info=True)`;
  const place = classPlace(text, handler);
  if (!place) return undefined;
  const bare = handler.type ? [] : [{ ...place, text: " Exception" }];
  return {
    splices: [...bare, { start: only.start, end: only.end, text: call }],
    description: `wrote the error to \`${logger.name}\`, as the other handlers do, instead of dropping it`,
  };
}
