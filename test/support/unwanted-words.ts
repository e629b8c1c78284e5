import { readFileSync } from "node:fs";

const contributing = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");

/** The right-hand column of the list in CONTRIBUTING, which is the only list. */
export const unwantedWords = Array.from(
  /^## Words\n[^]*?(?=^## )/m.exec(contributing)![0].matchAll(/^\|[^|]*\|(?<words>[^|]*)\|$/gm),
  ({ groups }) =>
    Array.from(groups!["words"]!.matchAll(/`(?<word>[^`]+)`/g), (match) => match.groups!["word"]!),
).flat();

/** A parameter such as `mint="…"` is a name, not a word. */
const pattern = new RegExp(`(?<![\\w-])(?:${unwantedWords.join("|")})(?![\\w=-])`, "gi");

export const unwantedIn = (text: string): string[] => Array.from(text.matchAll(pattern), ([word]) => word);
