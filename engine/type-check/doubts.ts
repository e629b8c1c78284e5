import {
  calledIn,
  isAboutName,
  isDefaultOfGetattr,
  isOfNextClass,
  isOfUnknownFunction,
  typesIn,
  type TypesSaid,
} from "./read-message.ts";
import type { TypeMessage } from "./type-message.ts";
import type { TypedText } from "./typed-text.ts";

type Doubt = Readonly<{
  because: string;
  holds(said: TypesSaid, message: TypeMessage, text: TypedText): boolean;
}>;

/** Why a line may work although mypy calls it wrong: what mypy cannot know of a program, never of a library. */
const doubts: readonly Doubt[] = [
  {
    because: "the value may be of a type that fits",
    holds: ({ given, expected }, message, text) =>
      given.some((type) => isPartlyRight(type, expected, message, text)),
  },
  {
    because: "either operand may be of a type that fits",
    holds: ({ areUnions }) => areUnions,
  },
  {
    // Mypy believes in the type of the first value.
    because: "a variable here is given values of different types",
    holds: (_, message, text) => text.isOfManyTypes(message),
  },
  {
    because: "its type is inferred from values that have little in common",
    holds: ({ given, expected }) =>
      given.some((type) => /\bobject\b|<typing special form>|overloaded function/.test(type)) ||
      /\bNever\b/.test(expected),
  },
  {
    because: "the text or number may be one of those that are allowed",
    holds: ({ given, expected }) =>
      expected.includes("Literal[") && !given.some((type) => type.includes("Literal[")),
  },
  {
    because: "a place that starts as None may have been filled",
    holds: ({ given }, message, text) =>
      message.code !== "index" && given.includes("None") && /\w\]/.test(text.lineOf(message)),
  },
  {
    // The program decides which of its assignments come first; of a result that may be None a library does.
    because: "the variable may have been set by then",
    holds: ({ given }, message, text) => given.some(isOptional) && text.isSetToNone(message),
  },
  {
    because: "another function may have set the variable",
    holds: ({ given }, message, text) =>
      given.some((type) => membersOf(type).includes("None")) && text.isSetByOthers(message),
  },
  {
    because: "only declared element types differ",
    holds: (_, { hint }) => hint?.includes(" is invariant ") ?? false,
  },
  {
    because: "the number of values is not known",
    holds: ({ given, expected }, message, text) =>
      (message.code === "call-arg" && /[(,]\s*\*/.test(text.sourceOf(message))) ||
      given.some(
        (type) =>
          type.startsWith("*") ||
          (/tuple\[(?:(?!tuple\[).)+, \.\.\.\]/.test(type) && expected.includes("tuple[")),
      ),
  },
  {
    because: "a type variable stands for any type",
    holds: ({ given, expected }, _, text) => [expected, ...given].some(text.namesTypeVariable),
  },
  {
    because: "the name gets its value when the program runs",
    holds: (_, { message }) => isAboutName(message),
  },
  {
    because: "the called function is known only when the program runs",
    holds: (_, message, text) => isCalledByAnotherName(message, text),
  },
  {
    because: "a special method is called by its name",
    holds: (_, message, text) => /\.__(?!init__)\w+__\(/.test(text.lineOf(message)),
  },
  {
    because: "another class may come between this one and its base",
    holds: (_, { message }) => isOfNextClass(message),
  },
  {
    because: "the list is made for what its calls do",
    holds: (_, message, text) => message.code === "func-returns-value" && /^\s*\[/.test(text.lineOf(message)),
  },
  {
    // `if name not in seen and not seen.add(name)`
    because: "None is as good as any other value in a condition or a comparison",
    holds: (_, message, text) =>
      message.code === "func-returns-value" &&
      /(?:\b(?:not|and|or|is)|[=!]=)[\s(]*$/.test(text.lineOf(message).slice(0, message.column)),
  },
  { because: "a default may be of any type", holds: (_, { message }) => isDefaultOfGetattr(message) },
];

/** Why a type error may be none; undefined where nothing speaks against it. */
export function doubtOf(message: TypeMessage, text: TypedText): string | undefined {
  const said = typesIn(message.message, text.placeOf(message).hints);
  return doubts.find(({ holds }) => holds(said, message, text))?.because;
}

const failsAtOnce: ReadonlySet<string> = new Set(["operator", "index"]);
/** What is declared so may be a list or a dict; an iterator is neither. */
const abstract = /^(?:AbstractSet|Buffer|Collection|Container|Hashable|Iterable|Mapping|Sequence)\b/;

/** Some of the values that the type allows would work, and the program may see to it that only those come here. */
function isPartlyRight(type: string, expected: string, message: TypeMessage, text: TypedText): boolean {
  const members = membersOf(type);
  if (members.length < 2 && abstract.test(type)) return true;
  if (members.length < 2) return holdsUnion(type) && expected.includes("[");
  if (message.code === "operator" && text.placeOf(message).count >= members.length) return false;
  const isKnown = members.length === 2 && !members.includes("Any");
  // Passed on or returned, None fails elsewhere or nowhere.
  return (
    !(isKnown && isOptional(type)) || !failsAtOnce.has(message.code ?? "") || text.mayRuleOutNone(message)
  );
}

function isOptional(type: string): boolean {
  const members = membersOf(type);
  return members.length > 1 && members.includes("None");
}

function holdsUnion(type: string): boolean {
  const inside = type.slice(type.indexOf("[") + 1, type.lastIndexOf("]"));
  return type.includes("[") && /. \| ./.test(inside);
}

/** The types that a union is made of, and the values of a literal one. */
function membersOf(type: string): string[] {
  let depth = 0;
  const members = [""];
  for (const piece of type.split(/([[\](),]| \| )/)) {
    if (depth === 0 && piece === " | ") members.push("");
    else members[members.length - 1] += piece;
    if (/^[[(]$/.test(piece)) depth += 1;
    if (/^[\])]$/.test(piece)) depth -= 1;
  }
  return members.flatMap((member) => /^Literal\[(.+)\]$/.exec(member)?.[1]?.split(", ") ?? [member]);
}

/** A class or function that is reached through a variable: another one may stand there. */
function isCalledByAnotherName(message: TypeMessage, text: TypedText): boolean {
  const path = /^[\w.]+(?=\()/.exec(text.sourceOf(message))?.[0];
  if (isOfUnknownFunction(message.message))
    return path === undefined || path.includes(".") || message.code === "operator";
  const name = calledIn(message.message);
  const written = path?.split(".").at(-1);
  return name !== undefined && written !== undefined && written !== name && written !== "cls";
}
