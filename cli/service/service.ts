import type { Clock } from "../../platform/clock.ts";
import type { Mode } from "../../engine/job.ts";

/** What a key has left, as `GET /v1/keys/self` tells it. */
export type KeyState = Readonly<{
  tier: "free" | "paid";
  modes: readonly Mode[];
  credits: number;
  calls_remaining: number;
  reset_at: string;
}>;

export type RemoteAnswer = Readonly<{ status: number; body: Readonly<Record<string, unknown>> }>;

/** An Assay service, asked over HTTP. */
export type RemoteService = Readonly<{
  url: string;
  ask(method: "GET" | "POST", path: string, body?: unknown, signal?: AbortSignal): Promise<RemoteAnswer>;
}>;

const timeoutMs = 180_000;
const maxTries = 4;
const maxWaitS = 30;

export function createService(url: string, key: string | undefined, clock: Clock): RemoteService {
  async function send(method: string, path: string, body: unknown, signal: AbortSignal | undefined) {
    const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    const response = await fetch(url + path, {
      method,
      redirect: "manual", // a key is sent to the service it is for, and to no other
      signal: AbortSignal.any(limits),
      headers: {
        "content-type": "application/json",
        "user-agent": "assay-command",
        "x-client": "command",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { response, answer: { status: response.status, body: readObject(await response.text()) } };
  }

  /** What passes by itself is waited for, within limits. Asking again is safe: a repeated call costs nothing. */
  return {
    url,
    ask: async (method, path, body, signal) => {
      for (let tries = 1; ; tries += 1) {
        const { response, answer } = await send(method, path, body, signal);
        const isPassing = [502, 503, 504].includes(answer.status) || answer.body.error === "rate_limited";
        const waitS = Number(response.headers.get("retry-after") ?? 2 ** (tries - 1));
        if (!isPassing || tries === maxTries || !(waitS <= maxWaitS)) return answer;
        await clock.sleep(waitS * 1000, signal);
      }
    },
  };
}

/** A refusal in words, with what to do next. */
export function explainRefusal({ url }: RemoteService, { status, body }: RemoteAnswer): string {
  if (typeof body.error !== "string")
    return `${url} did not answer as Assay does (status ${status}). Check the address.`;
  const hint = isObject(body.remedy) ? body.remedy.hint : undefined;
  return [body.message, hint].filter((part) => typeof part === "string").join(" ") || body.error;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
