import { columnCounter } from "./mypy-columns.ts";
import { doubtOf } from "./doubts.ts";
import { isRefusal, readMessage } from "./read-message.ts";
import { packageOf } from "../package-names/owner.ts";
import { readTypeMessage, type TypeMessage } from "./type-message.ts";
import { readTypedText } from "./typed-text.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { TypeSuppression } from "../findings/suppressions.ts";

/** What type_checker.py calls the submitted text, a package around it, and with a number a file that cannot be imported; messages must not. */
const moduleName = /submitted_5e1f__(?:\d+|around)?/g;
const ownNames = /submitted_5e1f__(?:\d+|around)?\./g;

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

export type TypeFindings = Readonly<{ diagnostics: readonly StaticDiagnostic[]; isComplete: boolean }>;

type Said = Readonly<{
  text: string;
  suppressions: readonly TypeSuppression[];
  /** Mypy came to the end of the text. */
  isFinished: boolean;
  /** Nothing of it is taken for a guess. */
  isMeant?: boolean;
}>;

/** Mypy's own lines as diagnostics. Where a line cannot be read or mypy stopped, they are incomplete. */
export function toTypeFindings(
  lines: readonly string[],
  { text, suppressions, isFinished, isMeant = false }: Said,
): TypeFindings {
  if (lines.length === 0) return { diagnostics: [], isComplete: isFinished };
  const readable = lines.flatMap(readTypeMessage);
  const columnAt = columnCounter(text);
  const typed = readTypedText(text, readable);
  const silencedBy = silencer(suppressions);
  const diagnostics = readable
    .filter(({ code }) => code !== "empty-body" || !isStub(text))
    .filter((message) => isError(message) || silencedBy(message) === undefined)
    .map((message) => {
      const diagnostic = toDiagnostic(message, columnAt);
      if (diagnostic.severity !== "error" || isMeant || isRefusal(message.message)) return diagnostic;
      // Its author has looked at the line; the rest of a file that is silenced as a whole nobody may have looked at.
      if (silencedBy(message) === "line") return { ...diagnostic, severity: "warning" as const };
      const doubt = doubtOf(message, typed);
      return doubt === undefined ? diagnostic : toPossible(diagnostic, doubt);
    });
  // Of a text that Python refuses nothing more need be known.
  const isWhole = isFinished || readable.some(({ message }) => isRefusal(message));
  return { diagnostics, isComplete: isWhole && readable.length === lines.length };
}

/** Every function of the text is only declared, as in `.pyi` files. */
function isStub(text: string): boolean {
  const functions = text.match(/^[ \t]*(?:async[ \t]+)?def\b/gm) ?? [];
  const declared = text.match(/:[ \t]*(?:\r?\n[ \t]+)?\.\.\.[ \t]*(?:#.*)?$/gm) ?? [];
  return declared.length >= functions.length;
}

/** What mypy says, passed on as what it may be: it does not reject the code. */
function toPossible(diagnostic: StaticDiagnostic, because: string): StaticDiagnostic {
  const message = `This may fail (${diagnostic.rule}), though ${because}: ${diagnostic.message}`;
  return { ...diagnostic, severity: "warning", rule: "python:possible-type-error", message };
}

function isError({ code, severity, message }: TypeMessage): boolean {
  return severity === "error" && ((code !== null && errorCodes.has(code)) || isRefusal(message));
}

const maxStatementLength = 200;

type Silencer = (message: TypeMessage) => "line" | "file" | undefined;

/** What silences a message: a comment on a line of its statement, or one for the whole file. */
function silencer(suppressions: readonly TypeSuppression[]): Silencer {
  const byLine = Map.groupBy(suppressions, ({ line }) => line);
  const names = (line: number | null, code: string | null): boolean =>
    byLine.get(line)?.some(({ codes }) => codes === null || (code !== null && codes.includes(code))) ?? false;
  return ({ line, end_line, code }) => {
    const end = Math.min(end_line ?? line, line + maxStatementLength);
    for (let at = line; at <= end; at += 1) if (names(at, code)) return "line";
    return names(null, code) ? "file" : undefined;
  };
}

function toDiagnostic(
  message: TypeMessage,
  columnAt: (message: TypeMessage) => number | null,
): StaticDiagnostic {
  const { line, hint, severity } = message;
  const code = message.code ?? (severity === "note" ? "note" : "misc");
  const said = withoutModule(message.message);
  return {
    severity: isError(message) ? "error" : severity === "note" ? "info" : "warning",
    rule: isRefusal(said) ? "python:syntax" : `mypy:${code}`,
    message: (hint === null ? said : `${said} (${withoutModule(hint)})`) + installHint(code, said),
    line: line > 0 ? line : null,
    column: line > 0 ? columnAt(message) : null,
    data: readMessage(code, said),
  };
}

/** Which package has a module that is not installed. */
function installHint(code: string, said: string): string {
  const module = code === "import-not-found" ? /module named "([^".]+)/.exec(said)?.[1] : undefined;
  const owner = module === undefined ? undefined : packageOf(module);
  return owner === undefined ? "" : `; the package \`${owner}\` has it`;
}

function withoutModule(words: string): string {
  return words.replaceAll(ownNames, "").replaceAll(moduleName, "this module");
}
