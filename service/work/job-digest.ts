import { createHash } from "node:crypto";
import type { Job } from "../../engine/job.ts";

const digests = new WeakMap<Job, string>();

/**
 * Equal for equal questions: a job is parsed, so defaults are filled in and unknown options are gone. It is asked for
 * several times a call, and takes a while for a long one.
 */
export function digestOf(job: Job): string {
  const digest = digests.get(job) ?? createHash("sha256").update(toText(job)).digest("hex");
  digests.set(job, digest);
  return digest;
}

/** In whatever order the caller has named the files. */
function toText({ files, ...job }: Job): string {
  const inOrder = files && Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...job, files: inOrder });
}
