import { createHash } from "node:crypto";
import type { CheckedFile, FileFinding } from "../finding.ts";

/** Names each finding of a file the same way after lines were added elsewhere in it. */
export function fingerprints({ file, text, findings }: CheckedFile): (finding: FileFinding) => string {
  const lines = text.split(/\r\n|\r|\n/);
  const seen = new Map<string, number>();
  const names = new Map<FileFinding, string>();
  for (const finding of findings) {
    const line = finding.line === null ? "" : (lines[finding.line - 1] ?? "").trim();
    const what = JSON.stringify([file, finding.rule, line, finding.line === null ? finding.message : ""]);
    const nth = seen.get(what) ?? 0;
    seen.set(what, nth + 1);
    names.set(finding, createHash("sha256").update(`${what}${nth}`).digest("hex").slice(0, 32));
  }
  return (finding) => names.get(finding)!;
}
