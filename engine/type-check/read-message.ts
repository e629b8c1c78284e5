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

/** What types do not fit, and behind it which one would, under whatever code. */
const mismatches: readonly RegExp[] = [
  /\(expression has type (.+), \w+ has type "(.+)"\)$/,
  /^Incompatible return value type \(got (.+), expected "(.+)"\)$/,
  /has incompatible type (.+); expected "(.+)"$/,
  /^Invalid index type (.+) for ".+"; expected type "(.+)"$/,
  /^Unsupported .*\b(?:operand types?|target) for [^(]+\((.+)\)$/,
  /^No overload variant of .+ matches argument types? (.+)$/,
  /^Value of type variable .+ cannot be (.+)$/,
  /^Value of type ("[^"]+")/,
  // Wherever else it is named: a coroutine that stands for its result.
  /("Coroutine\[[^"]+")/,
];

/** What a finding of mypy is about, where a repair needs to know. */
export function readMessage(code: string, message: string): FindingData | undefined {
  for (const [pattern, read] of readings.get(code) ?? []) {
    const said = pattern.exec(message);
    if (said) return read(said.slice(1));
  }
  for (const pattern of mismatches) {
    const [, types, expected] = pattern.exec(message) ?? [];
    if (types !== undefined) return { kind: "wrong type", types: quotedIn(types), expected };
  }
  return undefined;
}

/** Said where CPython refuses the text, in words of its own. */
export function isRefusal(message: string): boolean {
  return /^(?:nonlocal binding not allowed for type parameter|can't use starred expression here)/.test(
    message,
  );
}

/** Said of what the text imports from beside itself. */
export function isRelativeImport(message: string): boolean {
  return message.startsWith("No parent module -- cannot perform relative import");
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
  if (words === "Module") return { is: "module" };
  const type = words.replaceAll('"', "");
  return { is: "type", name: type.split("[", 1)[0]!, type };
}

function quotedIn(words: string): string[] {
  return Array.from(words.matchAll(/"([^"]+)"/g), ([, quoted]) => quoted!);
}
