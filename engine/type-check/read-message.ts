import { missingAttributeData, type AttributeOwner, type FindingData } from "../findings/data.ts";

type Groups = readonly (string | undefined)[];
type MypyReading = readonly [RegExp, (groups: Groups) => FindingData];

/** What mypy says under its codes that repairs need; nobody else reads its messages. */
const readings: ReadonlyMap<string, readonly MypyReading[]> = new Map<string, readonly MypyReading[]>([
  [
    "attr-defined",
    [
      [/^"([^"]+)" has no attribute "__iter__"/, notIterable],
      [/^Module "([^"]+)" has no attribute "([^"]+)"(.*)$/, missingImport],
      [/^(Module|overloaded function|"[^"]+") has no attribute "([^"]+)"(.*)$/, missingAttribute],
    ],
  ],
  // As a base class or in an annotation.
  ["name-defined", [[/^(Name) "[^"]+\.([^".]+)" is not defined()$/, missingAttribute]]],
  ["call-arg", [[/^Unexpected keyword argument "([^"]+)"(?:.*did you mean "([^"]+)"\?)?/, unknownArgument]]],
  [
    "operator",
    [
      [/^Module not callable$/, () => ({ kind: "module called" })],
      [/^"([^"]+)" not callable/, ([type]) => ({ kind: "not callable", type: type! })],
    ],
  ],
  ["func-returns-value", [[/does not return a value/, () => ({ kind: "nothing returned" })]]],
  ["str-unpack", [[/^Unpacking a string/, () => ({ kind: "string unpacked" })]]],
  [
    "misc",
    [
      [/^"([^"]+)" object is not iterable/, notIterable],
      [/^Type application|not generic/, () => ({ kind: "not generic" })],
    ],
  ],
]);

/** A sentence about types that do not fit. What it expects stands behind them, if it says so. */
type Sentence = Readonly<{ opening: RegExp; between: RegExp; end: string; isExpectedSaid: boolean }>;

const sentence = (opening: RegExp, between: RegExp, end: string, isExpectedSaid: boolean): Sentence => ({
  opening,
  between,
  end,
  isExpectedSaid,
});

