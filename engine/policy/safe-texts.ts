import type { CallSite } from "../resolve/machine.ts";
import { skeletonOf } from "../resolve/mixed.ts";
import { isFrom, taintOf, taints } from "../resolve/taint.ts";
import { isConstant, isKnown, type AbstractValue, type PossibleValues } from "../resolve/value.ts";
import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import { areMembersChecked } from "./archive-members.ts";
import { isIdentifierHole } from "./sql-text.ts";
import { isWrittenHere } from "./written-here.ts";

/** Lines on which something was seen to be safe, each with the rule of ruff's that it is safe in, as `S608 3`. */
export type SafeTexts = ReadonlySet<string>;

type SafeTextsFinder = Readonly<{
  call(site: CallSite): void;
  made(node: Node, value: PossibleValues): void;
  mentioned(node: Node, path: string): void;
  found(): SafeTexts;
}>;

/**
 * Ruff sees one expression at a time. Where following the values shows that its concern does not hold on a line (a
 * statement put together from constants, a command without a shell, a mode nobody else can write with), it is dropped.
 */
export function findSafeTexts(tree: Tree): SafeTextsFinder {
  const seen = new Map<string, boolean>();
  const note = (code: string, node: Node, isSafe: boolean): void => {
    const key = `${code} ${tree.positions.lineOf(node.start)}`;
    seen.set(key, (seen.get(key) ?? true) && isSafe);
  };
  return {
    call: (site) => {
      const judge = site.path.endsWith(".extractall") ? ofArchive : judges.get(site.path);
      for (const [code, isSafe] of judge?.(site) ?? []) note(code, site.node, isSafe);
    },
    made: (node, value) => {
      if (value.some((thing) => mentionsSql.test(skeletonOf(thing) ?? "")))
        note(
          "S608",
          node,
          value.every((thing) => isHarmlessStatement(thing) || !isStatement(thing)),
        );
    },
    // What is named and not called is judged by where it goes.
    mentioned: (node, path) => {
      if (path === "builtins.eval") note("S307", node, true);
    },
    found: () => new Set([...seen].flatMap(([key, isSafe]) => (isSafe ? [key] : []))),
  };
}

/** Every unknown piece of a text is a number, quoted for a shell, or one of a few constants. */
export function isHarmlessText(thing: AbstractValue): boolean {
  return hasHarmlessPieces(thing, (taint) => taint === taints.harmless);
}

/** Or, in a query, it was decoded and then checked. */
export function isHarmlessQuery(thing: AbstractValue): boolean {
  return hasHarmlessPieces(thing, (taint) => (taint & ~taints.decoded) === taints.harmless);
}

/** So is every unknown piece of a page, or the signs of markup in it are escaped. */
export function isHarmlessMarkup(thing: AbstractValue): boolean {
  return hasHarmlessPieces(thing, (taint) => (taint & ~taints.escaped) === taints.harmless);
}

/** So is every unknown piece of a statement of SQL, or it is a name that no driver can bind. */
export function isHarmlessStatement(thing: AbstractValue): boolean {
  return hasHarmlessPieces(thing, (taint, before) => {
    const isFromOutside = (taint & (taints.web | taints.local | taints.network)) !== 0;
    return (taint & ~taints.escaped) === taints.harmless || (!isFromOutside && isIdentifierHole(before));
  });
}

function hasHarmlessPieces(
  thing: AbstractValue,
  isHarmless: (taint: number, before: string) => boolean,
): boolean {
  if (isConstant(thing)) return true;
  if (thing.kind !== "mixed") return false;
  return thing.pieces.every((piece, at) => {
    const before = thing.pieces[at - 1];
    return typeof piece === "string" || isHarmless(piece.taint, typeof before === "string" ? before : "");
  });
}

/** A number, or a value that was compared with what may pass, or else a constant, and no other text. */
export function isChecked(value: PossibleValues): boolean {
  return (
    !value.every(isConstant) &&
    value.every(
      (thing) => isConstant(thing) || (thing.kind !== "mixed" && taintOf([thing]) === taints.harmless),
    )
  );
}

/** The one text that a call runs is written in the program, but not in the call: it is data that nobody outside decides. */
export function isConstantFromElsewhere(site: CallSite, value: PossibleValues | undefined): boolean {
  return value?.every(isConstant) === true && !isWrittenHere(site, value);
}

