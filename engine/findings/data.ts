/**
 * What a finding is about, for those who fix it. Its message is written for people and may be reworded; this is what a
 * repair reads. Our own checks give it with their findings, for ruff and mypy each has one `read-message.ts`.
 */
export type FindingData =
  | UndefinedName
  | UnboundName
  | MissingAttribute
  | MissingImport
  | ForeignMethod
  | UnknownArgument
  | WrongType
  | NotIterable
  | NotCallable
  | ModuleCalled
  | NotGeneric
  | NoneUsed
  | NothingReturned
  | UnpackMismatch
  | StringUnpacked
  | Redefinition
  | UnusedImport
  | RelativeImports
  | UnusedArguments
  | SyntaxProblem;

export type DataKind = FindingData["kind"];

/** The data of one kind. */
export type DataOf<Kind extends DataKind> = Extract<FindingData, { kind: Kind }>;

/** A name that nobody defines. */
type UndefinedName = Readonly<{ kind: "undefined name"; name: string }>;

/** A variable that is read before it has a value. */
type UnboundName = Readonly<{ kind: "unbound name"; name: string }>;

type MissingAttribute = Readonly<{
  kind: "missing attribute";
  attribute: string;
  owner: AttributeOwner;
  /** What the checker thinks is meant. */
  suggestions: readonly string[];
}>;

/** What lacks an attribute: a module, one of Python's own types, a class of the program, or a type as mypy writes it. */
export type AttributeOwner =
  | Readonly<{ is: "module" }>
  | Readonly<{ is: "builtin" | "class"; name: string }>
  /** Of `list[int]`, `list` is the name and the whole is the type. */
  | Readonly<{ is: "type"; name: string; type: string }>;

/** A name that is imported from a module which does not have it. */
type MissingImport = Readonly<{
  kind: "missing import";
  module: string;
  name: string;
  suggestions: readonly string[];
}>;

/** A method of other languages, on a string or a list. */
type ForeignMethod = Readonly<{ kind: "foreign method"; method: string }>;

/** What a text imports from beside itself. */
type RelativeImports = Readonly<{ kind: "relative imports"; imports: readonly RelativeImport[] }>;

/** `from ..core import names` has the level 2. */
export type RelativeImport = Readonly<{
  level: number;
  module: string | undefined;
  names: readonly string[];
}>;

/** An argument by a name that the function does not have. */
type UnknownArgument = Readonly<{ kind: "unknown argument"; name: string; suggestion: string | undefined }>;

/** Values of types that do not fit, and the type that would, where the checker names it. */
type WrongType = Readonly<{
  kind: "wrong type";
  types: readonly string[];
  expected: string | undefined;
}>;

type NotIterable = Readonly<{ kind: "not iterable"; type: string }>;

type NotCallable = Readonly<{ kind: "not callable"; type: string }>;

type ModuleCalled = Readonly<{ kind: "module called" }>;

/** `len[items]`: brackets behind something that takes no types. */
type NotGeneric = Readonly<{ kind: "not generic" }>;

/** The name or path that holds None where something is asked of it; undefined for what has no name. */
type NoneUsed = Readonly<{ kind: "none used"; name: string | undefined }>;

/** The value of a call that gives none. */
type NothingReturned = Readonly<{ kind: "nothing returned" }>;

/** Values that are taken apart into more or fewer names than there are. */
type UnpackMismatch = Readonly<{ kind: "unpack mismatch"; names: number }>;

/** A string that is taken apart into several names. */
type StringUnpacked = Readonly<{ kind: "string unpacked" }>;

/** A name that is defined again, and where it was before. */
type Redefinition = Readonly<{ kind: "redefinition"; firstLine: number }>;

type UnusedImport = Readonly<{ kind: "unused import"; name: string }>;

/** Arguments that a format string does not use, by their names or positions. */
type UnusedArguments = Readonly<{ kind: "unused arguments"; listed: readonly string[] }>;

/** Where the parser stumbles. */
type SyntaxProblem = Readonly<{
  kind: "syntax problem";
  problem:
    | "uneven dedent"
    | "unexpected indent"
    | "missing block"
    | "missing colon"
    | "trailing comma"
    | "open try"
    | "unexpected end"
    | "other";
  /** Whether it is a matter of indentation in any way. */
  isIndentation: boolean;
}>;

export function missingAttributeData(
  attribute: string,
  owner: AttributeOwner,
  suggestions: readonly string[] = [],
): MissingAttribute {
  return { kind: "missing attribute", attribute, owner, suggestions };
}
