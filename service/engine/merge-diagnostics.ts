import type { TypeCheck } from "./check-types.ts";
import type { Inspection } from "./inspect.ts";
import type { Diagnostic } from "./verdict.ts";

/** What both tools said, each thing once, in the order of the text. A tool that had no say is named. */
export function mergeDiagnostics(inspection: Inspection | undefined, typing: TypeCheck): Diagnostic[] {
  if (inspection?.isBroken) return [...inspection.diagnostics];
  const lint = inspection?.diagnostics ?? [incomplete("ruff", "Lint")];
  const refusal = typing.refusal ? [typing.refusal] : [];
  const missing = typing.isComplete ? [] : [incomplete("mypy", "Type checking")];
  const lintByLine = Map.groupBy(lint, ({ line }) => line);
  return [...lint, ...refusal, ...typing.diagnostics, ...missing]
    .filter((diagnostic) => !isEcho(diagnostic, lintByLine.get(diagnostic.line) ?? []))
    .toSorted(byPlace);
}

function incomplete(tool: string, what: string): Diagnostic {
  return {
    severity: "error",
    rule: `${tool}:incomplete`,
    message: `${what} could not be finished, so this text is not known to be right; shorten or simplify it and send it again.`,
    line: null,
    column: null,
  };
}

/** Rules that repeat what ruff has said of the same line. */
const echoes: Readonly<Record<string, RegExp>> = {
  "ruff:PLE1300": /^ruff:F50\d$/,
  "mypy:name-defined": /^ruff:(?:F821|F405)$/,
  "mypy:used-before-def": /^ruff:F82[13]$/,
  "mypy:no-redef": /^ruff:F811$/,
  "mypy:str-format": /^ruff:(?:F50\d|F52\d|PLE13\d\d)$/,
  "mypy:str-bytes-safe": /^ruff:PLE13\d\d$/,
  "mypy:unused-awaitable": /^ruff:RUF006$/,
};

function isEcho({ rule }: Diagnostic, sameLine: readonly Diagnostic[]): boolean {
  const said = echoes[rule];
  return said !== undefined && sameLine.some((other) => said.test(other.rule));
}

/** What has no line comes first: it is about the whole text. */
function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
