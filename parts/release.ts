import { readFileSync } from "node:fs";

type Heading = "added" | "changed" | "fixed" | "security";

/** The newest entry of CHANGELOG.md, which is the version that is served. */
export type Release = Readonly<{
  name: "assay";
  version: string;
  date: string;
  changes: Readonly<Record<Heading, readonly string[]>>;
}>;

export function readRelease(): Release {
  return toRelease(readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8"));
}

export function toRelease(changelog: string): Release {
  const entry = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(
    changelog,
  );
  if (!entry) throw new Error("CHANGELOG.md holds no entry of the form '## [1.2.3] - 2026-01-31'.");
  const under = (heading: Heading): string[] => itemsUnder(heading, entry[3]!);
  const changes = {
    added: under("added"),
    changed: under("changed"),
    fixed: under("fixed"),
    security: under("security"),
  };
  return { name: "assay", version: entry[1]!, date: entry[2]!, changes };
}

function itemsUnder(heading: Heading, entry: string): string[] {
  const sections = entry.split(/^### /m);
  const section = sections.find((each) => each.split(/[\r\n]/, 1)[0]!.toLowerCase() === heading) ?? "";
  return Array.from(section.matchAll(/^- ([\s\S]*?)(?=^- |(?![\s\S]))/gm), ([, item]) =>
    item!.replaceAll(/\s+/g, " ").trim(),
  );
}
