/** Whether a text holds a word that is no part of a longer one, nor what is asked of something: `os.path`, not `a.os.path`. */
export function mentions(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + word.length]];
    if (!/[\w.]/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}
