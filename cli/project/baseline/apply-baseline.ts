import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CheckedFile } from "../../finding.ts";
import { baselineName, findBaseline, nameFrom, readBaseline } from "./baseline-file.ts";
import { withoutKnown } from "./known-findings.ts";

/** Without what the project's baseline lists, where there is one. It is only read here. */
export function withoutBaseline(
  files: readonly CheckedFile[],
  { root, cwd }: Readonly<{ root: string; cwd: string }>,
): readonly CheckedFile[] {
  const place = findBaseline(root);
  if (!place.exists) return files;
  return withoutKnown(files, readBaseline(place), {
    nameOf: ({ file }) => nameFrom(place.folder, resolve(cwd, file)),
    isGone: (name) => !existsSync(join(place.folder, name)),
    suppression: { kind: "baseline", by: baselineName, reason: null },
  });
}
