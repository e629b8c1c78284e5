/** Of a page the sections `<!-- if name -->…<!-- end name -->` that it is to have; the others are taken out. */
export function keepSections(page: string, isThere: Readonly<Record<string, boolean>>): string {
  let kept = page;
  for (const [name, is] of Object.entries(isThere)) {
    const section = new RegExp(
      `[ \\t]*<!-- if ${name} -->\\n?([\\s\\S]*?)[ \\t]*<!-- end ${name} -->\\n?`,
      "g",
    );
    kept = kept.replaceAll(section, (_, inner: string) => (is ? inner : ""));
  }
  return kept;
}
