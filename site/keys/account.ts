import { byId, count } from "../parts/elements.ts";

/** The answer of `GET /v1/keys/self`. */
export type KeyAccountAnswer = Readonly<{
  modes: readonly string[];
  credits: number;
  calls_per_day: number;
  calls_remaining: number;
  reset_at: string;
  deposit_data: string;
  owed_credits?: number;
}>;

export function showAccount({
  credits,
  calls_per_day,
  calls_remaining,
  modes,
  owed_credits,
  reset_at,
}: KeyAccountAnswer): void {
  byId("credits").textContent = credits.toLocaleString("en");
  byId("allowance").textContent =
    calls_per_day === 0
      ? "none here"
      : `${calls_remaining} of ${calls_per_day}, until ${timeOf(reset_at)} UTC`;
  byId("modes").textContent = modes.join(", ") || "none until it has credits";
  byId("owed").hidden = owed_credits === undefined;
  byId("owed").textContent = `This key owes ${count(owed_credits ?? 0, "credit")}: a payment was taken back.`;
}

function timeOf(moment: string): string {
  return moment.slice(11, 16);
}
