import { globSync, readFileSync } from "node:fs";
import { firstParagraph } from "../text/first-paragraph.ts";
import type { FixKind } from "../verdict.ts";

/** One repair, as `/v1/rules` lists it. */
export type ListedRepair = Readonly<{
  id: string;
  group: string;
  mends: string;
  /** The usual one of its edits; `mixed` where it depends on the rule. */
  kind: FixKind | "mixed";
  page: string;
}>;

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
  const kind = firstParagraph(text, "## Kind");
  if (mends === undefined || kind === undefined)
    throw new Error(`${path} does not say what it fixes and its kind`);
  const id = path.slice(group.length + 1, -".md".length);
  return { id, group, mends, kind: usualKind(kind), page: `engine/repair/${path}` };
}

function usualKind(paragraph: string): ListedRepair["kind"] {
  const [, kind] = /^`(preserving|certain|changing)`/.exec(paragraph) ?? [];
  return (kind as FixKind | undefined) ?? "mixed";
}
