/** A page of the docs, or a section of one: then `page` is the title of its page. */
export type Entry = Readonly<{ href: string; title: string; page?: string; text: string }>;

/** The entries that have every word, those first that have them in their titles. */
export function rank(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

export function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Any title counts more than any number of words in a text, and the beginning of a word more than its middle. */
function scoreOf({ href, title, page, text }: Entry, words: readonly string[]): number {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()];
  const above = page?.toLowerCase() ?? "";
  const scores = words.map((word) => {
    const inTitle = beginsWord(head, word) ? 100 : head.includes(word) ? 60 : 0;
    const inAddress = href.toLowerCase().includes(word) ? 30 : 0;
    const inText = Math.min(10, body.split(word).length - 1);
    return inTitle + inAddress + (above.includes(word) ? 20 : 0) + inText;
  });
  if (scores.includes(0)) return 0;
  const total = scores.reduce((sum, score) => sum + score, 0);
  const isExact = head === words.join(" ");
  const isOld = /^\/docs\/(?:changelog|decisions)/.test(href);
  return (total + (isExact ? 200 : 0) + (page === undefined ? 25 : 0)) * (isOld ? 0.25 : 1);
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  return false;
}
