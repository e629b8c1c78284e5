import { readdirSync, readFileSync } from "node:fs";

/** A program with a mistake, and how it reads when it is fixed. */
export type BrokenProgram = Readonly<{ group: string; title: string; before: string; after: string }>;

const folder = new URL("./broken-programs/", import.meta.url);

/** A case is `##### title`, the program, `-----`, and the program as it should come back. */
export function readBrokenPrograms(): BrokenProgram[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) => casesOf(name.replace(".txt", ""), readFileSync(new URL(name, folder), "utf8")));
}

function casesOf(group: string, text: string): BrokenProgram[] {
  return text
    .split(/^##### /m)
    .slice(1)
    .map((part) => {
      const [head, after] = part.split(/^-----\n/m);
      const title = head!.slice(0, head!.indexOf("\n"));
      if (after === undefined) throw new Error(`${group}: ${title} does not say how it should come back`);
      return { group, title, before: head!.slice(title.length + 1), after };
    });
}
