import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparePictures } from "./compare.ts";

const folder = join(import.meta.dirname, "..", "..", "pictures");
const isWriting = process.env["WRITE_PICTURES"] === "1";

/** Throws where the picture is not the stored one, and says where both can be looked at. `npm run pictures` stores it instead. */
export function expectStored(name: string, actual: Buffer): void {
  const file = join(folder, `${name}.png`);
  const isStored = existsSync(file);
  const told = isStored ? comparePictures(actual, readFileSync(file)) : undefined;
  if (told?.isSame) return;
  if (isWriting) {
    mkdirSync(folder, { recursive: true });
    return writeFileSync(file, actual);
  }
  const shown = join(tmpdir(), "assay-pictures");
  mkdirSync(shown, { recursive: true });
  writeFileSync(join(shown, `${name}.png`), actual);
  if (told?.difference) writeFileSync(join(shown, `${name}-difference.png`), told.difference);
  throw new Error(
    `The picture ${name} is not as stored in test/pictures. ${told?.why ?? "There is none."} See ${shown}. If it should look like this: npm run pictures`,
  );
}
