import { Fault } from "../../../parts/faults.ts";
import { escapeHtml } from "./frame/assets.ts";
import { findIn, readBook } from "./frame/book.ts";
import { builtFile } from "./frame/built.ts";
import { deploymentValues, fillForDeployment } from "./frame/deployment-values.ts";
import type { PageContent } from "./frame/frame.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";
import type { Parts } from "../../parts.ts";

const firstPage = "start";

export const docs: Route = pageRoute({
  path: "/docs",
  summary: "The docs",
  isDocument: true,
  content: (parts) => writeBookPage(parts, firstPage),
});

export const docsPage: Route = pageRoute({
  path: "/docs/{page}",
  summary: "A page of the docs",
  isDocument: true,
  refusals: ["not_found"],
  content: (parts, { pathPiece }) => writeBookPage(parts, pathPiece("page")),
});

function writeBookPage(parts: Parts, slug: string): PageContent {
  const page = findIn(readBook().pages, slug);
  if (!page) throw new Fault("not_found");
  return bookPage(parts, {
    href: `/docs/${slug}`,
    title: page.title,
    headings: page.headings,
    article: fillForDeployment(page.html, parts),
  });
}

type Article = Readonly<{
  href: string;
  title: string;
  headings: readonly Readonly<{ id: string; text: string }>[];
  article: string;
  /** Beside the script of the docs. */
  scripts?: readonly string[];
}>;

/** A page with the menu of the docs, the search, and its table of contents. */
export function bookPage(parts: Parts, page: Article): PageContent {
  const { href, title, headings, article, scripts = [] } = page;
  const values = deploymentValues(parts);
  return {
    title: `${title} · Assay docs`,
    description: `Assay docs: ${title}.`,
    section: "/docs",
    look: "docs-page",
    scripts: ["docs.js", ...scripts],
    data: { index: builtFile("search.json").href, values },
    main: `<div class="docs">
<div class="side">
<form class="find" role="search"><label class="sr" for="search">Search the docs</label><input id="search" type="search" placeholder="Search the docs" role="combobox" aria-expanded="false" aria-controls="hits" aria-autocomplete="list" autocomplete="off"><kbd aria-hidden="true">/</kbd>
<ul class="hits" id="hits" role="listbox" aria-label="Results" hidden></ul>
<p class="no-hits" id="no-hits" hidden></p>
<p id="hit-count" class="sr" role="status"></p></form>
<nav class="desk" aria-label="Docs" tabindex="0">${menu(href)}</nav>
<details class="fold menudocs"><summary><b>All pages</b><span class="soft">${escapeHtml(title)}</span></summary><nav aria-label="Docs menu">${menu(href)}</nav></details>
</div>
<article class="text">
<p class="crumb">Docs / ${escapeHtml(chapterOf(href))}</p>
${article.replace("</h1>", `</h1>\n${keyLine}`)}
</article>
<div class="toc">${contents(headings.filter(({ id }) => article.includes(`<h2 id="${id}"`)))}
<h2>This deployment</h2><ul class="small soft"><li><code>${escapeHtml(values["host"]!)}</code></li><li>version ${escapeHtml(parts.release.version)}</li></ul></div>
</div>`,
  };
}

/** Says which key is copied into the code; the script shows it where this browser has one. */
const keyLine = `<p class="keyline" id="key-line" hidden><span>Your key <code id="key-shown"></code> from this browser is filled in when you copy.</span><label><input type="checkbox" id="fill-key" checked> Fill in my key</label></p>`;

const reference = { name: "Reference", entries: [{ href: "/docs/api", title: "API reference" }] };

function chapters() {
  const all = readBook().chapters.map(({ name, pages }) => ({
    name,
    entries: pages.map(({ slug, title }) => ({ href: `/docs/${slug}`, title })),
  }));
  return [...all, reference];
}

function chapterOf(current: string): string {
  return chapters().find(({ entries }) => entries.some(({ href }) => href === current))?.name ?? "Decisions";
}

function menu(current: string): string {
  return chapters()
    .map(
      ({ name, entries }) =>
        `<h2>${name}</h2><ul>${entries.map(({ href, title }) => `<li><a href="${href}"${href === current ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`).join("")}</ul>`,
    )
    .join("");
}

function contents(headings: Article["headings"]): string {
  if (headings.length < 2) return "";
  return `<nav aria-label="On this page"><h2>On this page</h2><ul>${headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join("")}</ul></nav>`;
}
