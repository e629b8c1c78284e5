import { exitStatus } from "../exit-status.ts";
import type { CheckedFile } from "../finding.ts";

/** What could not be checked counts more than what was rejected. */
export function statusOf(files: readonly CheckedFile[]): number {
  if (files.some(({ status }) => status === "unfinished")) return exitStatus.unfinished;
  return files.some(({ status }) => status === "rejected") ? exitStatus.rejected : exitStatus.valid;
}
