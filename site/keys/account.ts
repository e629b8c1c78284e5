import { byId, count } from "../parts/elements.ts";
import type { KeyAccount } from "../parts/key-account.ts";

export function showAccount({
  credits,
  calls_per_day,
  calls_remaining,
  modes,
  owed_credits,
  reset_at,
}: KeyAccount): void {
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
