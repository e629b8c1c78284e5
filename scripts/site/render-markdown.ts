import { Marked, type Tokens } from "marked";
import { escapeMarkup, highlightPython } from "./highlight.ts";

export type RenderedPage = Readonly<{
  title: string;
  html: string;
  /** Headings below the title. */
  headings: readonly Readonly<{ id: string; text: string }>[];
  /** The words of the page, for the search. */
  text: string;
}>;

/** Markdown as markup. `linkTo` turns a link of the repository into an address of the site, or says that there is none. */
export function renderMarkdown(source: string, linkTo: (href: string) => string | undefined): RenderedPage {
  const headings: { id: string; text: string }[] = [];
  let title = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        const text = plain(inner);
        if (depth === 1) title ||= text;
        const id = toId(text);
        if (depth === 2) headings.push({ id, text });
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
      code({ text, lang = "" }: Tokens.Code) {
        const isPython = ["py", "python"].includes(lang);
        return `<pre tabindex="0"><code>${isPython ? highlightPython(text) : escapeMarkup(text)}</code></pre>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const address = /^(?:https?:|#)/.test(href) ? href : linkTo(href);
        return address === undefined ? inner : `<a href="${escapeMarkup(address)}">${inner}</a>`;
      },
      table({ header, rows }: Tokens.Table) {
        const cell = (opening: string, { tokens }: Tokens.TableCell, closing: string): string =>
          `${opening}${this.parser.parseInline(tokens)}${closing}`;
        const head = header.map((one) => cell('<th scope="col">', one, "</th>")).join("");
        const body = rows
          .map((row) => `<tr>${row.map((one) => cell("<td>", one, "</td>")).join("")}</tr>`)
          .join("\n");
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith("<!--") ? "" : escapeMarkup(text)),
    },
  });
  const html = marked.parse(source, { async: false });
  return { title, html, headings, text: plain(html) };
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function toId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
