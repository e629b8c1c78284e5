import { z } from "zod";
import type { TypeSuppression } from "./suppressions.ts";
import type { Diagnostic } from "./verdict.ts";

/** What types_worker.py calls the submitted text; messages must not. */
const moduleName = "submitted_5e1f__";

/** Mypy's codes that make a verdict invalid; every other code is a warning. */
const errorCodes = new Set([
  "operator",
  "arg-type",
  "call-arg",
  "return-value",
  "index",
  "call-overload",
  "func-returns-value",
  "valid-type",
]);

/** One line of `mypy --output json`. Columns start at 0 and count UTF-8 bytes. */
const Message = z.object({
  line: z.int(),
  column: z.int(),
  end_line: z.int().nullish(),
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
  const sourceLines = text.split(/\r\n|\r|\n/);
  const diagnostics = readable
    .filter((message) => isError(message) || !suppressions.some((one) => silences(one, message)))
    .map((message) => toDiagnostic(message, sourceLines));
  return { diagnostics, isComplete: readable.length === lines.length };
}

function readMessage(line: string): Message[] {
  try {
    return [Message.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function isError({ code, severity }: Message): boolean {
  return severity === "error" && code !== null && errorCodes.has(code);
}

function silences({ line, codes }: TypeSuppression, message: Message): boolean {
  const isThere = line === null || (message.line <= line && line <= (message.end_line ?? message.line));
  return isThere && (codes === null || (message.code !== null && codes.includes(message.code)));
}

function toDiagnostic(message: Message, sourceLines: readonly string[]): Diagnostic {
  const { line, column, hint, code, severity } = message;
  const words = hint === null ? message.message : `${message.message} (${hint})`;
  return {
    severity: isError(message) ? "error" : severity === "note" ? "info" : "warning",
    rule: `mypy:${code ?? "note"}`,
    message: words.replaceAll(`${moduleName}.`, "").replaceAll(moduleName, "this module"),
    line: line > 0 ? line : null,
    column: line > 0 ? codePointColumn(sourceLines[line - 1] ?? "", column) : null,
  };
}

function codePointColumn(line: string, byteColumn: number): number {
  return Array.from(Buffer.from(line).subarray(0, byteColumn).toString()).length + 1;
}
