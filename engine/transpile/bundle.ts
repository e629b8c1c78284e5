import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

/** One top-level declaration of the runtime library. */
type Declaration = Readonly<{
  name: string;
  text: string;
  /** The names it could mean: those its file imports and declares. */
  visible: ReadonlySet<string>;
  order: number;
}>;

/** What the runtime is, and what it shares with all that works out Python's values. */
const folders = [new URL("../kernel/", import.meta.url), new URL("./runtime/", import.meta.url)];
let library: ReadonlyMap<string, Declaration> | undefined;

/** Every declaration of the runtime library by its name. */
function readLibrary(): ReadonlyMap<string, Declaration> {
  if (library) return library;
  const found = new Map<string, Declaration>();
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => ({ name, place: new URL(name, folder) })),
  );
  for (const { place } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const source = readFileSync(place, "utf8");
    const pieces = splitDeclarations(source);
    const visible = new Set([...importedNames(source), ...pieces.map(({ name }) => name)]);
    for (const { name, text } of pieces) {
      if (found.has(name)) throw new Error(`Two declarations of the runtime are called ${name}.`);
      found.set(name, { name, text, visible, order: found.size });
    }
  }
  return (library = found);
}

function importedNames(source: string): string[] {
  const lists = [...source.matchAll(/^import (?:type )?\{([^{}]*)\}/gm)].map(([, names]) => names!);
  return lists
    .flatMap((names) => names.split(",").map((name) => name.replace("type ", "").trim()))
    .filter(Boolean);
}

/** Is there such a declaration in the runtime library? */
export function isRuntimeName(name: string): boolean {
  return readLibrary().has(name);
}

const beginning =
  /^(?:export )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|type|abstract class) +(\w+)/;

/** Takes a file apart: each declaration with the comment above it, imports left out. */
export function splitDeclarations(source: string): { name: string; text: string }[] {
  const found: { name: string; lines: string[] }[] = [];
  let pending: string[] = [];
  let inImport = false;
  for (const line of source.split("\n")) {
    if (inImport || /^import\b/.test(line)) {
      inImport = !line.includes(";");
      continue;
    }
    const match = beginning.exec(line);
    if (match) {
      found.push({ name: match[1]!, lines: [...pending, line.replace(/^export /, "")] });
      pending = [];
    } else if (/^(?:\/\*\*|\/\/| \*)/.test(line)) pending.push(line);
    else if (line !== "" || pending.length === 0) found.at(-1)?.lines.push(line);
  }
  return found.map(({ name, lines }) => ({ name, text: lines.join("\n").trimEnd() }));
}

/** The declarations that the text of one names: no comments, strings or member names. */
function needsOf({ name, text, visible }: Declaration, typed: boolean): string[] {
  const code = (typed ? text : withoutTypes(name, text))
    .replace(/^[ \t]*(?:\/\*\*|\*|\/\/).*/gm, "")
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
  const words = new Set(
    [...code.matchAll(/(?<![\w$])(?<!(?<!\.\.)\.)[A-Za-z_$][\w$]*/g)].map(([word]) => word),
  );
  return [...words].filter((word) => word !== name && visible.has(word));
}

/** The declarations a program uses and those they need themselves, in an order in which classes come after their bases. */
export function bundle(used: Iterable<string>, typed: boolean): string {
  return closure(used, typed)
    .map(({ name, text }) => (typed ? text : withoutTypes(name, text)))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The names of all declarations that a program brings along. */
export function bundledNames(used: Iterable<string>, typed: boolean): Set<string> {
  return new Set(closure(used, typed).map(({ name }) => name));
}

function closure(used: Iterable<string>, typed: boolean): Declaration[] {
  const declarations = readLibrary();
  const taken = new Map<string, Declaration>();
  const waiting = [...used];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (taken.has(name)) continue;
    const declaration = declarations.get(name);
    if (!declaration) throw new Error(`The runtime library has no ${name}.`);
    taken.set(name, declaration);
    waiting.push(...needsOf(declaration, typed));
  }
  return inOrder(taken, typed);
}

/** A class or constant must stand after what it uses when it is made; functions may stand anywhere. */
function inOrder(taken: ReadonlyMap<string, Declaration>, typed: boolean): Declaration[] {
  const placed = new Set<Declaration>();
  const place = (declaration: Declaration, path: readonly string[]): void => {
    if (placed.has(declaration) || path.includes(declaration.name)) return;
    for (const name of neededAtOnce(declaration, typed)) {
      const other = taken.get(name);
      if (other) place(other, [...path, declaration.name]);
    }
    placed.add(declaration);
  };
  for (const declaration of [...taken.values()].toSorted((a, b) => a.order - b.order)) place(declaration, []);
  return [...placed];
}

function neededAtOnce(declaration: Declaration, typed: boolean): readonly string[] {
  const { text } = declaration;
  const line = text.split("\n").find((one) => beginning.test(one)) ?? "";
  if (/^(?:async )?function|^type /.test(line)) return [];
  const needs = needsOf(declaration, typed);
  if (!/^(?:abstract )?class/.test(line)) return needs;
  const atOnce = (text.match(/extends .*|static \{[^}]*/g) ?? []).join(" ");
  const words = new Set(atOnce.match(/\w+/g));
  return needs.filter((name) => words.has(name));
}

const stripped = new Map<string, string>();

function withoutTypes(name: string, text: string): string {
  let plain = stripped.get(name);
  if (plain === undefined) stripped.set(name, (plain = removeTypes(text)));
  return plain;
}

/** Node blanks the types out, one space for each character: those blanks are closed up here. */
export function removeTypes(text: string): string {
  const blanked = stripTypeScriptTypes(text);
  let plain = "";
  let removed = false;
  for (let index = 0; index < text.length; index += 1) {
    const was = text[index]!;
    const is = blanked[index]!;
    if (is === " " && was !== " ") {
      if (!removed) plain = plain.replace(/(?<=\S) $/, "");
      removed = true;
    } else if (removed && was === " " && (isBlank(text, blanked, index) || /(?:^|\n) *$/.test(plain)))
      continue;
    else {
      if (removed && is !== " " && /[\w{=]$/.test(plain) && /[\w{=]/.test(is)) plain += " ";
      plain += is;
      removed = false;
    }
  }
  return tidy(plain);
}

/** Lines and brackets that only types needed go too. */
function tidy(code: string): string {
  return code
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\{\n\n+/g, "{\n")
    .replace(/(?<!\n)\n\n+(?= *\})/g, "\n")
    .replace(
      /(?<=(?:[=(,!&|?:[]|return|=>|\.\.\.) ?)\((\w+)\)(?=[.;),[]| (?:[=!]==?|instanceof|[<>]=?|&&|\|\|) )/g,
      "$1",
    )
    .replace(/\(\n((?: +[^\n() ][^\n()]*,\n)+) *\) \{/g, (whole, list: string) => {
      const joined = `(${list.trim().replace(/,\s*$/, "").replace(/,\s+/g, ", ")}) {`;
      return joined.length < 80 ? joined : whole;
    })
    .trim();
}

/** A blank inside a removed part: the next character that is no blank was removed too. */
function isBlank(text: string, blanked: string, index: number): boolean {
  for (let at = index; at < text.length; at += 1) if (text[at] !== " ") return blanked[at] === " ";
  return false;
}
