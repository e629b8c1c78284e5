import { readdirSync } from "node:fs";
import { readSections } from "../read-sections.ts";

/** One way in which people write examples, with a program for which they hold and one for which they do not. */
export type Shape = Readonly<{ name: string; group: string; right: string; wrong: string; examples: string }>;

const folder = new URL("./shapes/", import.meta.url);

/** Every file of `shapes/` is a group. Lines of a program that start with `-` are the wrong one's, with `+` the right one's. */
export function readShapes(): Shape[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) =>
      readSections(new URL(name, folder)).map(({ title, text }) => ({
        name: title,
        group: name.replace(/\.txt$/, ""),
        ...readPair(text),
      })),
    );
}

/** Both programs above a line `---`, and the examples below it. */
export function readPair(text: string): Pick<Shape, "right" | "wrong" | "examples"> {
  const end = text.indexOf("\n---\n");
  const lines = text.slice(0, end).split("\n");
  const without = (sign: string): string =>
    lines.flatMap((line) => (line.startsWith(sign) ? [] : [`${line.slice(2)}\n`])).join("");
  return { right: without("-"), wrong: without("+"), examples: text.slice(end + "\n---\n".length) };
}
