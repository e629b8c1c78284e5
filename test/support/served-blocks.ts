/** A block of code on a served page: what its copy button copies, in each language that it has. */
export type ServedBlock = Readonly<{ texts: Readonly<Record<string, string>> }>;

/** The blocks of a page of the docs, in its order. */
export function readServedBlocks(html: string): readonly ServedBlock[] {
  return html
    .split(/(?=<div class="block)/)
    .slice(1)
    .map((block) => ({
      texts: Object.fromEntries(
        Array.from(
          block.matchAll(/data-language="(?<language>\w*)"[^]*?<code>(?<text>[^]*?)<\/code><\/pre>/g),
          ({ groups }) => [groups!["language"]!, toText(groups!["text"]!)],
        ),
      ),
    }));
}

export function toText(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
