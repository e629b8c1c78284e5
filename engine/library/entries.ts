import { libraryData } from "./data.ts";

/** A name that a module or a type of Python's own has. */
export type LibraryEntry = Readonly<{
  name: string;
  /** `incidental`: it is there, and is not meant for others, such as what a module imports for itself. */
  kind: "function" | "class" | "exception" | "value" | "module" | "incidental";
  /** Whether the version that was asked has it on Linux, or only a later version or another system. */
  where: "here" | "later" | "elsewhere";
  /** As Python's own help writes them: `/` and `*` divide them, `=` marks those that may be left out. */
  parameters: readonly string[] | undefined;
  /** The type of what it gives or is, where that is one type with a name. */
  result: string | undefined;
  /** The class that an exception is derived from. */
  base: string | undefined;
  /** The exception that it is another name of. */
  alias: string | undefined;
  /** Whether it changes the object that it is called on. */
  changes: boolean;
}>;

type Entries = ReadonlyMap<string, LibraryEntry>;

const form =
  /^([-+~!]?)(?:(class|exception|value|module) )?(\w+)(?:\((.*)\))?(?:<(\w+))?(?:=(\w+))?(?::(\w+))?$/;

function readEntry(line: string): LibraryEntry {
  const [, mark = "", kind, name = "", parameters, base, alias, result] = form.exec(line)!;
  return {
    name,
    kind: mark === "-" ? "incidental" : ((kind ?? "function") as LibraryEntry["kind"]),
    where: mark === "+" ? "later" : mark === "~" ? "elsewhere" : "here",
    parameters: parameters === undefined || parameters === "?" ? undefined : readParameters(parameters),
    result: kind === "class" || kind === "exception" ? name : result,
    base,
    alias,
    changes: mark === "!",
  };
}

function readParameters(text: string): readonly string[] {
  return text === "" ? [] : text.split(", ");
}

const read = new Map<string, Entries>();

function entriesIn(table: "types" | "modules", owner: string): Entries | undefined {
  const key = `${table} ${owner}`;
  let entries = read.get(key);
  if (!entries) {
    const lines = Object.hasOwn(libraryData()[table], owner) ? libraryData()[table][owner]! : undefined;
    if (lines === undefined) return undefined;
    const listed = lines === "" ? [] : lines.split("\n").map(readEntry);
    read.set(key, (entries = new Map(listed.map((entry) => [entry.name, entry]))));
  }
  return entries;
}

/** What a type of Python's own has, without the names between double underscores; undefined for other types. */
export function typeMembers(type: string): Entries | undefined {
  return entriesIn("types", type);
}

/** What a module of the standard library has, sorted; undefined for other modules. */
export function moduleMembers(module: string): Entries | undefined {
  return entriesIn("modules", module);
}
