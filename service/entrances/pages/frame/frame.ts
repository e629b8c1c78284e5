import { escapeHtml } from "./assets.ts";
import { builtFile } from "./built.ts";

/** A page's own part; the rest is the same on every page. */
export type PageContent = Readonly<{
  title: string;
  description: string;
  /** Markup of `<main>`. */
  main: string;
  /** The entry of the navigation that the page belongs to. */
  section?: string;
  /** How wide the page is, and what its style sheet calls it. */
  look?: string;
  /** Built scripts, by name. */
  scripts?: readonly string[];
  /** Read by the scripts with `pageData()`. */
  data?: object;
  /** For styles that a script makes. */
  styleNonce?: string;
  /** More markup for `<head>`. */
  head?: string;
  isPrivate?: boolean;
  /** Where the source can be read. */
  sourceUrl?: string | undefined;
}>;

const sections = [
  { href: "/", name: "Playground" },
  { href: "/docs", name: "Docs" },
  { href: "/pricing", name: "Pricing" },
  { href: "/keys", name: "Your key" },
  { href: "/marketplace", name: "Marketplace" },
  { href: "/rules", name: "Rules" },
  { href: "/status", name: "Status" },
];

/** A whole page: navigation, content, footer, one style sheet. */
export function writePage(content: PageContent): string {
  const { title, description, main, section, look = "", head = "" } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(description)}">
${content.isPrivate ? '<meta name="robots" content="noindex, nofollow">\n' : ""}<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${builtFile("site.css").href}">
${scriptTags(content)}${head}</head>
<body class="${look}">
<a class="skip" href="#main">Skip to content</a>
<header class="site-head">
<a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Assay</a>
<nav aria-label="Site"><ul>
${[...sections, ...(content.sourceUrl === undefined ? [] : [{ href: escapeHtml(content.sourceUrl), name: "Source" }])].map(({ href, name }) => `<li><a href="${href}"${href === section ? ' aria-current="page"' : ""}>${name}</a></li>`).join("\n")}
</ul></nav>
</header>
<main id="main">
${main}
</main>
<footer class="site-foot">Assay checks Python and proves it. Code that is only checked is never run. <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a> · MIT licence.</footer>
</body>
</html>
`;
}

/** Everything a script imports is asked for together with it: one round trip. */
function scriptTags({ scripts = [], data, styleNonce }: PageContent): string {
  const files = scripts.map((name) => builtFile(name));
  const imports = new Set(files.flatMap((file) => file.imports));
  return [
    ...(styleNonce === undefined ? [] : [`<meta name="style-nonce" content="${styleNonce}">`]),
    ...Array.from(imports, (href) => `<link rel="modulepreload" href="${href}">`),
    ...(data ? [`<script type="application/json" id="page-data">${toScriptText(data)}</script>`] : []),
    ...files.map(({ href }) => `<script type="module" src="${href}"></script>`),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** JSON that cannot end the element that it stands in. */
export function toScriptText(data: object): string {
  return JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
}
