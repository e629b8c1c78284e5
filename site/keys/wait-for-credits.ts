import { ask } from "../parts/api.ts";
import { readKey } from "../parts/visitor-key.ts";
import type { KeyLedgerAnswer } from "./ledger.ts";

const everyMs = 2000;
const maxTries = 90;
/** A payment that came so long before the visit is this one: the webhook may be quicker than the browser. */
const recentMs = 10 * 60_000;

/** After a card payment: waits until its credits are on the key. */
export async function waitForCredits(
  refresh: () => Promise<void>,
  say: (text: string, isDone?: boolean) => void,
): Promise<void> {
  const key = readKey();
  if (key === undefined) return say("Payment received. Credits arrive on the key you paid for.");
  say("Payment received. Waiting for the credits. You can close this page; they arrive anyway.");
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { answer } = await ask<KeyLedgerAnswer>("/v1/keys/ledger", { key });
    const paid = answer.entries.find(
      ({ reason, at }) => reason === "card" && Date.now() - Date.parse(at) < recentMs,
    );
    if (paid) {
      await refresh();
      history.replaceState(null, "", "/keys");
      return say(`Paid: ${paid.delta} credits were added.`, true);
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  say("The payment has not cleared yet. Credits arrive automatically; load this page again later.");
}
