/** Of a page the sections `<!-- if name -->…<!-- end name -->` that it is to have; the others are taken out. */
export function keepSections(page: string, isThere: Readonly<Record<string, boolean>>): string {
  const left = new Set<string>();
  const kept = page.split("\n").filter((line) => {
    const [, edge, name = ""] = /^[ \t]*<!-- (if|end) (\w+) -->$/.exec(line) ?? [];
    const isThis = Object.hasOwn(isThere, name);
    if (isThis && edge === "if" && !isThere[name]) left.add(name);
    if (isThis && edge === "end") left.delete(name);
    return !isThis && left.size === 0;
  });
  return kept.join("\n");
}
