import { decodeBytes, encodeText, encodingOf } from "../values/codecs.ts";
import { callTextMethod, textMethods as exactMethods } from "../values/text-methods.ts";
import type { Concrete } from "../values/value.ts";
import { joinText, translateText } from "./fold-join.ts";
import type { Given } from "./machine.ts";
import { signature, type Matched } from "./signature.ts";
import { taintOf } from "./taint.ts";
import {
  bytes,
  concreteOf,
  items,
  ofOutcome,
  onlyItems,
  onlyTextOf,
  tainted,
  text,
  type Text,
  type PossibleValues,
} from "./value.ts";

type Method = (of: Text, given: Given) => PossibleValues | undefined;

function method(parameters: string, fold: (of: Text, args: Matched) => PossibleValues | undefined): Method {
  const match = signature(parameters);
  return (of, given) => {
    const args = match(given);
    return args && fold(of, args);
  };
}

/** The encoding a call names, with whatever is to be done about errors: where there are none, it does not matter. */
function codecOf(args: Matched): ReturnType<typeof encodingOf> {
  if (args.has("errors") && onlyTextOf("str", args.get("errors")) === undefined) return undefined;
  const name = args.has("encoding") ? onlyTextOf("str", args.get("encoding")) : "utf-8";
  return name === undefined ? undefined : encodingOf(name);
}

export function encodeWith(value: string, args: Matched): string | undefined {
  const encoding = codecOf(args);
  return encoding && encodeText(value, encoding);
}

export function decodeWith(value: string, args: Matched): string | undefined {
  const encoding = codecOf(args);
  return encoding && decodeBytes(value, encoding);
}

/** The methods of which something is known where an argument is not, or that ask for an encoding. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    "encode",
    method("encoding? errors?", (of, args) => {
      const encoded = of.kind === "str" ? encodeWith(of.value, args) : undefined;
      return encoded === undefined ? undefined : bytes(encoded, of.decoded);
    }),
  ],
  [
    "decode",
    method("encoding? errors?", (of, args) => {
      const decoded = of.kind === "bytes" ? decodeWith(of.value, args) : undefined;
      return decoded === undefined ? undefined : text(decoded, of.decoded);
    }),
  ],
  ["tolist", method("", (of) => (of.kind === "bytes" ? items("list", [...onlyItems([of])!]) : undefined))],
  ["tobytes", method("", (of) => (of.kind === "bytes" ? [of] : undefined))],
  [
    "translate",
    method("table / delete?", (of, args) => translateText(of, args.get("table")!, args.get("delete"))),
  ],
  ["join", method("parts /", (of, args) => joinText(of, args.get("parts")!))],
]);

export const textMethods: readonly string[] = [...exactMethods, ...methods.keys()];

/** What a method of a string answers; a method that cannot be worked out answers text of the same origins. */
export function foldTextMethod(of: Text, name: string, given: Given): PossibleValues {
  const folded = methods.has(name) ? methods.get(name)!(of, given) : foldExactly(of, name, given);
  return folded ?? tainted(taintOf([of], ...given.args, ...given.keywords.values()));
}

function foldExactly(of: Text, name: string, { args, keywords, isOpen }: Given): PossibleValues | undefined {
  const given = args.map(argumentOf);
  const named = [...keywords].map(([word, value]) => [word, argumentOf(value)] as const);
  if (isOpen || given.includes(undefined) || named.some(([, value]) => value === undefined)) return undefined;
  const outcome = callTextMethod(of, name, {
    args: given as Concrete[],
    keywords: new Map(named as (readonly [string, Concrete])[]),
  });
  return ofOutcome(outcome, of.decoded);
}

/** A constant, or a tuple of constants. */
function argumentOf(value: PossibleValues): Concrete | undefined {
  if (value[0]?.kind !== "tuple") return concreteOf(value);
  const constants = onlyItems(value)?.map(concreteOf);
  return constants && !constants.includes(undefined)
    ? { kind: "tuple", items: constants as Concrete[] }
    : undefined;
}
