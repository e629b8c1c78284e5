import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparePictures } from "./compare.ts";

const folder = join(import.meta.dirname, "..", "..", "pictures");
const isWriting = process.env["WRITE_PICTURES"] === "1";

/** What differs from the stored picture, and where both can be looked at; undefined where nothing does. `npm run pictures` stores it instead. */
export function compareWithStored(name: string, actual: Buffer): string | undefined {
  const file = join(folder, `${name}.png`);
  const told = existsSync(file) ? comparePictures(actual, readFileSync(file)) : undefined;
  if (told?.isSame) return undefined;
  if (isWriting) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, actual);
    return undefined;
  }
  const shown = join(tmpdir(), "assay-pictures");
  mkdirSync(shown, { recursive: true });
  writeFileSync(join(shown, `${name}.png`), actual);
  if (told?.difference) writeFileSync(join(shown, `${name}-difference.png`), told.difference);
  return `${name} is not as stored in test/pictures. ${told?.why ?? "There is none."} See ${shown}. If it should look like this: npm run pictures`;
}
