import { z } from "zod";
import { columnCounter } from "./mypy-columns.ts";
import { isRefusal, isRelativeImport, readMessage } from "./read-message.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { TypeSuppression } from "../findings/suppressions.ts";

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

export type TypeFindings = Readonly<{ diagnostics: readonly StaticDiagnostic[]; isComplete: boolean }>;

/** Mypy's own lines as diagnostics. A line that cannot be read, or a syntax error only mypy sees, leaves them incomplete. */
export function toTypeFindings(
  lines: readonly string[],
  { text, suppressions }: { text: string; suppressions: readonly TypeSuppression[] },
): TypeFindings {
  const readable = lines.flatMap(readLine).filter(({ code }) => code !== "syntax");
  const columnAt = columnCounter(text);
  const isSilenced = silencer(suppressions);
  const diagnostics = readable
    // A text stands alone: what it imports from beside itself is one more import that is not installed.
    .filter(({ message }) => !isRelativeImport(message))
    .filter((message) => isError(message) || !isSilenced(message))
    .map((message) => toDiagnostic(message, columnAt));
  return { diagnostics, isComplete: readable.length === lines.length };
}

function readLine(line: string): Message[] {
  try {
    return [Message.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function isError({ code, severity, message }: Message): boolean {
  return severity === "error" && ((code !== null && errorCodes.has(code)) || isRefusal(message));
}

const maxStatementLength = 200;

function silencer(suppressions: readonly TypeSuppression[]): (message: Message) => boolean {
  const byLine = Map.groupBy(suppressions, ({ line }) => line);
  const names = (line: number | null, code: string | null): boolean =>
    byLine.get(line)?.some(({ codes }) => codes === null || (code !== null && codes.includes(code))) ?? false;
  return ({ line, end_line, code }) => {
    if (names(null, code)) return true;
    const end = Math.min(end_line ?? line, line + maxStatementLength);
    for (let at = line; at <= end; at += 1) if (names(at, code)) return true;
    return false;
  };
}

function toDiagnostic(message: Message, columnAt: (message: Message) => number | null): StaticDiagnostic {
  const { line, hint, severity } = message;
  const code = message.code ?? (severity === "note" ? "note" : "misc");
  const said = withoutModule(message.message);
  return {
    severity: isError(message) ? "error" : severity === "note" ? "info" : "warning",
    rule: isRefusal(said) ? "python:syntax" : `mypy:${code}`,
    message: hint === null ? said : `${said} (${withoutModule(hint)})`,
    line: line > 0 ? line : null,
    column: line > 0 ? columnAt(message) : null,
    data: readMessage(code, said),
  };
}

function withoutModule(words: string): string {
  return words.replaceAll(`${moduleName}.`, "").replaceAll(moduleName, "this module");
}
