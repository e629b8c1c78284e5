import { z } from "zod";
import { columnCounter } from "./mypy-columns.ts";
import type { TypeSuppression } from "../findings/suppressions.ts";
import type { Diagnostic } from "../verdict.ts";

/** What types_worker.py calls the submitted text; messages must not. */
const moduleName = "submitted_5e1f__";

/** Mypy's codes that make a verdict invalid; every other code is a warning. */
export const errorCodes: ReadonlySet<string> = new Set([
  "operator",
  "arg-type",
  "call-arg",
  "return-value",
  "index",
  "call-overload",
  "func-returns-value",
  "valid-type",
]);

/** Said where CPython refuses the text, in words of its own. */
const refusals = /^(?:nonlocal binding not allowed for type parameter|can't use starred expression here)/;

/** A text stands alone, so what it imports from beside itself is one more import that is not installed. */
const ignored = /^No parent module -- cannot perform relative import/;

/** One line of `mypy --output json`. Columns start at 0. */
const Message = z.object({
  line: z.int(),
  column: z.int(),
  end_line: z.int().nullish(),
  end_column: z.int().nullish(),
  message: z.string(),
  hint: z.string().nullable(),
  code: z.string().nullable(),
  severity: z.enum(["error", "note"]),
});
type Message = z.infer<typeof Message>;

export type TypeFindings = Readonly<{ diagnostics: readonly Diagnostic[]; isComplete: boolean }>;

/** Mypy's own lines as diagnostics. A line that cannot be read, or a syntax error only mypy sees, leaves them incomplete. */
export function toTypeFindings(
  lines: readonly string[],
  { text, suppressions }: { text: string; suppressions: readonly TypeSuppression[] },
): TypeFindings {
  const readable = lines.flatMap(readMessage).filter(({ code }) => code !== "syntax");
  const columnAt = columnCounter(text);
  const isSilenced = silencer(suppressions);
  const diagnostics = readable
    .filter(({ message }) => !ignored.test(message))
    .filter((message) => isError(message) || !isSilenced(message))
    .map((message) => toDiagnostic(message, columnAt));
  return { diagnostics, isComplete: readable.length === lines.length };
}

function readMessage(line: string): Message[] {
  try {
    return [Message.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function isError({ code, severity, message }: Message): boolean {
  return severity === "error" && ((code !== null && errorCodes.has(code)) || refusals.test(message));
}

const longestStatement = 200;

function silencer(suppressions: readonly TypeSuppression[]): (message: Message) => boolean {
  const byLine = Map.groupBy(suppressions, ({ line }) => line);
  const names = (line: number | null, code: string | null): boolean =>
    byLine.get(line)?.some(({ codes }) => codes === null || (code !== null && codes.includes(code))) ?? false;
  return ({ line, end_line, code }) => {
    if (names(null, code)) return true;
    const end = Math.min(end_line ?? line, line + longestStatement);
    for (let at = line; at <= end; at += 1) if (names(at, code)) return true;
    return false;
  };
}

function toDiagnostic(message: Message, columnAt: (message: Message) => number | null): Diagnostic {
  const { line, hint, code, severity } = message;
  const words = hint === null ? message.message : `${message.message} (${hint})`;
  return {
    severity: isError(message) ? "error" : severity === "note" ? "info" : "warning",
    rule: refusals.test(message.message)
      ? "python:syntax"
      : `mypy:${code ?? (severity === "note" ? "note" : "misc")}`,
    message: words.replaceAll(`${moduleName}.`, "").replaceAll(moduleName, "this module"),
    line: line > 0 ? line : null,
    column: line > 0 ? columnAt(message) : null,
  };
}
