import { RegExpParser, visitRegExpAST, type AST } from "@eslint-community/regexpp";

/** A text of any length that is slow for one pattern: a start, a repeated part, an end. */
export type WorstText = Readonly<{ start: string; pump: string; end: string }>;

export function ofLength({ start, pump, end }: WorstText, length: number): string {
  return start + pump.repeat(Math.ceil(length / pump.length)) + end;
}

/** A letter that no pattern names, and most loops match. */
const other = "\x01";
/** A quantifier that repeats more often than this counts as a loop. */
const fewTimes = 8;
const maxPieces = 16;
const maxTexts = 600;

/**
 * The texts that a backtracking search takes longest for, one set for each loop of the pattern. Such a search is slow
 * where a loop reads on over places at which it could have begun as well, or where two loops share what they read: so
 * what leads to a loop, what the loop reads and what follows it are repeated, alone and together.
 */
export function worstTexts(source: string, flags: string): WorstText[] {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const tree = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, undefined, undefined, mode);
  const letters = lettersOf(tree, flags.replaceAll(/[gy]/g, ""));
  const loops = loopsOf(tree);
  const maxOfEach = Math.max(80, Math.ceil(maxTexts / loops.length));
  return loops.flatMap((loop) => textsFor(loop, letters).slice(0, maxOfEach));
}

/** The most significant first. */
function textsFor(loop: AST.Quantifier, letters: Letters): WorstText[] {
  const leads = leadsTo(loop, letters);
  const once = samples(loop.element, letters, maxPieces);
  // A repetition of a group may end with the start of the next match, as an escape does.
  const halves = once.flatMap((body) => (body.length > 1 ? [body.slice(0, -1)] : []));
  const bodies = unique([...once, ...halves]);
  const follows = followers(loop, letters);
  // After all the work the match must fail: at the end of the line, or at a letter that the loop does not match.
  const stop = stopOf(loop.element, letters);
  const ends = unique([`${other}\n`, stop + other, stop]);
  const shapes: [start: string, pump: string][] = bodies.map((body) => [other, body]);
  for (const next of ["", ...follows])
    for (const lead of leads)
      for (const body of bodies) shapes.push([lead, body + next], ["", lead + body + next]);
  return shapes
    .filter(([, pump]) => pump.length > 0 && pump.length < 400)
    .flatMap(([start, pump]) => ends.map((end) => ({ start, pump, end })));
}

type Leaf = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;
/** For each leaf, by its source, the letters that it matches; under "" all of them. */
type Letters = ReadonlyMap<string, readonly string[]>;

const leafKinds = new Set(["Character", "CharacterSet", "CharacterClass", "ExpressionCharacterClass"]);
const isLeaf = (node: AST.Node): node is Leaf => leafKinds.has(node.type);

/** One letter for each class that this pattern distinguishes. */
function lettersOf(tree: AST.Pattern, flags: string): Letters {
  const leaves = [
    ...new Set(
      descend(tree)
        .filter(isLeaf)
        .map(({ raw }) => raw),
    ),
  ];
  const tests = leaves.map((raw) => new RegExp(`^(?:${raw})$`, flags));
  const written: string[] = [];
  visitRegExpAST(tree, { onCharacterEnter: ({ value }) => written.push(String.fromCodePoint(value)) });
  const candidates = unique(["a", "A", "0", "_", " ", "\t", "\n", "\0", "!", "-", ".", "é", ...written]);
  const kinds = Map.groupBy(candidates, (letter) =>
    [/\w/, /\n/, ...tests].map((each) => Number(each.test(letter))).join(""),
  );
  const one = [...kinds.values()].map(([letter]) => letter!);
  const byLeaf = leaves.map((raw, n) => [raw, one.filter((letter) => tests[n]!.test(letter))] as const);
  return new Map([["", one], ...byLeaf]);
}

function descend(node: AST.Node): AST.Node[] {
  const inside =
    "alternatives" in node
      ? node.alternatives
      : "elements" in node
        ? node.elements
        : "element" in node
          ? [node.element]
          : [];
  return [node, ...(isLeaf(node) ? [] : inside.flatMap((child) => descend(child as AST.Node)))];
}

/** A letter that a loop does not match, if there is one. */
function stopOf(node: AST.Node, letters: Letters): string {
  const read = new Set(
    descend(node)
      .filter(isLeaf)
      .flatMap(({ raw }) => letters.get(raw) ?? []),
  );
  return letters.get("")!.find((letter) => !read.has(letter)) ?? "";
}

const loopsOf = (tree: AST.Pattern): AST.Quantifier[] =>
  descend(tree).filter((node) => node.type === "Quantifier" && node.max > fewTimes) as AST.Quantifier[];

/** Some short texts that a node matches. */
function samples(node: AST.Node, letters: Letters, max: number): string[] {
  if (isLeaf(node)) return (letters.get(node.raw) ?? []).slice(0, max);
  if (node.type === "Backreference")
    return [node.resolved].flat().flatMap((group) => samples(group, letters, 2));
  if (node.type === "Quantifier") {
    const once = samples(node.element, letters, max);
    const repeated = once.map((text) => text.repeat(Math.min(node.min, 200)));
    return unique([...repeated, ...once]).slice(0, max);
  }
  if (node.type === "Assertion" && (!("negate" in node) || !("alternatives" in node) || node.negate))
    return [""];
  if ("alternatives" in node)
    return unique(spread(node.alternatives.map((one) => sequence(one.elements, letters, max)))).slice(0, max);
  return [""];
}

/** Samples of the elements in sequence; each element varies in turn. */
function sequence(elements: readonly AST.Element[], letters: Letters, max: number): string[] {
  const each = elements.map((element) => samples(element, letters, max));
  if (each.some((texts) => texts.length === 0)) return [];
  const plain = each.map(([first]) => first!);
  const varied = each.flatMap((texts, n) => texts.slice(1).map((text) => plain.with(n, text).join("")));
  const rich = each.map((texts) => texts.find((text) => text !== "") ?? "").join("");
  return unique([plain.join(""), rich, ...varied]).slice(0, max);
}

/** The first of each, then the second of each, and so on. */
function spread(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
}

function leadsTo(node: AST.Node, letters: Letters): string[] {
  const { parent } = node;
  if (!parent) return [""];
  const outer = leadsTo(parent, letters);
  if (parent.type !== "Alternative") return outer;
  const own = sequence(parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)), letters, 6);
  return unique(own.flatMap((text) => outer.map((lead) => lead + text))).slice(0, 6);
}

function followers(node: AST.Node, letters: Letters): string[] {
  const { parent } = node;
  if (!parent) return [];
  const outer = followers(parent, letters);
  if (parent.type !== "Alternative") return outer;
  const rest = parent.elements.slice(parent.elements.indexOf(node as AST.Element) + 1);
  const next = rest.find((element) => samples(element, letters, 1)[0] !== "");
  const own = [
    ...(next ? samples(next, letters, 3) : []),
    ...sequence(rest, letters, 2),
    ...sequence(rest.slice(0, -1), letters, 1),
  ];
  return unique([...own.filter((text) => text !== ""), ...outer]).slice(0, 4);
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
