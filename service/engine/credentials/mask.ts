import { readTree } from "../tree.ts";
import { drawnPlaces, namedPlaces, placesInBroken, settingPlaces, type Place } from "./loose-places.ts";
import { findCredentials, matchesIn } from "./scan.ts";
import { contentsOf } from "./string-contents.ts";

/** More different secrets than this are looked for nowhere else, so such a text is not masked at all. */
const mostValues = 100;

/**
 * The text with asterisks for every credential, its lines and columns kept. What might be one is masked too: too much
 * costs nothing here. Undefined when it cannot be done.
 */
export function maskCredentials(text: string): string | undefined {
  const places = placesIn(text);
  const values = places && valuesOf(text, places);
  if (!values || values.length > mostValues) return undefined;
  return cover(text, [...places, ...placesOfValues(text, values)]);
}

function placesIn(text: string): readonly Place[] | undefined {
  const tree = readTree(text);
  const deeper = tree
    ? [...findCredentials(tree).flatMap((found) => contentsOf(text, found)), ...settingPlaces(text, envLine)]
    : placesInBroken(text);
  return deeper && [...matchesIn(text), ...namedPlaces(text), ...drawnPlaces(text), ...deeper];
}

/** As in a file of settings: nobody writes Python so. */
const envLine = /^[ \t]*(?:export )?[A-Z][A-Z0-9_]*=[^\s=].*$/gm;

/** What is secret in one place is so in another, unless it is a word like any other. */
function valuesOf(text: string, places: readonly Place[]): string[] {
  const values = places.map(({ start, end }) => text.slice(start, end));
  return [...new Set(values)].filter(
    (value) => value.length >= 6 && value.length <= 500 && !/^[A-Za-z]{0,11}$|[\r\n]/.test(value),
  );
}

function placesOfValues(text: string, values: readonly string[]): Place[] {
  return values.flatMap((value) => {
    const places: Place[] = [];
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      places.push({ start: at, end: at + value.length });
    return places;
  });
}

function cover(text: string, places: readonly Place[]): string {
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
