import { isMixedUp } from "./drawn.ts";
import { judgeValue } from "./looks-secret.ts";
import { kindOfName } from "./names.ts";
import { readSettings } from "./settings-text.ts";

/** A piece of a text, by its offsets. */
export type LoosePlace = Readonly<{ start: number; end: number }>;

/** `password = "…"`, `"password": "…"`, `password == '…'`, `password: str = Secret("…")`, closed or not. */
const named =
  /(?<!\w)(?<name>[A-Za-z_][\w-]{1,60})["']?[\])]?\s{0,4}(?::\s{0,2}\w{1,40}\s{0,2})?(?:[=!]=|:=|[:=,])\s{0,4}(?:\w{1,40}\(\s{0,2})?[A-Za-z]{0,2}(?:"(?<double>[^"\n]{1,500})|'(?<single>[^'\n]{1,500}))/g;

/** Values under telling names, in any text. */
export function namedPlaces(text: string): LoosePlace[] {
  return Array.from(text.matchAll(named)).flatMap((match) => {
    const { name, double, single } = match.groups as Record<"name" | "double" | "single", string>;
    const kind = kindOfName(name);
    const value = double ?? single;
    if (kind === undefined || judgeValue(kind, value) === undefined) return [];
    const end = match.index + match[0].length;
    return [{ start: end - value.length, end }];
  });
}

/** Long runs of letters and digits as they fall: keys, digests and the like, whatever they are called. */
export function drawnPlaces(text: string): LoosePlace[] {
  return Array.from(text.matchAll(/(?<!\\)[A-Za-z0-9+/=_-]{20,}/g))
    .filter(([run]) => isMixedUp(run) || /[0-9a-f]{32}/i.test(run))
    .map(({ index, 0: run }) => ({ start: index, end: index + run.length }));
}

/** The secrets among the settings in the lines that are meant. */
export function settingPlaces(text: string, lines: RegExp): LoosePlace[] {
  return Array.from(text.matchAll(lines)).flatMap(({ 0: line, index }) =>
    readSettings(line).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );
}

const quoted = /"(?:[^"\\\n]|\\.)*|'(?:[^'\\\n]|\\.)*/g;

/** Every word with a digit that stands in quotes. */
export function quotedPlaces(text: string): LoosePlace[] {
  return Array.from(text.matchAll(quoted)).flatMap(({ 0: run, index }) =>
    Array.from(run.matchAll(/[^\s"'{}]{6,}/g))
      .filter(([word]) => /\d/.test(word))
      .map((word) => ({ start: index + word.index, end: index + word.index + word[0].length })),
  );
}
