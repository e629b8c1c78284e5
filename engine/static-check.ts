import type { Troubles } from "../platform/troubles.ts";
import type { Types } from "./workers/type-checker/types.ts";
import { checkTypes } from "./type-check/check-types.ts";
import { compose } from "./tasks/inspect.ts";
import { asWritten } from "./lint/report.ts";
import { mergeDiagnostics } from "./merge-diagnostics.ts";
import { neutraliseCookie } from "./policy/coding-cookie.ts";
import { maySilence, type Unsilenced } from "./findings/suppressions.ts";
import type { StaticDiagnostic, StaticFindings } from "./findings/static-findings.ts";
import type { Workers } from "./tasks/workers.ts";

type Tools = Readonly<{ workers: Pick<Workers, "inspect">; types: Types; troubles: Troubles }>;

/** A mark of the encoding, not of the program; each tool would count it in its own way. */
const byteOrderMark = "\ufeff";

export function withoutMark(code: string): string {
  return code.startsWith(byteOrderMark) ? code.slice(1) : code;
}

export async function checkStatically(
  tools: Tools,
  code: string,
  signal: AbortSignal,
): Promise<StaticFindings> {
  const hasMark = code.startsWith(byteOrderMark);
  const { text, finding } = neutraliseCookie(withoutMark(code));
  const { inspection, typing } = await look(tools, text, signal);
  signal.throwIfAborted();
  const found = mergeDiagnostics(inspection, typing);
  return {
    diagnostics: hasMark ? found.map(behindMark) : found,
    security: [...(finding ? [finding] : []), ...inspection.security],
    isBroken: inspection.isBroken || typing.refusal !== undefined,
    text,
  };
}

/** Both tools at once, unless comments must first be kept from silencing the second. */
async function look({ workers, types, troubles }: Tools, text: string, signal: AbortSignal) {
  // The workers have noted what went wrong; to the verdict it is a text that none of their tools has seen.
  const inspecting = workers.inspect(text, signal).catch(() => compose(text, {}));
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
