import { ask } from "./api.ts";
import { count } from "./elements.ts";

/** The answer of `GET /v1/keys/self`. */
export type KeyAccount = Readonly<{
  tier: "free" | "paid";
  modes: readonly string[];
  credits: number;
  calls_per_day: number;
  calls_remaining: number;
  reset_at: string;
  deposit_data: string;
  owed_credits?: number;
}>;

const underWay = new Map<string, Promise<KeyAccount>>();

/** Several parts of a page ask at once: one request answers them. */
export function readAccount(key: string): Promise<KeyAccount> {
  const account =
    underWay.get(key) ??
    ask<KeyAccount>("/v1/keys/self", { key })
      .then(({ answer }) => answer)
      .finally(() => underWay.delete(key));
  underWay.set(key, account);
  return account;
}

/** What a key is worth, in two words: its credits, or what is free today. */
export function worthOf({
  credits,
  calls_per_day,
  calls_remaining,
}: Pick<KeyAccount, "credits" | "calls_per_day" | "calls_remaining">): string {
  if (credits > 0 || calls_per_day === 0) return count(credits, "credit");
  return `${calls_remaining} free today`;
}
