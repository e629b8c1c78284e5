/** The first paragraph under a heading of a page in Markdown, on one line; undefined where there is none. */
export function firstParagraph(page: string, heading: string): string | undefined {
  const [, section = ""] = `\n${page}`.split(`\n${heading}\n`);
  const [paragraph, ...rest] = section.trimStart().split("\n\n");
  return rest.length === 0 ? undefined : paragraph!.replaceAll(/\s+/g, " ");
}
