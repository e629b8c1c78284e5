/** What a hostile caller does once, and what came of it. */
export type Attack = Readonly<{
  kind: "body" | "source" | "files" | "file name" | "pattern" | "docstring" | "payment" | "hang-up";
  name: string;
  run(target: Target): Promise<Outcome>;
}>;

export type Target = Readonly<{
  url: string;
  /** A key that holds credits, another for each attacker. */
  key: string;
  /** The address that the caller seems to come from. */
  address: string;
}>;

/** `held`: the service did the work and was right; `refused`: it gave a fitting refusal, which proves less; else what is wrong. */
export type Outcome = "held" | "refused" | (string & {});

/** Random choices, the same for the same seed. */
export type Random = () => number;

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

/** Whether an answer is one the service promises: a verdict or a refusal, and no defect. */
export function judgeAnswer(status: number, body: string): Outcome {
  if (status === 500) return "answered 500";
  // What a browser is sent to, a sign-in for instance, says what is wrong on a page.
  if (body.startsWith("<!doctype html>")) return status < 400 ? "held" : "refused";
  try {
    const answer = JSON.parse(body) as { error?: unknown; valid?: unknown } | null;
    if (status < 400) return "held";
    return typeof answer?.error === "string" || typeof answer?.error === "object"
      ? "refused"
      : `answered ${status} without an envelope`;
  } catch {
    return status < 400 ? "held" : `answered ${status} without JSON`;
  }
}

/** Sent once more when the connection was lost: a kept one may end just when it is used again. */
export async function post(...request: Parameters<typeof postOnce>): ReturnType<typeof postOnce> {
  return postOnce(...request).catch(async () => postOnce(...request));
}

async function postOnce(
  { url, key, address }: Target,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": address,
      ...(key !== "" && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  return { status: response.status, text: await response.text() };
}
