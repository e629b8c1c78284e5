import type { TypedLayer } from "../package-layer.ts";
import { stage } from "../../platform/tracing/stages.ts";
import type { Troubles } from "../../platform/troubles.ts";
import type { Refusals } from "../workers/type-checker/worker.ts";
import type { PythonVersion } from "../python-version.ts";
import type { Types } from "../workers/type-checker/types.ts";
import { sumOf, type Counts } from "../findings/counts.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { Unsilenced } from "../findings/suppressions.ts";
import { errorCodes, toTypeFindings } from "./type-findings.ts";
import { readTypeMessage } from "./type-message.ts";

/** What mypy and CPython say of some files, as they say it. */
export type TypeMessages = Readonly<{
  messages: readonly string[];
  /** What mypy found beside them, by file. */
  unlisted: Readonly<Record<string, Counts>>;
  /** The files that mypy stopped in. */
  unfinished: readonly string[];
  refusals: Refusals;
  lost: readonly LostTool[];
  /** Mypy was run with the settings of the project itself: what it says there is meant. */
  isConfigured?: boolean;
}>;

/** What they say of one file. */
export type TypeCheck = Readonly<{
  diagnostics: readonly StaticDiagnostic[];
  /** What was found beside them, where there was too much to be listed. */
  unlisted?: Counts | undefined;
  /** CPython refuses the text. */
  refusal: StaticDiagnostic | undefined;
  /** Which of the two did not finish. */
  lost: readonly LostTool[];
}>;

type LostTool = "mypy" | "python";

/** Texts by path; `base` is the folder that their imports begin at, and null for a text that stands alone. */
type TypedTexts = Readonly<{ texts: ReadonlyMap<string, Unsilenced>; base: string | null }>;

/** The version of Python and the packages that a text is checked for. */
export type CheckedFor = Readonly<{
  python?: PythonVersion | undefined;
  layer?: TypedLayer | undefined;
}>;

/** A worker that fails or takes too long leaves the check incomplete; only the caller's own abort is an end. */
export async function askTypes(
  { types, troubles }: Readonly<{ types: Types; troubles: Troubles }>,
  { texts, base, python, layer }: TypedTexts & CheckedFor,
  signal: AbortSignal,
): Promise<TypeMessages> {
  const files = Object.fromEntries(Array.from(texts, ([path, { text }]) => [path, text]));
  const { said, refusals, failures } = await stage("types", async () =>
    types.check({ files, base, first: [...errorCodes], python, layer }, signal),
  );
  for (const { tool, error } of failures) troubles.note(tool, error);
  return {
    messages: said?.messages ?? [],
    unlisted: said?.unlisted ?? {},
    unfinished: said?.unfinished ?? [],
    refusals: refusals ?? {},
    lost: failures.map(({ tool }) => tool),
  };
}

/** Of each file what is said of it. */
export function toTypeChecks(
  said: TypeMessages,
  { texts, base }: TypedTexts,
): ReadonlyMap<string, TypeCheck> {
  if (base === null) {
    const unlisted = sumOf(Object.values(said.unlisted));
    return new Map(
      Array.from(texts, ([path, text]) => [
        path,
        { ...toTypeCheck(text, said.messages, { path, ...said }), unlisted },
      ]),
    );
  }
  const messages = Map.groupBy(said.messages, fileOf);
  return new Map(
    Array.from(texts, ([path, text]) => {
      // A line that cannot be read may be about any of them.
      const heard = [...(messages.get(path) ?? []), ...(messages.get(undefined) ?? [])];
      const unlisted = said.unlisted[folder + path];
      return [path, { ...toTypeCheck(text, heard, { path, ...said }), unlisted }];
    }),
  );
}

/** Where project_checker.py puts the files. */
export const folder = "project/";

function fileOf(message: string): string | undefined {
  return readTypeMessage(message)[0]?.file?.slice(folder.length);
}

type Heard = Readonly<{ path: string }> &
  Pick<TypeMessages, "refusals" | "unfinished" | "lost" | "isConfigured">;

function toTypeCheck(
  { text, typeSuppressions }: Unsilenced,
  messages: readonly string[],
  { path, refusals, unfinished, lost, isConfigured = false }: Heard,
): TypeCheck {
  const refusal = refusals[path];
  if (refusal)
    return {
      diagnostics: [],
      refusal: { severity: "error", rule: "python:syntax", ...refusal },
      lost: [],
    };
  const isFinished = !unfinished.includes(path);
  const suppressions = typeSuppressions;
  const findings = toTypeFindings(messages, { text, suppressions, isFinished, isMeant: isConfigured });
  return {
    diagnostics: findings.diagnostics,
    refusal: undefined,
    lost: findings.isComplete || lost.includes("mypy") ? lost : [...lost, "mypy"],
  };
}
