import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { inTools } from "./paths.mjs";

/**
 * A stamp remembers what a step was installed from. It says nothing about whether the product is still there.
 * @param {string} name
 */
export function stampFor(name) {
  const file = inTools("stamps", name);
  return {
    /** @param {string[]} ingredients */
    matches(ingredients) {
      try {
        return readFileSync(file, "utf8") === hash(ingredients);
      } catch {
        return false;
      }
    },
    /** Taken off before the work, so that an interrupted step is repeated. */
    remove() {
      rmSync(file, { force: true });
    },
    /** @param {string[]} ingredients */
    write(ingredients) {
      mkdirSync(inTools("stamps"), { recursive: true });
      writeFileSync(file, hash(ingredients));
    },
  };
}

/** @param {string[]} ingredients */
function hash(ingredients) {
  return createHash("sha256").update(JSON.stringify(ingredients)).digest("hex");
}
