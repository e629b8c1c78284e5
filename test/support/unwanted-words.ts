import { readFileSync } from "node:fs";

const contributing = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
const [, words = "", names = ""] = /^## Words\n([^]*?)^### Names\n([^]*?)^## /m.exec(contributing)!;

/** The right-hand column of a list in CONTRIBUTING, which has the only lists. */
const rightOf = (section: string): string[] =>
  Array.from(section.matchAll(/^\|[^|]*\|(?<words>[^|]*)\|$/gm), ({ groups }) =>
    Array.from(groups!["words"]!.matchAll(/`(?<word>[^`]+)`/g), (match) => match.groups!["word"]!),
  ).flat();

export const unwantedWords = rightOf(words);

/** Only in names; one that ends in `…` only at their beginning. */
export const unwantedInNames = rightOf(names);

/** A parameter such as `mint="…"` is a name, not a word. */
const pattern = new RegExp(`(?<![\\w-])(?:${unwantedWords.join("|")})(?![\\w=-])`, "gi");

export const unwantedIn = (text: string): string[] => Array.from(text.matchAll(pattern), ([word]) => word);
