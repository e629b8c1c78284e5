import { readBuilt } from "./built.ts";

type BookPage = Readonly<{
  title: string;
  html: string;
  headings: readonly Readonly<{ id: string; text: string }>[];
}>;

/** The docs and the pages of rules, as `scripts/site/book.ts` writes them from Markdown. */
type BuiltBook = Readonly<{
  chapters: readonly Readonly<{
    name: string;
    pages: readonly Readonly<{ slug: string; title: string }>[];
  }>[];
  pages: Readonly<Record<string, BookPage>>;
  rules: Readonly<Record<string, BookPage>>;
}>;

let book: BuiltBook | undefined;

/** Read at the first request, not at the start. */
export function readBook(): BuiltBook {
  return (book ??= JSON.parse(String(readBuilt("book.json"))) as BuiltBook);
}

export function findIn<Value>(pages: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(pages, name) ? pages[name] : undefined;
}
