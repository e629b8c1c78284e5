import { lastOf } from "./loans.ts";

/** What a text takes from other modules, told by the last part of a module's name: `math sqrt`. */
export type Takings = Readonly<{
  /** Listed behind `from … import`, the same name maybe from several modules: `sqrt` → `math sqrt`. */
  listed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Read as a member: `math.sqrt`. */
  members: ReadonlySet<string>;
  /** The modules of which everything is taken. */
  stars: ReadonlySet<string>;
  /** The words of a text that takes everything of some module. */
  words: ReadonlySet<string>;
}>;

/** Stands for the package around a file, as in `from . import name`. */
export const ownPackage = ".";

export function takingOf(module: string, name: string): string {
  return `${module} ${name}`;
}

// A word is tried from its start only, so that a long one takes no more time than several short ones.
const member = /(?<![\p{L}\p{N}_])([\p{L}\p{N}_]+)(?=[ \t]*\.[ \t]*([\p{L}\p{N}_]+))/gu;
const word = /[\p{L}\p{N}_]+/gu;

/** Reads what the text looks like, also where it is no program: nothing is decided by this but what is left unsaid. */
export function readTakings(text: string): Takings {
  const listed = new Map<string, Set<string>>();
  const stars = new Set<string>();
  for (const { module, names } of importLists(text)) {
    const from = lastOf(module) === "" ? ownPackage : lastOf(module);
    for (const name of names) {
      if (name === "*") stars.add(from);
      else listed.set(name, (listed.get(name) ?? new Set()).add(takingOf(from, name)));
    }
  }
  return {
    listed,
    stars,
    members: new Set(Array.from(text.matchAll(member), ([, module, name]) => takingOf(module!, name!))),
    words: new Set(stars.size === 0 ? [] : text.match(word)),
  };
}

const importStart = /^[ \t]*from[ \t]+([\p{L}\p{N}_.]+)[ \t]+import[ \t]*(\(?)/gmu;

function* importLists(text: string): Generator<Readonly<{ module: string; names: readonly string[] }>> {
  let [hasBracket, end] = [true, 0];
  for (const { 0: start, 1: module, 2: bracket, index } of text.matchAll(importStart)) {
    if (index < end) continue;
    const from = index + start.length;
    const closed: number = bracket === "(" && hasBracket ? text.indexOf(")", from) : -1;
    // Where none is found once, there is none behind it either.
    hasBracket &&= bracket !== "(" || closed >= 0;
    end = closed >= 0 ? closed : endOfLine(text, from);
    yield { module: module!, names: namesIn(text.slice(from, end)) };
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end >= 0 ? end : text.length;
}

function namesIn(list: string): string[] {
  return list
    .replaceAll(/#[^\n]*/g, "")
    .split(/[(),;\\]/)
    .map((each) => each.trim().split(/\s+/)[0]!);
}
