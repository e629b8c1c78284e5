import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  parseSync,
  Visitor,
  type BindingPattern,
  type ParamPattern,
  type TSParameterProperty,
} from "oxc-parser";
import { expect, test } from "vitest";
import { unwantedIn, unwantedInNames, unwantedWords } from "./support/unwanted-words.ts";

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

/** Every name that a file declares; of constants and parameters, in another list as well. */
function namesOf(path: string): { declared: string[]; constants: string[] } {
  const declared: string[] = [];
  const constants: string[] = [];
  const declare = (node: unknown): void => {
    if (typeof node === "object" && node !== null && "name" in node && typeof node.name === "string")
      declared.push(node.name);
  };
  const bind = (pattern: Pattern, list: string[]): void => {
    if (pattern.type === "Identifier") list.push(pattern.name);
    else if (pattern.type === "ObjectPattern")
      for (const property of pattern.properties)
        bind(property.type === "RestElement" ? property.argument : property.value, list);
    else if (pattern.type === "ArrayPattern") {
      for (const element of pattern.elements) if (element) bind(element, list);
    } else if (pattern.type === "AssignmentPattern") bind(pattern.left, list);
    else if (pattern.type === "RestElement") bind(pattern.argument, list);
    else if (pattern.type === "TSParameterProperty") bind(pattern.parameter, list);
  };
  const declareFunction = ({ id, params }: { id: unknown; params: readonly Pattern[] }): void => {
    declare(id);
    for (const each of params) bind(each, constants);
  };
  new Visitor({
    VariableDeclaration: ({ kind, declarations }) =>
      declarations.forEach(({ id }) => bind(id, kind === "const" ? constants : declared)),
    FunctionDeclaration: declareFunction,
    FunctionExpression: declareFunction,
    ArrowFunctionExpression: ({ params }) => declareFunction({ id: null, params }),
    ClassDeclaration: ({ id }) => declare(id),
    TSTypeAliasDeclaration: ({ id }) => declare(id),
    TSInterfaceDeclaration: ({ id }) => declare(id),
    TSPropertySignature: ({ key }) => declare(key),
    TSMethodSignature: ({ key }) => declare(key),
    PropertyDefinition: ({ key }) => declare(key),
    MethodDefinition: ({ key }) => declare(key),
  }).visit(parseSync(path, read(path)).program);
  return { declared: [...declared, ...constants], constants };
}

type Pattern = ParamPattern | BindingPattern | TSParameterProperty;

/** `notForEver` → `not for ever`, `mint_key` → `mint key`: then a name is read like a text. */
const inWords = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]+/g, " ").toLowerCase();

/** What is wrong with the names of a file: a word of either list, or a constant that begins with `most…`. */
function wrongNamesIn({ declared, constants }: ReturnType<typeof namesOf>): string[] {
  const isWrong = (name: string): boolean =>
    unwantedIn(inWords(name)).length > 0 || inNames.test(inWords(name));
  const isWrongConstant = (name: string): boolean => atTheStart.test(inWords(name));
  return [...new Set([...declared.filter(isWrong), ...constants.filter(isWrongConstant)])];
}

const startWords = unwantedInNames.filter((word) => word.endsWith("…"));
const inNames = new RegExp(
  `\\b(?:${unwantedInNames.filter((word) => !startWords.includes(word)).join("|")})\\b`,
);
const atTheStart = new RegExp(`^(?:${startWords.map((word) => word.slice(0, -1)).join("|")})\\b`);

/** Names that others read: a column of the store, a field of the answer of `/v1/rules`. */
const fixedNames: Readonly<Record<string, readonly string[]>> = {
  "parts/store/sql/tables.ts": ["minted"],
  "engine/repair/list.ts": ["mends"],
  "scripts/repairs-page.ts": ["mends"],
  "service/entrances/api/rules.ts": ["mends"],
};

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

test("the words of names are read as well", () => {
  expect(unwantedInNames.length).toBeGreaterThan(5);
  expect(inWords("mendsEachURLForEver_orMint2")).toBe("mends each url for ever or mint2");
  const wrong = (...declared: string[]): string[] => wrongNamesIn({ declared, constants: declared });
  expect(wrong("mendsEach", "keptForEver", "mint_key", "mostAtOnce", "openDoor")).toHaveLength(5);
  expect(wrong("almostAll", "atMost", "maxAtOnce", "commend", "doors2")).toEqual([]);
  const { declared, constants } = namesOf("test/words.test.ts");
  expect(declared).toEqual(expect.arrayContaining(["namesOf", "Pattern", "files"]));
  expect(constants).toEqual(expect.arrayContaining(["root", "pattern", "path"]));
});

test("names use none of the words either", () => {
  const wrong = files
    .filter((path) => /\.(?:ts|mjs|js)$/.test(path))
    .flatMap((path) =>
      wrongNamesIn(namesOf(path))
        .filter((name) => !fixedNames[path]?.includes(name))
        .map((name) => `${path}: ${name}`),
    );
  expect(wrong, "see the lists in CONTRIBUTING.md").toEqual([]);
});
