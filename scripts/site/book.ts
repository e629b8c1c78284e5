import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { renderMarkdown, type RenderedPage } from "./render-markdown.ts";

const root = join(import.meta.dirname, "..", "..");

/** The chapters of the docs, in the order in which one would read them; each names files of `docs/`. */
const chapters: readonly Readonly<{ name: string; files: readonly string[] }>[] = [
  { name: "Start", files: ["start.md", "command-line.md", "editors.md", "agents.md", "concepts.md"] },
  {
    name: "Integrations",
    files: ["http.md", "files.md", "mcp.md", "a2a.md", "typed-clients.md", "client.md", "discovery.md"],
  },
  { name: "Paying", files: ["paying.md", "x402.md"] },
  {
    name: "What it does",
    files: [
      "examples.md",
      "packages.md",
      "outputs.md",
      "rules.md",
      "repairs.md",
      "optimize.md",
      "transpile.md",
      "refusals.md",
      "limits.md",
    ],
  },
  { name: "Running it", files: ["running.md", "operations.md", "alerts.md", "training-data.md"] },
  { name: "Marketplace", files: ["marketplace.md", "running-an-agent.md", "reputation.md"] },
  {
    name: "Trust",
    files: [
      "receipts.md",
      "security.md",
      "quality.md",
      "measurements.md",
      "mutation-testing.md",
      "../CHANGELOG.md",
    ],
  },
];

/** What the service serves under /docs and /rules. */
export type Book = Readonly<{
  chapters: readonly Readonly<{
    name: string;
    pages: readonly Readonly<{ slug: string; title: string }>[];
  }>[];
  pages: Readonly<Record<string, Omit<RenderedPage, "sections">>>;
  /** Pages of rules, by their names as findings have them. */
  rules: Readonly<Record<string, Omit<RenderedPage, "sections">>>;
}>;

/** One line of the search index: a page, or a section of one. */
export type SearchEntry = Readonly<{ href: string; title: string; page?: string; text: string }>;

export function writeBook(): Readonly<{ book: Book; search: readonly SearchEntry[] }> {
  const files = chapters.flatMap((chapter) => chapter.files);
  const decisions = readdirSync(join(root, "docs", "decisions")).filter((name) => name.endsWith(".md"));
  const pages = Object.fromEntries(
    [...files, ...decisions.map((name) => `decisions/${name}`)].map((file) => [
      slugOf(file),
      render(`docs/${file}`),
    ]),
  );
  const rules = Object.fromEntries(ruleFiles().map(([rule, file]) => [rule, render(file)]));
  const search = [
    ...Object.entries(pages).flatMap(([slug, page]) => toEntries(`/docs/${slug}`, page)),
    ...Object.entries(rules).map(([rule, page]) => toEntry(`/rules/${rule}`, page)),
  ];
  return {
    book: {
      chapters: chapters.map((chapter) => ({
        name: chapter.name,
        pages: chapter.files.map((file) => ({ slug: slugOf(file), title: pages[slugOf(file)]!.title })),
      })),
      pages: withoutSections(pages),
      rules: withoutSections(rules),
    },
    search,
  };
}

function toEntries(href: string, { title: page, sections }: RenderedPage): SearchEntry[] {
  return sections.map(({ id, title, text }) =>
    id === "" ? { href, title, text } : { href: `${href}#${id}`, title, page, text },
  );
}

/** A page too short to be found in parts. */
function toEntry(href: string, { title, sections }: RenderedPage): SearchEntry {
  return { href, title, text: sections.map(({ text }) => text).join(" ") };
}

function withoutSections(pages: Readonly<Record<string, RenderedPage>>): Book["pages"] {
  return Object.fromEntries(
    Object.entries(pages).map(([name, { title, html, headings }]) => [name, { title, html, headings }]),
  );
}

function render(file: string): RenderedPage {
  return renderMarkdown(readFileSync(join(root, file), "utf8"), (href) =>
    addressOf(posix.join(posix.dirname(file), href)),
  );
}

/** `decisions/0001-x.md` becomes `decisions-0001-x`, `../CHANGELOG.md` becomes `changelog`. */
function slugOf(file: string): string {
  return file
    .replace(/^\.\.\//, "")
    .replace(/\.md$/, "")
    .replaceAll("/", "-")
    .toLowerCase();
}

const ruleFolders = { python: "engine/checks", policy: "engine/policy" };

function ruleFiles(): [rule: string, file: string][] {
  return Object.entries(ruleFolders).flatMap(([tool, folder]) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name): [string, string] => [`${tool}:${name.slice(0, -3)}`, `${folder}/${name}`]),
  );
}

/** Where a file of the repository is on the site; undefined for what is not there. */
function addressOf(path: string): string | undefined {
  const [file = "", fragment] = path.split("#");
  const end = fragment === undefined ? "" : `#${fragment}`;
  for (const [tool, folder] of Object.entries(ruleFolders))
    if (posix.dirname(file) === folder) return `/rules/${tool}:${posix.basename(file, ".md")}`;
  const isPage = /^docs\/(?:decisions\/)?[\w-]+\.md$|^CHANGELOG\.md$/.test(file);
  return isPage ? `/docs/${slugOf(file.replace(/^docs\//, ""))}${end}` : undefined;
}
