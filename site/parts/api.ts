/** The body of a refusal, as every address of the service sends it. */
export type Refusal = Readonly<{
  error: string;
  message: string;
  /** The id of the call, to ask the operator about. */
  request_id?: string;
  remedy?: Readonly<{ action: string; hint: string; reset_at?: string }>;
  fields?: readonly Readonly<{ loc: readonly unknown[]; msg?: string; type: string }>[];
}>;

/** The service said no, or could not be reached (status 0). */
export class Refused extends Error {
  readonly status: number;
  readonly refusal: Refusal;
  /** The service said no: otherwise it, or a part between, could not be heard. */
  readonly isFromService: boolean;
  constructor(status: number, refusal: Refusal) {
    super(refusal.message);
    this.status = status;
    this.refusal = refusal;
    this.isFromService = ![unreachable, unreadable].includes(refusal);
  }
}

type Question = Readonly<{
  method?: string;
  key?: string | undefined;
  body?: unknown;
  /** The body as text of JSON, instead. */
  bodyText?: string;
  cache?: RequestCache;
  signal?: AbortSignal;
}>;

/** Calls our own API. The key is sent in the header and nowhere else. */
export async function ask<Answer>(
  path: string,
  { method, key, body, bodyText, cache, signal }: Question = {},
): Promise<Readonly<{ answer: Answer; headers: Headers }>> {
  const sent = bodyText ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(path, {
    method: method ?? (sent === undefined ? "GET" : "POST"),
    headers: {
      accept: "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(sent !== undefined && { "content-type": "application/json" }),
    },
    ...(sent !== undefined && { body: sent }),
    ...(cache && { cache }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refused(0, unreachable);
  });
  const isEmpty = response.status === 204;
  const answer: unknown = isEmpty ? undefined : await response.json().catch(() => undefined);
  if (!response.ok || (answer === undefined && !isEmpty))
    throw new Refused(response.status, isRefusal(answer) ? answer : unreadable);
  return { answer: answer as Answer, headers: response.headers };
}

const unreachable: Refusal = {
  error: "unreachable",
  message: "The service cannot be reached. Check your connection and try again.",
};
const unreadable: Refusal = { error: "unreadable", message: "The service's answer cannot be read." };

function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "error" in value && "message" in value;
}
