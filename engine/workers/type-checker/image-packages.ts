import type { TypedPackages } from "../../package-layer.ts";
import { dirname, join } from "node:path";

/** The packages of the image, in one folder, with the cache beside it. */
export function typesOfImage(folder: string): TypedPackages {
  return { folders: [folder], cache: join(dirname(folder), "types-cache") };
}
