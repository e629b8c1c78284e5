import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import { commandLine, programOf, startingCalls } from "./command-text.ts";
import { textOf, type PolicyFacts } from "./rule.ts";
import { functionAround } from "../tree/around.ts";
import { isText } from "../tree/constants.ts";

/** What a file was saved under: a text, or a name within one function. */
type SavedAs = Readonly<{ text: string; within: Node | undefined }>;

/** Programs that run the file they are given. */
export const interpreters =
  /^(?:.*[\\/])?(?:python[\d.]*w?|pypy[\d.]*|sh|bash|zsh|dash|node|perl|ruby|php|java|msiexec|cmd|powershell|pwsh|wscript|cscript|rundll32|open|start|sudo|nohup)(?:\.exe)?$/i;

/** The calls that start a file the program has just fetched, and those that let modules be imported from such a folder. */
export function usesOfDownloads(facts: PolicyFacts): Readonly<{ starts: CallSite[]; imports: CallSite[] }> {
  const saved = savedFiles(facts);
  if (saved.length === 0) return { starts: [], imports: [] };
  return {
    starts: sitesOf(facts, ...startingCalls).filter((site) => isStarted(facts, site, saved)),
    imports: sitesOf(facts, "sys.path.insert", "sys.path.append").filter((site) =>
      isImportedFrom(facts, site, saved),
    ),
  };
}

function isImportedFrom(facts: PolicyFacts, { node }: CallSite, saved: readonly SavedAs[]): boolean {
  const folder = node.kind === "Call" ? node.args.at(-1) : undefined;
  if (folder === undefined) return false;
  const here = functionAround(node) ?? facts.tree.module;
  return saved.some(({ text, within }) =>
    within === undefined
      ? folder.kind === "Constant" && nameFor(facts, folder).text === text
      : within === here && holds(facts.tree.text, folder, text),
  );
}

function sitesOf({ calls }: PolicyFacts, ...paths: string[]): CallSite[] {
  return paths.flatMap((path) => calls.get(path) ?? []);
}

function savedFiles(facts: PolicyFacts): SavedAs[] {
  const saved: SavedAs[] = [];
  const add = (node: Expression | undefined): void => {
    if (node) saved.push(nameFor(facts, node));
  };
  for (const { node } of sitesOf(facts, "urllib.request.urlretrieve", "urllib.urlretrieve", "wget.download"))
    if (node.kind === "Call")
      add(node.args[1] ?? node.keywords.find(({ arg }) => arg === "filename" || arg === "out")?.value);
  const writes = [...facts.calls.keys()].filter((path) => /^builtins\.open\(\)\.write(?:lines)?$/.test(path));
  const copies = sitesOf(facts, "shutil.copyfileobj", ...writes);
  if (copies.some(({ args }) => isFrom(args[0], "network")))
    for (const site of sitesOf(facts, "builtins.open"))
      if (site.node.kind === "Call" && /[wax]/.test(textOf(site.args[1] ?? site.keywords.get("mode")) ?? ""))
        add(site.node.args[0]);
  for (const { node, args } of sitesOf(facts, "tempfile.NamedTemporaryFile().write"))
    if (node.kind === "Call" && node.func.kind === "Attribute" && isFrom(args[0], "network")) {
      const { text, within } = nameFor(facts, node.func.value);
      saved.push({ text: `${text}.name`, within });
    }
  for (const [path, sites] of facts.calls) {
    if (!/\.(?:write_bytes|write_text|extractall)$/.test(path)) continue;
    for (const { node, args, callee } of sites) {
      if (node.kind !== "Call" || node.func.kind !== "Attribute") continue;
      if (path.endsWith("extractall")) {
        if (isFrom([callee], "network")) add(node.args[0]);
      } else if (isFrom(args[0], "network")) add(node.func.value);
    }
  }
  for (const site of sitesOf(facts, ...startingCalls)) {
    const [, name] =
      /\b(?:curl|wget)\b(?:(?!\b(?:curl|wget)\b)[^\n])*?\s(?:-[A-Za-z]*[oO]|--output(?:-document)?)[= ]\s*([^\s-]\S{3,})/.exec(
        commandLine(site),
      ) ?? [];
    if (name !== undefined) saved.push({ text: name, within: undefined });
  }
  return saved.filter(({ text, within }) => within !== undefined || text.length > 3);
}

function nameFor({ tree }: PolicyFacts, node: Expression): SavedAs {
  if (isText(node)) return { text: node.value.value, within: undefined };
  return { text: tree.text.slice(node.start, node.end), within: functionAround(node) ?? tree.module };
}

/** The file itself is the program, or it is handed to an interpreter. */
function isStarted(facts: PolicyFacts, site: CallSite, saved: readonly SavedAs[]): boolean {
  if (site.node.kind !== "Call") return false;
  const [first] = site.node.args;
  const program = programOf(site);
  const isInterpreter =
    interpreters.test(textOf(program) ?? "") ||
    program?.some((thing) => thing.kind === "reference" && thing.path === "sys.executable") === true;
  const isText = first?.kind !== "List" && first?.kind !== "Tuple";
  const parts = isText ? site.node.args : isInterpreter ? first.elts : first.elts.slice(0, 1);
  const line = isText || isInterpreter ? commandLine(site) : (textOf(program) ?? "");
  const isDownloader = /^\s*(?:curl|wget|chmod)\b/.test(line);
  return saved.some(({ text, within }) =>
    within === undefined
      ? !isDownloader && line.includes(text)
      : (functionAround(site.node) ?? facts.tree.module) === within &&
        parts.some((part) => holds(facts.tree.text, part, text)),
  );
}

/** The same name or expression, as it is or made a text first. */
function holds(source: string, part: Expression, text: string): boolean {
  if (source.slice(part.start, part.end) === text) return true;
  if (part.kind === "Call") return part.args.some((inner) => holds(source, inner, text));
  if (part.kind === "List" || part.kind === "Tuple")
    return part.elts.some((inner) => holds(source, inner, text));
  if (part.kind === "JoinedStr") return part.values.some((inner) => holds(source, inner, text));
  if (part.kind === "FormattedValue") return holds(source, part.value, text);
  return part.kind === "BinOp" && [part.left, part.right].some((side) => holds(source, side, text));
}