/** Under whatever code. */
const sentences: readonly Sentence[] = [
  sentence(/\(expression has type /, /, \w+ has type "/, '")', true),
  sentence(/^Incompatible return value type \(got /, /, expected "/, '")', true),
  sentence(/has incompatible type /, /; expected "/, '"', true),
  sentence(/^Invalid index type /, / for "[^"]*"; expected type "/, '"', true),
  sentence(/^Unsupported (?:\w+ )?(?:operand types?|target) for /, /\(/, ")", false),
  sentence(/^No overload variant of /, / matches argument types? /, "", false),
  sentence(/^Value of type variable /, / cannot be /, "", false),
];

const namedTypes: readonly RegExp[] = [
  /^Value of type ("[^"]+")/,
  // Wherever else it is named: a coroutine that stands for its result.
  /("Coroutine\[[^"]+")/,
];

/** The types that do not fit, and which one would. */
function readSentence(message: string, { opening, between, end, isExpectedSaid }: Sentence) {
  const start = opening.exec(message);
  if (!start || !message.endsWith(end)) return undefined;
  const rest = message.slice(start.index + start[0].length, message.length - end.length);
  const gap = between.exec(rest);
  if (!gap) return undefined;
  const [first, second] = [rest.slice(0, gap.index), rest.slice(gap.index + gap[0].length)];
  return isExpectedSaid ? { types: first, expected: second } : { types: second, expected: undefined };
}

/** What a finding of mypy is about, where a repair needs to know. */
export function readMessage(code: string, message: string): FindingData | undefined {
  for (const [pattern, read] of readings.get(code) ?? []) {
    const said = pattern.exec(message);
    if (said) return read(said.slice(1));
  }
  for (const form of sentences) {
    const read = readSentence(message, form);
    if (read) return { kind: "wrong type", types: quotedIn(read.types), expected: read.expected };
  }
  for (const pattern of namedTypes) {
    const types = pattern.exec(message)?.[1];
    if (types !== undefined) return { kind: "wrong type", types: quotedIn(types), expected: undefined };
  }
  return undefined;
}

/** The types that mypy has found and the one it expects, "" where it names none. */
export type TypesSaid = Readonly<{
  given: readonly string[];
  expected: string;
  /** Both operands are unions; then mypy does not say of what. */
  areUnions: boolean;
}>;

/** A type can be as long as the text itself. */
const maxWords = 2000;

const mismatch = /(?:has incompatible type|\(got|Invalid index type) (.+)/;

/** What does not fit in the words of an error, and what would; of an operand that is a union, in the hints at its place. */
export function typesIn(message: string, hints: string): TypesSaid {
  const words = message.slice(0, maxWords);
  const [, said = ""] = mismatch.exec(words) ?? [];
  const [types = "", wanted] = said.split(/[;,] expected (?:type )?/, 2);
  const given = wanted === undefined ? undefined : types.replace(/ for ".*/, "");
  const expected = wanted?.replace(/\)$/, "") ?? "";
  const operands = hints.match(/(?:Left|Right) operand is of type .+/g) ?? [];
  const found = given ?? words.replaceAll(/"[^"]+" of "[^"]+"/g, "");
  return {
    given: [...(found.includes('"') ? quotedIn(found) : [found]), ...operands.flatMap(quotedIn)],
    expected,
    areUnions: hints.includes("Both left and right operands are unions"),
  };
}

/** A name that stands where a type should, and whose value is not fixed. */
export function isAboutName(message: string): boolean {
  return /^Variable ".+" is not valid as a type|^Type variable ".+" is unbound|^Invalid type alias|\(\w+\?\)$|^Value of type \w+\? /.test(
    message,
  );
}

/** What is called has no name, or mypy knows nothing of it. */
export function isOfUnknownFunction(message: string): boolean {
  return /^Cannot call function of unknown type|^Too (?:many|few)(?: positional)? arguments$/.test(message);
}

/** `super().__init__` of a class without a base of its own: what comes next is up to the class that it is mixed into. */
export function isOfNextClass(message: string): boolean {
  return message.endsWith('for "__init__" of "object"');
}

export function isDefaultOfGetattr(message: string): boolean {
  return message.startsWith('Argument 3 to "getattr"');
}

/** The class or function of which mypy says that a call does not fit it. */
export function calledIn(message: string): string | undefined {
  return /^(?:Too (?:many|few) arguments for|Unexpected keyword argument .+ for|Missing .+ in call to|No overload variant of) "(?!__)(\w+)"/.exec(
    message,
  )?.[1];
}

/** Said where CPython refuses the text, in words of its own. */
export function isRefusal(message: string): boolean {
  return /^(?:nonlocal binding not allowed for type parameter|can't use starred expression here)/.test(
    message,
  );
}

function notIterable([type]: Groups): FindingData {
  return { kind: "not iterable", type: type! };
}

function missingImport([module, name, hint]: Groups): FindingData {
  return { kind: "missing import", module: module!, name: name!, suggestions: quotedIn(hint!) };
}

function missingAttribute([owner, attribute, hint]: Groups): FindingData {
  return missingAttributeData(attribute!, toOwner(owner!), quotedIn(hint!));
}

function unknownArgument([name, suggestion]: Groups): FindingData {
  return { kind: "unknown argument", name: name!, suggestion };
}

function toOwner(words: string): AttributeOwner {
  if (words === "Module" || words === "Name") return { is: "module" };
  const type = words.replaceAll('"', "");
  return { is: "type", name: type.split("[", 1)[0]!, type };
}

function quotedIn(words: string): string[] {
  return Array.from(words.matchAll(/"([^"]+)"/g), ([, quoted]) => quoted!);
}
