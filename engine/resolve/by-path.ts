/** Answers kept for paths that were asked about before; programs reach the same ones over and over. */
const maxKept = 5000;
/** What strangers write may be long, and is kept across texts. */
const maxLength = 300;

/** A question about nothing but a path, answered once for each. */
export function byPath<Answer extends NonNullable<unknown>>(
  answer: (path: string) => Answer,
): (path: string) => Answer {
  const kept = new Map<string, Answer>();
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const found = answer(path);
    if (path.length > maxLength) return found;
    if (kept.size >= maxKept) kept.clear();
    kept.set(path, found);
    return found;
  };
}
