/** What a claim says about a run, by its words. */
export type Wording =
  /** It raises this where it stands; undefined: some exception. */
  | Readonly<{ says: "raises"; exception: string | undefined }>
  /** It raises in the last iteration or call, and not before. */
  | Readonly<{ says: "raises in the end" }>
  /** It raises once the index is past the end. */
  | Readonly<{ says: "raises past the end" }>
  /** It always has the same value. */
  | Readonly<{ says: "one value" }>
  /** Nothing: the check itself failed. */
  | Readonly<{ says: "failed" }>
  /** Nothing that a run could show to be false. */
  | Readonly<{ says: "nothing" }>;

/** Rules whose claims hold for a last iteration, an empty list or a call that a program may never come to. */
const conditional: Readonly<Record<string, Wording>> = {
  "python:loop-past-end": { says: "raises in the end" },
  "python:endless-taking": { says: "raises in the end" },
  "python:method-without-self": { says: "raises in the end" },
  "python:late-bound-test": { says: "raises past the end" },
  "python:search-past-end": { says: "raises past the end" },
  "python:never-filled": { says: "one value" },
  "python:unawaited-coroutine": { says: "nothing" },
};

export function wordingOf(rule: string, message: string): Wording {
  if (Object.hasOwn(conditional, rule)) return conditional[rule]!;
  if (message.includes("once one item is left")) return { says: "raises in the end" };
  const [, exception] =
    /\b(?:raises|ends here with|ends in) `?([A-Z]\w*(?:Error|Exception|Iteration|Interrupt|Exit))\b/.exec(
      message,
    ) ?? [];
  return { says: "raises", exception };
}
