import { stage } from "../platform/tracing/stages.ts";
import type { Troubles } from "../platform/troubles.ts";
import type { Types } from "./workers/type-checker/types.ts";
import { askTypes, type CheckedFor, type TypeMessages } from "./type-check/check-types.ts";
import { compose, type Inspection } from "./tasks/pieces.ts";
import { asWritten } from "./lint/report.ts";
import { neutraliseCookie } from "./policy/coding-cookie.ts";
import { maxListed } from "./findings/list-within.ts";
import { maySilence, type Unsilenced } from "./findings/suppressions.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import type { InspectQuestion } from "./tasks/inspect.ts";
import {
  joinFindings,
  withoutTypes,
  type FoundIn,
  type Looks,
  type ReadableText,
} from "./tasks/join-findings.ts";
import type { Workers } from "./tasks/workers.ts";

export type StaticTools = Readonly<{
  workers: Pick<Workers, "inspect" | "link" | "join">;
  types: Types;
  troubles: Troubles;
}>;

/** A mark of the encoding, not of the program; each tool would count it in its own way. */
const byteOrderMark = "\ufeff";

export function withoutMark(code: string): string {
  return code.startsWith(byteOrderMark) ? code.slice(1) : code;
}

export function toReadable(code: string): ReadableText {
  return { ...neutraliseCookie(withoutMark(code)), hasMark: code.startsWith(byteOrderMark) };
}

/** The only file of a text that stands alone. */
const path = "";

export async function checkStatically(
  tools: StaticTools,
  code: string,
  signal: AbortSignal,
  target: CheckedFor = {},
): Promise<StaticFindings> {
  const readable = toReadable(code);
  const { inspection, said } = await look(tools, { text: readable.text, ...target }, signal);
  signal.throwIfAborted();
  const files = [{ path, readable, inspection, maxListed }];
  return (await joinLooks(tools, { files, said, base: null }, signal)).get(path)!;
}

/** What little there is is joined here, in less time than a message to a thread takes. */
export async function joinLooks(
  { workers }: StaticTools,
  looks: Looks,
  signal: AbortSignal,
): Promise<FoundIn> {
  if (isLittle(looks)) return joinFindings(looks);
  return workers.join(looks, signal).catch(() => {
    signal.throwIfAborted();
    return withoutTypes(looks);
  });
}

const [littleFound, littleText] = [100, 20_000];

function isLittle({ files: [file, ...others], said: { messages } }: Looks): boolean {
  const { readable, inspection } = file!;
  return (
    others.length === 0 &&
    inspection.diagnostics.length + messages.length <= littleFound &&
    (messages.length === 0 || readable.text.length <= littleText)
  );
}

export async function inspectText(
  { workers }: StaticTools,
  asked: InspectQuestion,
  signal: AbortSignal,
): Promise<Inspection> {
  // The workers have noted what went wrong; to the verdict it is a text that none of their tools has seen.
  return stage("inspect", async () => workers.inspect(asked, signal)).catch(() => compose(asked.text, {}));
}

/** Both tools at once, unless comments must first be kept from silencing the second. */
async function look(
  tools: StaticTools,
  { text, python, layer }: Pick<InspectQuestion, "text"> & CheckedFor,
  signal: AbortSignal,
): Promise<Readonly<{ inspection: Inspection; said: TypeMessages }>> {
  const inspecting = inspectText(tools, { text, python }, signal);
  const typed = async (unsilenced: Unsilenced) =>
    askTypes(tools, { texts: new Map([[path, unsilenced]]), base: null, python, layer }, signal);
  if (!maySilence(text)) {
    const [inspection, said] = await Promise.all([inspecting, typed(asWritten(text))]);
    return { inspection, said };
  }
  const inspection = await inspecting;
  return { inspection, said: await typed(inspection.unsilenced) };
}
