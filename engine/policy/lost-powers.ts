import type { Node } from "../tree/nodes.ts";
import { functionAround } from "../tree/around.ts";
import { isHidden, type PolicyFacts } from "./rule.ts";
import { lastName } from "../tree/written-names.ts";

/** What is called by way of something else that the text only shows when it runs. */
const unseen = /^(?:\?|own\.|self\.)|cell_contents|f_locals|f_globals|gc\.get_/;

/**
 * Functions that run programs or code, named without being called where they are named, and not seen to be called
 * anywhere else, in a program that calls something nobody knows.
 */
export function* findLost({
  mentions,
  calls,
  blind,
  escapes,
}: PolicyFacts): Generator<{ node: Node; path: string }> {
  if (mentions.size === 0) return;
  const isBlind = blind.length > 0 || [...calls.keys()].some((path) => unseen.test(path));
  const escaped = new Set(escapes.map(({ path }) => path));
  for (const [node, path] of mentions) {
    const isFollowed = calls.get(path)?.some((site) => isHidden(site)) === true;
    if (isFollowed || escaped.has(path) || isOnlyNamed(node)) continue;
    if (isBlind || isAnsweredByHook(node) || isPreparedCall(node, path)) yield { node, path };
  }
}

/** Something that runs commands or code when it is called, and is called by nobody who can be seen. */
function isPreparedCall({ parent }: Node, path: string): boolean {
  return parent?.kind === "Call" && !path.startsWith("subprocess.");
}

/** A method that Python calls by itself gives it to anyone who asks for an attribute or an element. */
function isAnsweredByHook(node: Node): boolean {
  let { parent } = node;
  while (parent && /^(?:Tuple|List|Set|Dict|IfExp)$/.test(parent.kind)) ({ parent } = parent);
  if (parent?.kind === "Lambda") return true;
  const around = parent?.kind === "Return" ? functionAround(node) : undefined;
  return around !== undefined && /^__\w+__$/.test(around.name);
}

const looking =
  /^(?:isinstance|issubclass|hasattr|callable|id|hash|repr|ascii|str|type|dir|len|print|p?format|pp|pprint|help|signature|wraps|patch|object|assert\w+|debug|info|warn|warning|error|exception|critical|log)$/;

/** Compared, described, caught or inherited from. */
function isOnlyNamed(node: Node): boolean {
  const { parent } = node;
  switch (parent?.kind) {
    case "Compare":
    case "Expr":
    case "ClassDef":
    case "ExceptHandler":
    case "Delete":
    case "Subscript":
    case "TypeAlias":
    case "Arg":
    case "AnnAssign":
      return parent.kind !== "AnnAssign" || parent.annotation === node;
    case "Tuple":
    case "List":
    case "Set":
      return isOnlyNamed(parent);
    case "Call": {
      const { func } = parent;
      return looking.test(lastName(func));
    }
    default:
      return false;
  }
}
