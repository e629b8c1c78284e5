import { stage } from "../platform/tracing/stages.ts";
import type { Troubles } from "../platform/troubles.ts";
import type { Types } from "./workers/type-checker/types.ts";
import { checkTypes, type TypeCheck } from "./type-check/check-types.ts";
import { compose, type Inspection } from "./tasks/pieces.ts";
import { asWritten } from "./lint/report.ts";
import { mergeDiagnostics } from "./merge-diagnostics.ts";
import { neutraliseCookie } from "./policy/coding-cookie.ts";
import type { LentNames } from "./resolve/lent-names.ts";
import { maySilence, type Unsilenced } from "./findings/suppressions.ts";
import type { StaticDiagnostic, StaticFindings } from "./findings/static-findings.ts";
import type { SecurityFinding } from "./verdict.ts";
import type { Workers } from "./tasks/workers.ts";

export type StaticTools = Readonly<{ workers: Pick<Workers, "inspect">; types: Types; troubles: Troubles }>;

/** A mark of the encoding, not of the program; each tool would count it in its own way. */
const byteOrderMark = "\ufeff";

export function withoutMark(code: string): string {
  return code.startsWith(byteOrderMark) ? code.slice(1) : code;
}

export async function checkStatically(
  tools: StaticTools,
  code: string,
  signal: AbortSignal,
): Promise<StaticFindings> {
  const readable = toReadable(code);
  const looks = await look(tools, readable.text, signal);
  signal.throwIfAborted();
  return toFindings(readable, looks);
}

/** A text as the tools read it, and what is said of the difference. */
type ReadableText = Readonly<{ text: string; hasMark: boolean; finding?: SecurityFinding }>;

export function toReadable(code: string): ReadableText {
  return { ...neutraliseCookie(withoutMark(code)), hasMark: code.startsWith(byteOrderMark) };
}

/** What both kinds of tools say of a text. */
type Looks = Readonly<{ inspection: Inspection; typing: TypeCheck }>;

export function toFindings(
  { text, hasMark, finding }: ReadableText,
  { inspection, typing }: Looks,
): StaticFindings {
  const found = mergeDiagnostics(inspection, typing);
  return {
    diagnostics: hasMark ? found.map(behindMark) : found,
    security: [...(finding ? [finding] : []), ...inspection.security],
    isBroken: inspection.isBroken || typing.refusal !== undefined,
    text,
  };
}

export async function inspectText(
  workers: StaticTools["workers"],
  text: string,
  signal: AbortSignal,
  beside?: LentNames,
): Promise<Inspection> {
  // The workers have noted what went wrong; to the verdict it is a text that none of their tools has seen.
  return stage("inspect", async () => workers.inspect(text, signal, beside)).catch(() => compose(text, {}));
}

/** Both tools at once, unless comments must first be kept from silencing the second. */
async function look(
  { workers, types, troubles }: StaticTools,
  text: string,
  signal: AbortSignal,
): Promise<Looks> {
  const inspecting = inspectText(workers, text, signal);
  const typed = async (unsilenced: Unsilenced) => checkTypes({ types, troubles }, unsilenced, signal);
  if (!maySilence(text)) {
    const [inspection, typing] = await Promise.all([inspecting, typed(asWritten(text))]);
    return { inspection, typing };
  }
  const inspection = await inspecting;
  return { inspection, typing: await typed(inspection.unsilenced) };
}

function behindMark(diagnostic: StaticDiagnostic): StaticDiagnostic {
  const { line, column } = diagnostic;
  return line === 1 && column !== null ? { ...diagnostic, column: column + 1 } : diagnostic;
}
