import { Fault } from "../../faults.ts";

export type HttpAnswer =
  | Readonly<{ kind: "bytes"; bytes: Uint8Array }>
  /** It answered, and not with content. */
  | Readonly<{ kind: "nothing"; status: number }>
  | Readonly<{ kind: "too_large" }>;

const passing = new Set([408, 425, 429]);

/**
 * One GET, to that address only: a redirect is an answer without content. The body is read up to the limit and no
 * further. Rejects with `content_unavailable` where another try may go better.
 */
export async function getBytes(
  url: string,
  { accept, maxBytes, signal }: Readonly<{ accept: string; maxBytes: number; signal: AbortSignal }>,
): Promise<HttpAnswer> {
  const response = await tried(async () => fetch(url, { headers: { accept }, redirect: "manual", signal }));
  const { status } = response;
  if (status !== 200) {
    await response.body?.cancel();
    if (passing.has(status) || (status >= 500 && status !== 501))
      throw new Fault("content_unavailable", { message: `It answered ${status}.` });
    return { kind: "nothing", status };
  }
  const bytes = await tried(async () => readUpTo(response, maxBytes));
  return bytes ? { kind: "bytes", bytes } : { kind: "too_large" };
}

/** Undefined when there is more. */
async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body?.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.byteLength;
    if (total > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function tried<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Fault("content_unavailable", { message: "It could not be reached." }, { cause: error });
  }
}
