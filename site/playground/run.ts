import { ask, Refused } from "../parts/api.ts";
import { createKey, forgetKey, readKey } from "../parts/visitor-key.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";
import type { PlaygroundMode, PlaygroundJob } from "./page-data.ts";

/** Has the code judged. A visitor without a key gets a free one first. */
export async function judge(job: PlaygroundJob, signal: AbortSignal): Promise<ReadVerdict> {
  const kept = readKey();
  const key = kept ?? (await createKey());
  try {
    const { answer } = await ask<ReadVerdict>("/v1/validate?src=playground", { key, body: job, signal });
    return answer;
  } catch (error) {
    // A key that was revoked, or that another deployment made, is useless: go on with a new one.
    if (!(error instanceof Refused) || error.status !== 401 || kept === undefined) throw error;
    forgetKey();
    return judge(job, signal);
  }
}

/** What this version says of a sample; needs no key and costs nothing. */
export async function readSample(
  id: string,
  mode: PlaygroundMode,
  signal: AbortSignal,
): Promise<ReadVerdict> {
  const { answer } = await ask<ReadVerdict>(`/v1/samples/${id}?mode=${mode}`, { signal });
  return answer;
}
