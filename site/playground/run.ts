import { ask, Refused } from "../parts/api.ts";
import { createKey, forgetKey, readKey } from "../parts/visitor-key.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";

export type PlaygroundJob = Readonly<{
  code: string;
  mode: string;
  options: Readonly<{ examples?: string; transpile_to?: string; optimize?: boolean; strict?: boolean }>;
}>;

export type Ran = Readonly<{ verdict: ReadVerdict; key: string; isNewKey: boolean; left: string | null }>;

/** Has the code judged. A visitor without a key gets a free one first. */
export async function judge(job: PlaygroundJob, signal: AbortSignal): Promise<Ran> {
  const kept = readKey();
  const key = kept ?? (await createKey());
  try {
    const { answer, headers } = await ask<ReadVerdict>("/v1/validate?src=playground", {
      key,
      body: job,
      signal,
    });
    return { verdict: answer, key, isNewKey: kept === undefined, left: headers.get("x-quota-remaining") };
  } catch (error) {
    // A key that was revoked, or that another deployment made, is useless: go on with a new one.
    if (!(error instanceof Refused) || error.status !== 401 || kept === undefined) throw error;
    forgetKey();
    return judge(job, signal);
  }
}
