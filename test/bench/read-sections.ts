import { readFileSync } from "node:fs";

/** A part of a text file below a line `=== title`. */
export type Section = Readonly<{ title: string; text: string }>;

export function readSections(file: URL): Section[] {
  return readFileSync(file, "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const title = part.slice(0, part.indexOf("\n"));
      return { title, text: part.slice(title.length + 1) };
    });
}
