import { isAscii } from "../kernel/characters.ts";
import { textOf } from "../values/repr.ts";
import { maxTextLength } from "../values/value.ts";
import { changeCase } from "../values/letters.ts";
import { trimEnd, trimStart } from "../kernel/spaces.ts";
import { taintOf } from "./taint.ts";
import type { Given } from "./machine.ts";
import {
  concreteValue,
  tainted,
  text,
  type Unknown,
  type Mixed,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

const maxPieces = 64;

/** Text put together from things of which some are unknown. */
export function addPieces(things: readonly AbstractValue[]): PossibleValues {
  const pieces: (string | Unknown)[] = [];
  let decoded = false;
  for (const thing of things) {
    if (thing.kind === "str") {
      decoded ||= thing.decoded;
      push(pieces, thing.value);
    } else if (thing.kind === "mixed") for (const piece of thing.pieces) push(pieces, piece);
    else push(pieces, asText(thing) ?? { kind: "anything", taint: taintOf([thing]) });
  }
  if (pieces.length === 0) return text("");
  if (pieces.length === 1 && typeof pieces[0] === "string") return text(pieces[0], decoded);
  return [{ kind: "mixed", pieces }];
}

function push(pieces: (string | Unknown)[], piece: string | Unknown): void {
  const last = pieces.at(-1);
  if (piece === "") return;
  if (typeof piece === "string" && typeof last === "string" && last.length + piece.length <= maxTextLength)
    pieces[pieces.length - 1] = last + piece;
  else if (pieces.length < maxPieces) pieces.push(piece);
  else if (typeof piece !== "string") {
    const taint = piece.taint | (typeof last === "string" ? 0 : (last?.taint ?? 0));
    pieces[pieces.length - 1] = { kind: "anything", taint };
  }
}

/** How Python writes a constant into text. */
export function asText(thing: AbstractValue): string | undefined {
  const constant = concreteValue(thing);
  return constant && textOf(constant);
}

/** What a method of a text leaves of its known pieces; of one that may change any of them nothing is left. */
export function foldMixedMethod(of: Mixed, name: string, given: Given): PossibleValues {
  const isPlain = given.args.length + given.keywords.size === 0 && !given.isOpen;
  const change = isPlain ? pieceChanges.get(name) : undefined;
  const unknown = taintOf([of], ...given.args, ...given.keywords.values());
  if (change === undefined) return tainted(unknown);
  const pieces = of.pieces.map((piece, at): AbstractValue => {
    if (typeof piece !== "string") return piece;
    const changed = change(piece, at === 0, at === of.pieces.length - 1);
    return changed === undefined ? { kind: "anything", taint: unknown } : text(changed)[0]!;
  });
  return addPieces(pieces);
}

type PieceChange = (piece: string, isFirst: boolean, isLast: boolean) => string | undefined;

const onlyAscii: PieceChange = (piece) => (isAscii(piece) ? piece : undefined);

const pieceChanges: ReadonlyMap<string, PieceChange> = new Map<string, PieceChange>([
  ["encode", onlyAscii],
  ["decode", onlyAscii],
  ["lower", (piece) => changeCase("lower", piece, "str")],
  ["upper", (piece) => changeCase("upper", piece, "str")],
  ["lstrip", (piece, isFirst) => (isFirst ? trimStart(piece) : piece)],
  ["rstrip", (piece, _, isLast) => (isLast ? trimEnd(piece) : piece)],
  [
    "strip",
    (piece, isFirst, isLast) => {
      const left = isFirst ? trimStart(piece) : piece;
      return isLast ? trimEnd(left) : left;
    },
  ],
]);

/** The known text before the first unknown piece. */
export function prefixOf(thing: AbstractValue): string {
  if (thing.kind === "str" || thing.kind === "bytes") return thing.value;
  return thing.kind === "mixed" && typeof thing.pieces[0] === "string" ? thing.pieces[0] : "";
}

/** Nobody judges more of a text than this; patterns over it stay quick. */
const maxSkeletonLength = 4000;

/** The beginning of a text with a sign in place of each unknown piece. */
export function skeletonOf(thing: AbstractValue): string | undefined {
  if (thing.kind === "str" || thing.kind === "bytes") return thing.value.slice(0, maxSkeletonLength);
  if (thing.kind !== "mixed") return undefined;
  let skeleton = "";
  for (const piece of thing.pieces) {
    skeleton += typeof piece === "string" ? piece.slice(0, maxSkeletonLength) : "\0";
    if (skeleton.length > maxSkeletonLength) break;
  }
  return skeleton.slice(0, maxSkeletonLength);
}

export function skeletonsOf(value: PossibleValues): string[] {
  return value.flatMap((thing) => skeletonOf(thing) ?? []);
}
