import { readdirSync, readFileSync } from "node:fs";
import { defaultAddress } from "../../scripts/site/deployment-marks.ts";

/** A fenced example of README or docs. */
export type DocumentedExample = Readonly<{
  page: string;
  place: string;
  language: string;
  text: string;
  /** Why it is not run, from the comment before it. */
  whyNotRun: string | undefined;
  /** The JSON example that follows it: its answer. */
  answer: string | undefined;
}>;

const root = new URL("../../", import.meta.url);
const fence =
  /^(?:<!-- not run: (?<why>[^]*?) -->\n\n)?```(?<language>sh|json|py|python|ts|js|solidity)\n(?<text>[^]*?)^```$/gm;

/** Every example in README and in docs/ that a reader could run or send. */
export function readDocumentedExamples(): readonly DocumentedExample[] {
  const docs = readdirSync(new URL("docs", root)).filter((name) => name.endsWith(".md"));
  return ["README.md", ...docs.map((name) => `docs/${name}`)].flatMap(examplesOf);
}

function examplesOf(path: string): DocumentedExample[] {
  const page = readFileSync(new URL(path, root), "utf8");
  const found: DocumentedExample[] = [];
  for (const { index, groups } of page.matchAll(fence)) {
    const { why, language = "", text = "" } = groups!;
    const line = page.slice(0, index).split("\n").length;
    const before = found.at(-1);
    const isAnswer = language === "json" && why === undefined && before?.language === "sh";
    if (isAnswer) found[found.length - 1] = { ...before!, answer: text };
    else
      found.push({
        page: path,
        place: `${path}:${line}`,
        language,
        text,
        whyNotRun: why,
        answer: undefined,
      });
  }
  return found;
}

/** An example as the service at this address serves it. */
export function servedBy(url: string, text: string): string {
  return text.replaceAll(defaultAddress, url);
}

/** Whether an answer is as documented: `…` ends a text, and replaces members that are left out. */
export function isAsDocumented(documented: unknown, actual: unknown): boolean {
  if (typeof documented === "string" && documented.endsWith("…"))
    return typeof actual === "string" && actual.startsWith(documented.slice(0, -1).trimEnd());
  if (typeof documented !== "object" || documented === null) return documented === actual;
  if (typeof actual !== "object" || actual === null) return false;
  if (Array.isArray(documented) && documented.length !== (actual as unknown[]).length) return false;
  return Object.entries(documented)
    .filter(([name]) => name !== "…")
    .every(([name, value]) => isAsDocumented(value, actual[name as never]));
}
