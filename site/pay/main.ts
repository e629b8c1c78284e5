import { ask } from "../parts/api.ts";
import { copyOnClick } from "../parts/copy-buttons.ts";
import { byId, setText } from "../parts/elements.ts";
import { explainFailure, pause, whenVisible } from "../parts/polling.ts";
import { linkBack } from "../parts/return-place.ts";
import { setClock } from "../parts/service-clock.ts";
import { offerClaim, showUnclaimed, type Unclaimed } from "./claim.ts";
import { showTimeLeft } from "./countdown.ts";

/** The parts of `GET /pay/{reservation_id}/status` that change. */
type Payment = Readonly<{
  status: string;
  credits_added: number | null;
  confirmations: number;
  tx_hash: string | null;
  unclaimed: readonly Unclaimed[];
  now: string;
}>;

const everyMs = 2500;
const maxMs = 20_000;
const maxWaitMs = 10_000;
const pay = byId("pay");
const { statusUrl = "", expiresAt = "", now = "" } = pay.dataset;

function say(text: string, mood: "aside" | "trouble" = "aside"): void {
  byId("note").textContent = text;
  byId("note").dataset["mood"] = mood;
}

function show({ status, credits_added: added, confirmations, tx_hash: tx, unclaimed }: Payment): void {
  setText(byId("credits-added"), String(added ?? ""));
  setText(byId("confirmations"), String(confirmations));
  byId<HTMLProgressElement>("progress").value = confirmations;
  byId("tx-row").dataset["tx"] = tx ?? "";
  byId("copy-tx").dataset["copy"] = tx ?? "";
  setText(byId("tx"), tx ?? "");
  if (pay.dataset["status"] !== status) pay.dataset["status"] = status;
  showUnclaimed(unclaimed);
}

let failures = 0;

async function poll(): Promise<void> {
  try {
    const { answer } = await ask<Payment>(statusUrl, { signal: AbortSignal.timeout(maxWaitMs) });
    setClock(answer.now);
    show(answer);
    if (failures > 0) say("");
    failures = 0;
  } catch (error) {
    failures += 1;
    say(explainFailure(error, "trying again"), "trouble");
  }
}

/** What has expired can only change if a block from before is still to come. */
function waitMs(): number {
  const usualMs = pay.dataset["status"] === "expired" ? 4 * everyMs : everyMs;
  return Math.min(usualMs * 2 ** failures, maxMs);
}

copyOnClick(say);
byId("back").replaceChildren(linkBack());
offerClaim();
setClock(now);
// Out of reach or not, the service takes no payment any more; what came in time it will tell.
showTimeLeft(expiresAt, () => {
  if (pay.dataset["status"] === "open") pay.dataset["status"] = "expired";
});
while (pay.dataset["status"] !== "credited") {
  await pause(waitMs());
  await whenVisible();
  await poll();
}
