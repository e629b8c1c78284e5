import type { SourceFile } from "./source-files.ts";

/** Groups of files that import each other, each in the order of their names. */
export function findCycles(files: readonly SourceFile[], by: "imports" | "loads"): string[][] {
  const targets = new Map(files.map((file) => [file.path, file[by]]));
  const order = new Map<string, number>();
  /** The earliest file that can be reached from each, as far as it is known. */
  const earliest = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];

  function visit(path: string): void {
    const at = order.size;
    order.set(path, at);
    earliest.set(path, at);
    open.push(path);
    for (const target of targets.get(path)!) {
      if (!targets.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target)) earliest.set(path, Math.min(earliest.get(path)!, earliest.get(target)!));
    }
    if (earliest.get(path) !== at) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1 || targets.get(path)!.includes(path)) groups.push(group.toSorted());
  }

  for (const { path } of files) if (!order.has(path)) visit(path);
  return groups;
}

/** One way round a group, from its first file back to it: the shortest. */
export function wayRound(group: readonly string[], files: readonly SourceFile[]): string[] {
  const first = group[0]!;
  const targets = new Map(files.map(({ path, imports }) => [path, imports]));
  const ways = [[first]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const target of targets.get(way.at(-1)!)!) {
      if (target === first) return [...way, first];
      if (!group.includes(target) || seen.has(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return [...group];
}
