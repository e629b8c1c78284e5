import { Marked, type Tokens } from "marked";
import { writeCodeBlock } from "./code-block.ts";
import { withDeploymentMarks } from "./deployment-marks.ts";
import { escapeMarkup } from "./highlight.ts";

export type RenderedPage = Readonly<{
  title: string;
  html: string;
  /** Headings below the title. */
  headings: readonly Readonly<{ id: string; text: string }>[];
  /** What the search reads: what stands before the first heading, then each heading with what is below it. */
  sections: readonly Readonly<{ id: string; title: string; text: string }>[];
}>;

/** Markdown as markup. `linkTo` turns a link of the repository into an address of the site, or says that there is none. */
export function renderMarkdown(source: string, linkTo: (href: string) => string | undefined): RenderedPage {
  const headings: { id: string; text: string }[] = [];
  let title = "";
  let blocks = 0;
  let isAfterCommand = false;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const { words, cost } = splitCost(this.parser.parseInline(tokens));
        const text = plain(words);
        if (depth === 1) title ||= text;
        const id = toId(text);
        if (depth !== 2) return `<h${depth} id="${id}">${words}</h${depth}>\n`;
        headings.push({ id, text });
        const linked = words.includes("<a ") ? words : `<a href="#${id}">${words}</a>`;
        return `<h2 id="${id}">${linked}${cost}</h2>\n`;
      },
      code({ text, lang = "" }: Tokens.Code) {
        const isAnswer = lang === "json" && isAfterCommand;
        isAfterCommand = lang === "sh";
        return writeCodeBlock({ id: `code-${(blocks += 1)}`, language: lang, text, isAnswer });
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
      html: ({ text }: Tokens.HTML | Tokens.Tag) => {
        if (text.startsWith("<!-- not run:")) isAfterCommand = false;
        if (/^<!-- (?:if|end) \w+ -->\s*$/.test(text)) return `\n${text.trim()}\n`;
        return text.startsWith("<!--") ? "" : escapeMarkup(text);
      },
    },
  });
  const html = marked.parse(withDeploymentMarks(source), { async: false });
  return { title, html, headings, sections: sectionsOf(title, html) };
}

/** A heading may end with what its step costs, in parentheses. */
function splitCost(heading: string): Readonly<{ words: string; cost: string }> {
  const { words, cost } = /^(?<words>[^]*?) \((?<cost>\{\{cost_\w+\}\})\)$/.exec(heading)?.groups ?? {};
  return words === undefined
    ? { words: heading, cost: "" }
    : { words, cost: ` <span class="cost">${cost}</span>` };
}

function sectionsOf(title: string, html: string): RenderedPage["sections"] {
  const [start = "", ...others] = html.split(/(?=<h2 id=")/);
  const head = { id: "", title, text: plain(start.replace(/<h1[^]*?<\/h1>/, "")) };
  return [
    head,
    ...others.map((part) => {
      const [, id = "", heading = ""] = /^<h2 id="([^"]*)">([^]*?)<\/h2>/.exec(part) ?? [];
      const words = heading.replace(/<span class="cost">[^]*$/, "");
      return { id, title: plain(words), text: plain(part.replace(/^<h2[^]*?<\/h2>/, "")) };
    }),
  ];
}

function plain(html: string): string {
  return html
    .replaceAll(
      /<div class="bar">[^]*?<\/div>(?=\n<pre|<pre|\n<div role)|<div role="tabpanel"[^>]* hidden>[^]*?<\/div>|<!--[^]*?-->/g,
      " ",
    )
    .replaceAll(/<\/?(?:a|b|em|strong|code|span)(?: [^>]*)?>/g, "")
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
