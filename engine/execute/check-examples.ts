import type { Diagnostic } from "../verdict.ts";
import { exampleTexts, inOneList, type ExampleText, type ExaminedText } from "./example-texts.ts";
import { toMismatches } from "./mismatches.ts";
import { limitsOf, stoppedBy } from "./example-limits.ts";
import type { Example } from "./protocol.ts";
import type { BoxSession } from "./session.ts";

/** Which examples hold for a text. */
export type ExampleCheck = Readonly<{
  texts: readonly ExampleText[];
  /** Of all texts, those in the code first. */
  examples: readonly Example[];
  mismatches: readonly Diagnostic[];
  /** The examples that do not hold, by index. */
  failing: readonly number[];
  /** Whether an edit of the text could make all of them hold: not when one of them cannot even run. */
  isSearchable: boolean;
  /** Whether one of the caller's fails that the code does not decide itself: else a fix is doubtful. */
  isSure: boolean;
  /** Whether the caller's text holds nothing that can be run. */
  isEmpty: boolean;
}>;

/** What the examples may use of the caller's budget on the processor, so that an endless one leaves time to look for a fix. */
const shareOfBudget = 0.2;
/** Those in the code, where the caller has brought others. */
const shareOfOthers = 0.1;

export async function checkExamples(
  session: BoxSession,
  code: string,
  examples: string | null,
  share = shareOfBudget,
): Promise<ExampleCheck> {
  const texts = exampleTexts(code, examples);
  const checked: (ExaminedText & { stopped: string | undefined })[] = [];
  // The author's own come first: those of the caller are told to nobody before.
  for (const [turn, text] of [...texts.entries()].toReversed()) {
    const limits = limitsOf(session, turn === 0 ? share : shareOfOthers);
    const examined = await session.examine({ ...text, source: code, ...limits });
    const stopped = examined.timed_out ? stoppedBy(limits, examined.cpu_ms) : undefined;
    checked.push({ text, examples: examined.examples, stopped });
  }
  const all = inOneList(checked);
  const failed = all.filter(({ held }) => !held);
  const callers = checked.find(({ text }) => text.author === "caller");
  return {
    texts,
    examples: all,
    mismatches: checked.flatMap((part) => toMismatches(part.examples, part.stopped)),
    failing: failed.map(({ index }) => index),
    isSearchable:
      failed.length > 0 && failed.every(({ kind, problem }) => kind !== "unreadable" && problem === null),
    isSure: callers?.examples.some(({ held, weak }) => !held && weak === null) ?? false,
    isEmpty: callers?.examples.length === 0,
  };
}
