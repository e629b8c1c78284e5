import { Fault } from "../../../parts/faults.ts";
import { escapeHtml } from "./frame/assets.ts";
import { findIn, readBook } from "./frame/book.ts";
import { builtFile } from "./frame/built.ts";
import type { PageContent } from "./frame/frame.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

const firstPage = "start";

export const docs: Route = pageRoute({
  path: "/docs",
  summary: "The docs",
  isDocument: true,
  content: () => writeBookPage(firstPage),
});

export const docsPage: Route = pageRoute({
  path: "/docs/{page}",
  summary: "A page of the docs",
  isDocument: true,
  refusals: ["not_found"],
  content: (_, { pathPiece }) => writeBookPage(pathPiece("page")),
});

function writeBookPage(slug: string): PageContent {
  const page = findIn(readBook().pages, slug);
  if (!page) throw new Fault("not_found");
  return {
    title: `${page.title} · Assay docs`,
    description: `Assay docs: ${page.title}.`,
    section: "/docs",
    look: "wide docs-page",
    scripts: ["search.js"],
    data: { index: builtFile("search.json").href },
    main: `<div class="book">
<div class="contents">
<form role="search"><label for="search">Search the docs</label><input id="search" type="search" autocomplete="off" aria-controls="hits"></form>
<ul id="hits" hidden></ul>
<p id="hit-count" class="soft" role="status"></p>
<nav aria-label="Docs">${chapters(slug)}</nav>
</div>
<article>
${page.html}
</article>
</div>`,
  };
}

function chapters(current: string): string {
  const reference = { name: "Reference", entries: [{ href: "/docs/api", title: "API reference" }] };
  const all = readBook().chapters.map(({ name, pages }) => ({
    name,
    entries: pages.map(({ slug, title }) => ({ href: `/docs/${slug}`, title })),
  }));
  return [...all, reference]
    .map(
      ({ name, entries }) =>
        `<h2>${name}</h2>\n<ul>${entries.map(({ href, title }) => `<li><a href="${href}"${href === `/docs/${current}` ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`).join("\n")}</ul>`,
    )
    .join("\n");
}
