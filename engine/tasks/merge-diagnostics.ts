import type { TypeCheck } from "../type-check/check-types.ts";
import { incomplete } from "../incomplete.ts";
import type { Inspection } from "./pieces.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";

/** What both said, each thing once, in the order of the text. A tool that had no say is named. */
export function mergeDiagnostics(inspection: Inspection, typing: TypeCheck): StaticDiagnostic[] {
  if (inspection.isBroken) return [...inspection.diagnostics];
  const refusal = typing.refusal ? [typing.refusal] : [];
  // Of a text that Python refuses nobody need know what it would do.
  const heard = typing.refusal
    ? inspection.diagnostics.filter(({ rule }) => !rule.startsWith("python:"))
    : inspection.diagnostics;
  const missing = typing.lost.map(incomplete).filter(({ rule }) => !heard.some((said) => said.rule === rule));
  const all = [...heard, ...refusal, ...typing.diagnostics, ...missing];
  const byLine = Map.groupBy(all, ({ line }) => line);
  return all.filter((diagnostic) => !isEcho(diagnostic, byLine.get(diagnostic.line)!)).toSorted(byPlace);
}

/** Rules that repeat what another has said of the same line. */
const echoes: Readonly<Record<string, RegExp>> = {
  "ruff:PLE1300": /^ruff:F50\d$/,
  "ruff:B909": /^python:changed-while-iterated$/,
  "ruff:E722": /^python:swallowed-exception$/,
  "ruff:PLE1141": /^python:(?:dict-as-pairs|unpack-mismatch)$/,
  "python:argument-types": /^mypy:(?:arg-type|call-overload)$/,
  "python:index-out-of-range": /^(?:ruff:PLE0643|python:(?:loop-past-end|search-past-end))$/,
  "python:item-assignment": /^mypy:index$/,
  "python:none-used": /^mypy:(?:arg-type|func-returns-value|index|operator)$/,
  "python:not-callable": /^mypy:operator$/,
  "python:not-iterable": /^mypy:arg-type$/,
  "python:not-subscriptable": /^mypy:index$/,
  "python:nothing-used": /^(?:python:none-used|mypy:func-returns-value)$/,
  "python:operand-types": /^(?:python:quotient-index|mypy:(?:arg-type|call-overload|index|operator))$/,
  "python:possible-type-error":
    /^python:(?:argument-types|item-assignment|none-used|not-(?:callable|iterable|subscriptable)|nothing-used|operand-types|quotient-index|wrong-arguments)$/,
  "python:quotient-index": /^mypy:(?:call-overload|index)$/,
  "python:unawaited-coroutine": /^mypy:operator$/,
  "python:unbound-name": /^ruff:F82[13]$/,
  "python:unpack-mismatch": /^python:dict-as-pairs$/,
  "python:wrong-arguments": /^mypy:call-arg$/,
  "mypy:name-defined": /^ruff:(?:F821|F405)$/,
  "mypy:no-redef": /^ruff:F811$/,
  "mypy:str-bytes-safe": /^ruff:PLE13\d\d$/,
  "mypy:str-format": /^ruff:(?:F50\d|F52\d|PLE13\d\d)$/,
  "mypy:str-unpack": /^python:(?:dict-as-pairs|unpack-mismatch)$/,
  "mypy:type-var": /^python:operand-types$/,
  "mypy:union-attr": /^python:none-used$/,
  "mypy:unused-awaitable": /^ruff:RUF006$/,
  "mypy:unused-coroutine": /^python:unawaited-coroutine$/,
  "mypy:used-before-def": /^ruff:F82[13]$|^python:unbound-name$/,
};

/** Whether a rule only repeats what another says of the same line. */
export function repeats(rule: string, other: string): boolean {
  return echoes[rule]?.test(other) ?? false;
}

/** An error is never left out for the sake of a warning. */
function isEcho(diagnostic: StaticDiagnostic, sameLine: readonly StaticDiagnostic[]): boolean {
  const { rule, severity } = diagnostic;
  if (isRepeated(diagnostic, sameLine)) return true;
  const said = echoes[rule];
  if (said === undefined) return false;
  return sameLine.some(
    (other) => said.test(other.rule) && (severity !== "error" || other.severity === "error"),
  );
}

/** Whether a rule of ours has said of the same place already that it fails; it may have two ways of knowing it. */
function isRepeated(diagnostic: StaticDiagnostic, sameLine: readonly StaticDiagnostic[]): boolean {
  const { rule, column, severity } = diagnostic;
  if (!rule.startsWith("python:") || column === null) return false;
  const first = sameLine.find(
    (other) => other.rule === rule && other.column === column && other.severity === severity,
  );
  return first !== diagnostic;
}

/** What has no line comes first: it is about the whole text. */
function byPlace(a: StaticDiagnostic, b: StaticDiagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
