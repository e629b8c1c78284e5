import type { Example, Examination } from "./protocol.ts";

/**
 * The examples in the code and those of the caller: two texts of two authors. Each is run by a judge of its own, so that
 * neither can touch what is said of the other.
 */
export type ExampleText = Readonly<{ author: "code" | "caller" }> & Pick<Examination, "code" | "examples">;

/** The caller's first: what the code says of itself cannot use up its time. An empty text is as none. */
export function exampleTexts(code: string, examples: string | null): ExampleText[] {
  const callers = (examples ?? "").trim() === "" ? [] : [{ author: "caller" as const, code, examples }];
  const own = code.includes(">>>") ? [{ author: "code" as const, code, examples: null }] : [];
  return [...callers, ...own];
}

/** What was found in one text. */
export type ExaminedText = Readonly<{ text: ExampleText; examples: readonly Example[] }>;

/** All of them as one list with one count, those in the code first, as they are told. */
export function inOneList(texts: readonly ExaminedText[]): Example[] {
  const told = texts.toSorted(
    (a, b) => Number(a.text.author === "caller") - Number(b.text.author === "caller"),
  );
  return told.flatMap(({ examples }) => examples).map((example, index) => ({ ...example, index }));
}
