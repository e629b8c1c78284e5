import { globSync, readFileSync } from "node:fs";
import { firstParagraph } from "../text/first-paragraph.ts";

/** One repair, as `/v1/rules` lists it. */
export type ListedRepair = Readonly<{ id: string; group: string; mends: string; page: string }>;

const groups = ["syntax", "names", "behaviour", "security", "lint"];

/** Every repair with what its page says it fixes, in the order of the groups. */
export function listRepairs(): ListedRepair[] {
  return groups.flatMap((group) =>
    globSync(`${group}/*.md`, { cwd: import.meta.dirname })
      .toSorted()
      .map((path) => described(group, path)),
  );
}

function described(group: string, path: string): ListedRepair {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  const mends = firstParagraph(text, "## What it fixes");
  if (mends === undefined) throw new Error(`${path} does not say what it fixes`);
  const id = path.slice(group.length + 1, -".md".length);
  return { id, group, mends, page: `engine/repair/${path}` };
}
