import { readFileSync } from "node:fs";

/** A program that nothing is wrong with. */
export type SoundProgram = Readonly<{ title: string; code: string }>;

/** Each program stands below `##### title`. */
export function readSoundPrograms(): SoundProgram[] {
  const text = readFileSync(new URL("./sound-programs.txt", import.meta.url), "utf8");
  return text
    .split(/^##### /m)
    .slice(1)
    .map((part) => {
      const title = part.slice(0, part.indexOf("\n"));
      return { title, code: part.slice(title.length + 1) };
    });
}
