import { readTree, type Tree } from "../tree/tree.ts";
import { drawnPlaces, namedPlaces, quotedPlaces, settingPlaces, type LoosePlace } from "./loose-places.ts";
import { findCredentials, matchesIn } from "./scan.ts";
import { contentsOf } from "./string-contents.ts";

/** More different secrets than this are looked for nowhere else, so such a text is not masked at all. */
const maxValues = 100;

/**
 * The text with asterisks for every credential, its lines and columns kept. What might be one is masked too: too much
 * costs nothing here. Undefined when it cannot be done.
 */
export function maskCredentials(text: string): string | undefined {
  const found = placesIn(text);
  const values = found && valuesOf(text, found.secrets);
  if (!values || values.length > maxValues) return undefined;
  return cover(text, [...found.secrets, ...found.likely, ...placesOfValues(text, values)]);
}

type Found = Readonly<{
  secrets: readonly LoosePlace[];
  /** What only looks like one is found wherever it stands. */
  likely: readonly LoosePlace[];
}>;

function placesIn(text: string): Found | undefined {
  const tree = readTree(text);
  const isProgram = tree !== undefined && !endsInString(tree);
  if (!isProgram && text.split("\n").some((line) => line.length > maxLineLength)) return undefined;
  const read = isProgram ? findCredentials(tree).flatMap((found) => contentsOf(text, found)) : [];
  const settings = settingPlaces(text, isProgram ? loneLine : anyLine);
  return {
    secrets: [...matchesIn(text), ...namedPlaces(text), ...read, ...settings],
    likely: [...drawnPlaces(text), ...(isProgram ? [] : quotedPlaces(text))],
  };
}

/** A longer line is not searched for settings. */
const maxLineLength = 20_000;
/** As in a file of settings, which nobody writes Python like, and comments. */
const loneLine = /^[ \t]*(?:export )?[A-Z][A-Z0-9_]*=[^\s=].*|#.*/gm;
const anyLine = /^.+$/gm;

/** The parser takes a raw or byte string that is never closed for a whole one. */
function endsInString({ text, nodes }: Tree): boolean {
  return nodes.some(
    (node) =>
      node.kind === "Constant" &&
      (node.value.type === "str" || node.value.type === "bytes") &&
      node.end === text.length &&
      contentsOf(text, node).some(({ end }) => end === text.length),
  );
}

/** What is secret in one place is so in another, unless it is a word like any other. */
function valuesOf(text: string, places: readonly LoosePlace[]): string[] {
  const values = places.map(({ start, end }) => text.slice(start, end));
  return [...new Set(values)].filter(
    (value) => value.length >= 6 && value.length <= 500 && !/^[A-Za-z]{0,11}$|[\r\n]/.test(value),
  );
}

function placesOfValues(text: string, values: readonly string[]): LoosePlace[] {
  return values.flatMap((value) => {
    const places: LoosePlace[] = [];
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      places.push({ start: at, end: at + value.length });
    return places;
  });
}

function cover(text: string, places: readonly LoosePlace[]): string {
  let masked = "";
  let done = 0;
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    masked += text.slice(done, from) + text.slice(from, end).replaceAll(/[^\r\n]/gu, "*");
    done = end;
  }
  return masked + text.slice(done);
}
