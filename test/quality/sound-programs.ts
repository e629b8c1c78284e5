import { readFileSync } from "node:fs";

/** A program that nothing is wrong with. */
export type SoundProgram = Readonly<{ title: string; code: string }>;

export function readSoundPrograms(): SoundProgram[] {
  return programsIn("sound-programs.txt");
}

/** Programs that do in unusual ways what a checker may take for a mistake; each runs to its end. */
export function readWorkingPrograms(): SoundProgram[] {
  return programsIn("working-programs.txt");
}

/** Each program stands below `##### title`. */
function programsIn(file: string): SoundProgram[] {
  const text = readFileSync(new URL(`./${file}`, import.meta.url), "utf8");
  return text
    .split(/^##### /m)
    .slice(1)
    .map((part) => {
      const title = part.slice(0, part.indexOf("\n"));
      return { title, code: part.slice(title.length + 1) };
    });
}