/** A document of the program's own: written in the text, or a file whose name nobody outside chooses. */
export function isOwnDocument(thing: AbstractValue): boolean {
  const isFile = thing.kind === "mixed" || (thing.kind === "reference" && thing.path === "builtins.open()");
  return isConstant(thing) || (isFile && !isFrom([thing], "web", "network", "local", "parameter"));
}

/** Ruff takes "Delete from disk: …" for a statement; a statement goes on. */
function isStatement(thing: AbstractValue): boolean {
  const text = skeletonOf(thing);
  return text === undefined || statement.test(text);
}

const statement =
  /\bselect\b(?:(?!\bselect\b).)+\bfrom\b|\binsert\s+into\b(?:(?!\binsert\s+into\b).)+(?:\bvalues\b|\bselect\b|\()|\bupdate\b(?:(?!\bupdate\b).)+\bset\b|\bdelete\s+from\s+(?:\S+\s*(?:\bwhere\b|;|$)|\0)|\bwith\b(?:(?!\bwith\b).)+\bas\b|\breplace\s+into\b/is;
const mentionsSql = /\b(?:select|insert|update|delete|with|replace)\b/i;

type Judge = (site: CallSite) => [code: string, isSafe: boolean][];

const ofXml: Judge = ({ args }) =>
  ["S313", "S314", "S315", "S316", "S317", "S318", "S319"].map((code) => [
    code,
    args[0] !== undefined && (isKnown(args[0]) || args[0].every(isOwnDocument) || isGuarded(args[1])),
  ]);

/** The parser of `xml.sax` fetches nothing by default, and the policy hears of that. */
export function isGuarded(parser: PossibleValues | undefined): boolean {
  return (
    parser?.every((thing) => thing.kind === "reference" && thing.path === "xml.sax.make_parser()") === true
  );
}
const ofShell: Judge = (site) => [["S605", isSafeCommand(site)]];
const ofProcess: Judge = (site) => [
  ["S602", isSafeCommand(site)],
  ["S604", isSafeCommand(site)],
];
function isSafeCommand(site: CallSite): boolean {
  const [command] = site.args;
  if (command?.every(isHarmlessText) !== true) return false;
  return !command.every(isConstant) || isConstantFromElsewhere(site, command);
}
const ofMode: Judge = ({ args, keywords }) => {
  const mode = args[1] ?? keywords.get("mode");
  const isSafe = mode?.every((thing) => thing.kind === "int" && (thing.value & 0o022n) === 0n) === true;
  return [["S103", isSafe]];
};
const ofArchive: Judge = (site) => {
  const filter = site.keywords.get("filter");
  const isChosen = filter === undefined && areMembersChecked(site);
  const isFiltered =
    filter?.some((thing) => thing.kind === "str" && thing.value === "fully_trusted") === false;
  return [["S202", isChosen || isFiltered]];
};
const ofPickle: Judge = ({ args }) => [
  ["S301", args[0] !== undefined && (isRoundTrip(args[0]) || isChecked(args[0]))],
];

/** A pickle that the program has just made of an object of its own. */
export function isRoundTrip(data: PossibleValues): boolean {
  return data.every((thing) => thing.kind === "reference" && thing.path.endsWith(".dumps()"));
}

const ofYaml: Judge = ({ args }) => [
  ["S506", args[0] !== undefined && (args[0].every(isConstant) || isChecked(args[0]))],
];
const ofCode: Judge = (site) => {
  const [code] = site.args;
  const isSafe = code !== undefined && (isChecked(code) || isConstantFromElsewhere(site, code));
  return [
    ["S307", isSafe],
    ["S102", isSafe],
  ];
};

const judges: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["xml.etree.ElementTree.fromstring", ofXml],
  ["xml.etree.ElementTree.XML", ofXml],
  ["xml.etree.ElementTree.parse", ofXml],
  ["xml.dom.minidom.parse", ofXml],
  ["xml.dom.minidom.parseString", ofXml],
  ["xml.sax.parseString", ofXml],
  ["xml.sax.make_parser", () => [["S317", true]]],
  ["os.system", ofShell],
  ["os.popen", ofShell],
  ...["run", "call", "check_call", "check_output", "Popen"].map((name): [string, Judge] => [
    `subprocess.${name}`,
    ofProcess,
  ]),
  ["ftplib.FTP_TLS", () => [["S321", true]]],
  ["os.chmod", ofMode],
  ["pickle.loads", ofPickle],
  ["yaml.load", ofYaml],
  ["builtins.eval", ofCode],
  ["builtins.exec", ofCode],
]);
