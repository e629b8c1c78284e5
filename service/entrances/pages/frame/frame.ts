import { escapeHtml, readAsset } from "./assets.ts";
import { builtFile, inlineStyle } from "./built.ts";

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
  /** More markup for `<head>`. */
  head?: string;
  isPrivate?: boolean;
  /** Its own head and foot only: no script of ours, and nothing of the visitor's key. */
  isAlone?: boolean;
  /** It shows pictures that programs have drawn, which come as data: the only ones that are not files of ours. */
  hasOwnPictures?: boolean;
  /** Where the source can be read. */
  sourceUrl?: string | undefined;
}>;

const sections = [
  { href: "/", name: "Playground" },
  { href: "/docs", name: "Docs" },
  { href: "/rules", name: "Rules" },
  { href: "/marketplace", name: "Marketplace" },
  { href: "/verify", name: "Verify" },
  { href: "/pricing", name: "Pricing" },
  { href: "/status", name: "Status" },
];

/** A whole page: navigation, content, footer, one style sheet. */
export function writePage(content: PageContent): string {
  const { title, description, main, look = "", head = "" } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(description)}">
${content.isPrivate ? '<meta name="robots" content="noindex, nofollow">\n' : ""}<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${content.isAlone ? `<link rel="stylesheet" href="${builtFile("site.css").href}">` : `<style>${inlineStyle().text}</style>`}
${scriptTags(content)}${head}</head>
<body class="${look}">
<a class="skip" href="#main">Skip to content</a>
${headOf(content)}
<main id="main">
${main}
</main>
${isApp(content) ? "" : foot}
</body>
</html>
`;
}

const foot = `<footer class="foot">Assay checks Python and proves its fixes. Code that is only checked is never run. <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a> · MIT licence</footer>`;

/** A tool that fills the window has no room for a foot. */
function isApp({ look = "" }: PageContent): boolean {
  return look.split(" ").includes("app");
}

/** The menu stands there twice: as a row, and folded on phones. */
function headOf({ section, sourceUrl, isAlone = false }: PageContent): string {
  const all = sourceUrl === undefined ? sections : [...sections, { href: sourceUrl, name: "Source" }];
  const entries = all
    .map(
      ({ href, name }) => `<li><a href="${escapeHtml(href)}"${currentIf(href === section)}>${name}</a></li>`,
    )
    .join("");
  return `<header class="head">
<a class="brand" href="/">${mark}Assay</a>
<nav class="nav" aria-label="Site"><ul>${entries}</ul></nav>
${isAlone ? "" : `<a class="keychip" id="key-chip" href="/keys"${currentIf(section === "/keys")}>Your key</a>\n`}<details class="menu"><summary>Menu</summary><nav aria-label="Site menu"><ul>${entries}</ul></nav></details>
</header>`;
}

function currentIf(isCurrent: boolean): string {
  return isCurrent ? ' aria-current="page"' : "";
}

/** The icon, in the page: it is there before anything else is loaded. */
export const mark = readAsset("icon.svg")
  .replace(/ xmlns="[^"]*"/, "")
  .replace(/ role="img" aria-label="[^"]*"/, ' aria-hidden="true"')
  .split("\n")
  .map((line) => line.trim())
  .join("");

/** Everything a script imports is asked for together with it: one round trip. */
function scriptTags({ scripts = [], data, isAlone = false }: PageContent): string {
  const files = [...(isAlone ? [] : ["frame.js"]), ...scripts].map((name) => builtFile(name));
  const imports = new Set(files.flatMap((file) => file.imports));
  return [
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
