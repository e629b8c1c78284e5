import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { unwantedIn, unwantedWords } from "./support/unwanted-words.ts";

const root = new URL("../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** SQL names tables; the contracts are other people's, or mint tokens. */
const isOurs = (path: string): boolean =>
  !/^(?:test\/|contracts\/|parts\/store\/(?:commands\/keys|copy\/rows|(?:sqlite|postgres)\/migrations)\.ts)/.test(
    path,
  ) &&
  path !== "CHANGELOG.md" &&
  path !== "CONTRIBUTING.md";

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n").filter(isOurs);

/** What people read of a program: comments, and texts of more than one word. */
function readableOf(path: string): string {
  const text = read(path);
  const { program, comments } = parseSync(path, text);
  const found = comments.map(({ value }) => value);
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && node.type === "Literal" && "value" in node && typeof node.value === "string")
      found.push(node.value);
    if ("type" in node && node.type === "TemplateElement" && "value" in node)
      found.push((node.value as { raw: string }).raw);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return found.filter((each) => /\s/.test(each.trim())).join("\n");
}

/** Code in documents is not prose. */
function proseOf(path: string): string {
  return read(path)
    .replaceAll(/^```[^]*?^```/gm, "")
    .replaceAll(/`[^`\n]*`/g, "");
}

/** Most files hold none of the words at all, which is told sooner than where their comments are. */
function mayHold(path: string): boolean {
  const text = read(path).toLowerCase();
  return unwantedWords.some((word) => text.includes(word.toLowerCase()));
}

test("the list of words is not empty, and its words are found", () => {
  expect(unwantedWords.length).toBeGreaterThan(20);
  for (const word of unwantedWords) expect(unwantedIn(`It ${word} is.`)).toEqual([word]);
  expect(unwantedIn('Bearer realm="assay", mint="https://assay.example/v1/keys"')).toEqual([]);
});

test.for([
  ["documents", /\.md$/, proseOf],
  ["pages, clients and settings", /\.(?:html|py|env|ya?ml)$/, read],
  ["source", /\.(?:ts|mjs|js)$/, readableOf],
] as [string, RegExp, (path: string) => string][])(
  "%s use none of the words we do not say",
  ([, kind, readable]) => {
    const wrong = files
      .filter((path) => kind.test(path) && mayHold(path))
      .flatMap((path) => unwantedIn(readable(path)).map((word) => `${path}: ${word}`));
    expect(wrong, "see the list in CONTRIBUTING.md").toEqual([]);
  },
);
