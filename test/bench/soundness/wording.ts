/** What a claim says about a run, by its words. */
export type Wording =
  /** It raises this where it stands; undefined: some exception. */
  | Readonly<{ says: "raises"; exception: string | undefined }>
  /** It raises in the end, and not before. */
  | Readonly<{ says: "raises in the end" }>
  /** It always has the same value. */
  | Readonly<{ says: "one value" }>
  /** Nothing that a run could show to be false. */
  | Readonly<{ says: "nothing" }>;

/** Rules whose claims hold for a last iteration, an empty list or a call that a program may never come to. */
const conditional = new Set(
  ["loop-past-end", "endless-taking", "late-bound-test", "search-past-end", "method-without-self"].map(
    (id) => `python:${id}`,
  ),
);

export function wordingOf(rule: string, message: string): Wording {
  if (conditional.has(rule)) return { says: "raises in the end" };
  if (rule === "python:never-filled") return { says: "one value" };
  if (rule === "python:unawaited-coroutine") return { says: "nothing" };
  const [, exception] =
    /\b(?:raises|ends here with|ends in) `?([A-Z]\w*(?:Error|Exception|Iteration|Interrupt|Exit))\b/.exec(
      message,
    ) ?? [];
  return { says: "raises", exception };
}
