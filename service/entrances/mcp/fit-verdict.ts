import type { Diagnostic, SecurityFinding, Verdict } from "../../../engine/verdict.ts";

/** How much of what was cut is shown; only what was cut is named. Outputs are counted in characters. */
type Truncated = Partial<
  Record<
    "diagnostics" | "security" | "fixes" | "stdout" | "stderr" | "outputs",
    { shown: number; of: number }
  >
>;

/** The same for those who read schemas. */
export const truncatedSchema = {
  type: "object",
  description: "What was shortened: how many findings or characters there are and how many are shown.",
  additionalProperties: {
    type: "object",
    properties: { shown: { type: "integer" }, of: { type: "integer" } },
  },
};

/** A verdict as a model can take it in. */
export type FittedVerdict = Verdict & { truncated?: Truncated };

/** Clients cut tool results at about 25,000 tokens, and then anywhere; what stays below is read whole. */
const maxBytes = 64_000;
/** Space reserved for findings, even if the program alone would fill the result. */
const minForFindings = 16_000;

/**
 * Leaves out findings, output and files that were asked back until the verdict fits, and says how much. Programs are never
 * cut: half of one, written back over a file, would be worse than a long answer. A file is there whole or not at all.
 */
export function fitVerdict(verdict: Verdict): FittedVerdict {
  if (sizeOf(verdict) <= maxBytes) return verdict;
  const { diagnostics, security, fixes, runtime, meta } = verdict;
  const { outputs: files } = runtime;
  const bare = {
    ...verdict,
    diagnostics: [],
    security: [],
    fixes: [],
    runtime: { ...runtime, stdout: "", stderr: "", ...(files && { outputs: [] }) },
    meta: withFirst(meta, 0),
  };
  let left = Math.max(minForFindings, maxBytes - sizeOf(bare) - bytesForCounts);
  const take = <Kept extends readonly unknown[] | string>(kept: Kept): Kept => {
    left -= sizeOf(kept);
    return kept;
  };
  const shown = {
    security: take(within(bySeverity(security), left / 2)),
    stderr: take(endOf(runtime.stderr, left / 4)),
    stdout: take(startOf(runtime.stdout, left / 4)),
    fixes: fixes.slice(0, take(within(pairsOf(fixes, meta), left / 4)).length),
    diagnostics: take(within(bySeverity(diagnostics), left)),
    outputs: files ? take(within(files, left)) : [],
  };
  return {
    ...verdict,
    diagnostics: inOrder(diagnostics, shown.diagnostics),
    security: inOrder(security, shown.security),
    fixes: shown.fixes,
    runtime: {
      ...runtime,
      stdout: shown.stdout,
      stderr: shown.stderr,
      ...(files && { outputs: shown.outputs }),
    },
    meta: withFirst(meta, shown.fixes.length),
    truncated: countsOf(shown, {
      diagnostics,
      security,
      fixes,
      stdout: runtime.stdout,
      stderr: runtime.stderr,
      outputs: files ?? [],
    }),
  };
}

/** Each fix appears twice: in words, and with its kind. */
function pairsOf(fixes: readonly string[], { fixes: kinds = [] }: Verdict["meta"]): unknown[] {
  return fixes.map((words, at) => [words, kinds[at]]);
}

/** With as many fixes as `fixes` shows. */
function withFirst(meta: Verdict["meta"], count: number): Verdict["meta"] {
  return meta.fixes ? { ...meta, fixes: meta.fixes.slice(0, count) } : meta;
}

/** What `truncated` itself takes at most. */
const bytesForCounts = 256;

type Lengths = Readonly<Record<keyof Truncated, { length: number }>>;

function countsOf(shown: Lengths, all: Lengths): Truncated {
  const names = Object.keys(shown) as (keyof Truncated)[];
  const cut = names.filter((name) => shown[name].length < all[name].length);
  return Object.fromEntries(cut.map((name) => [name, { shown: shown[name].length, of: all[name].length }]));
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const rank = { error: 0, warning: 1, info: 2 };

/** The worst first; those of one severity stay in the order of the text. */
function bySeverity<Finding extends Diagnostic | SecurityFinding>(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => rank[one.severity] - rank[other.severity]);
}

function inOrder<Finding>(all: readonly Finding[], kept: readonly Finding[]): Finding[] {
  const chosen = new Set(kept);
  return all.filter((finding) => chosen.has(finding));
}

/** As many of the first ones as fit. */
function within<Item>(items: readonly Item[], bytes: number): Item[] {
  let used = 2;
  const end = items.findIndex((item) => (used += sizeOf(item) + 1) > bytes);
  return items.slice(0, end < 0 ? items.length : end);
}

/** Its first characters. */
function startOf(text: string, bytes: number): string {
  return shorten(text, bytes, (length) => text.slice(0, length));
}

/** Its last characters: an error is explained at the end. */
function endOf(text: string, bytes: number): string {
  return shorten(text, bytes, (length) => text.slice(text.length - length));
}

/** How many characters fit depends on which they are: one takes up to six bytes in JSON. */
function shorten(text: string, bytes: number, cut: (length: number) => string): string {
  let shown = text;
  while (sizeOf(shown) > bytes) shown = cut(Math.floor(shown.length * 0.8));
  return shown.toWellFormed();
}
