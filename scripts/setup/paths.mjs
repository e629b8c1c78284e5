import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts);

/** @param {...string} parts */
export const inTools = (...parts) => join(root, ".tools", ...parts);
