import { sampleLanguages } from "../../site/docs/samples.ts";
import { escapeMarkup, highlightPython } from "./highlight.ts";
import { readCurl } from "./read-curl.ts";

type CodeBlock = Readonly<{
  /** Different for each block of a page. */
  id: string;
  language: string;
  text: string;
  /** It shows what the block before it is answered with. */
  isAnswer: boolean;
}>;

/** A block of code with its copy button; a request has a tab for each language. */
export function writeCodeBlock(block: CodeBlock): string {
  const { language, text, isAnswer } = block;
  const request = language === "sh" ? readCurl(text) : undefined;
  if (request) return writeTabs(block, (write) => write(request));
  const name = isAnswer ? "Answer" : (firstLineName(text) ?? names[language] ?? "Text");
  return `<div class="block${isAnswer ? " answer" : ""}" data-language="${language}"><div class="bar"><span class="name">${name}</span>${copyButton(name)}</div>
${preformatted(name, language, text)}</div>
`;
}

type Writer = (typeof sampleLanguages)[number]["write"];

function writeTabs({ id, text }: CodeBlock, toText: (write: Writer) => string): string {
  const tabs = sampleLanguages.map(({ id: language, name }, at) => {
    const isFirst = at === 0;
    return `<button type="button" role="tab" id="${id}-${language}" data-tab="${language}" aria-controls="${id}-${language}-code" aria-selected="${isFirst}" tabindex="${isFirst ? 0 : -1}">${name}</button>`;
  });
  const panels = sampleLanguages.map(({ id: language, name, write }, at) => {
    // The command stays as its page has it.
    const code = at === 0 ? text : toText(write);
    return `<div role="tabpanel" id="${id}-${language}-code" aria-labelledby="${id}-${language}" data-language="${language}"${at === 0 ? "" : " hidden"}>${preformatted(name, language, code)}</div>`;
  });
  return `<div class="block"><div class="bar"><div class="tabs" role="tablist" aria-label="Language">${tabs.join("")}</div>${copyButton("request")}</div>
${panels.join("\n")}</div>
`;
}

function copyButton(name: string): string {
  return `<button type="button" class="copy" aria-label="Copy: ${escapeMarkup(name)}" hidden>Copy</button>`;
}

function preformatted(name: string, language: string, text: string): string {
  const isPython = ["py", "python"].includes(language);
  return `<pre tabindex="0" role="group" aria-label="${escapeMarkup(name)}"><code>${isPython ? highlightPython(text) : escapeMarkup(text)}</code></pre>`;
}

const names: Readonly<Record<string, string>> = {
  sh: "Terminal",
  py: "Python",
  python: "Python",
  js: "JavaScript",
  ts: "TypeScript",
  json: "JSON",
  yaml: "YAML",
  toml: "TOML",
  solidity: "Solidity",
};

/** Settings say in a comment on their first line which file they belong to. */
function firstLineName(text: string): string | undefined {
  return /^# (?<file>[\w./-]+\.\w+)$/m.exec(text.split("\n", 1)[0]!)?.groups!["file"];
}
