/* oxlint-disable no-restricted-globals -- a browser has no clock part */
import { copyOnClick } from "./marketplace-copy.js";
import { setClock, showTimeLeft } from "./pay-countdown.js";

const everyMs = 2500;
const maxMs = 20_000;
const byId = (id) => document.getElementById(id);
const pay = byId("pay");

function say(text, mood = "aside") {
  byId("note").textContent = text;
  byId("note").dataset.mood = mood;
}

/** Said to the reader; whatever else is thrown is a fault of this page. */
class Trouble extends Error {}

async function readStatus() {
  const response = await fetch(pay.dataset.statusUrl, { signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw new Trouble("Cannot reach the service");
  });
  const answer = await response.json().catch(() => {
    throw new Trouble("The service's answer cannot be read");
  });
  if (!response.ok) throw new Trouble(String(answer.message ?? "The service has failed").replace(/\.$/, ""));
  return answer;
}

/** Only what changed is written, so that nothing is read aloud twice and a selection stays. */
function show({ status, credits_added: added, confirmations, tx_hash: tx, unclaimed }) {
  setText("credits-added", String(added ?? ""));
  setText("confirmations", String(confirmations));
  byId("progress").value = confirmations;
  if (byId("tx-row").dataset.tx !== (tx ?? "")) {
    byId("tx-row").dataset.tx = tx ?? "";
    byId("copy-tx").dataset.copy = tx ?? "";
    setText("tx", tx ?? "");
  }
  if (pay.dataset.status !== status) pay.dataset.status = status;
  pay.dispatchEvent(new CustomEvent("unclaimed", { detail: unclaimed }));
}

function setText(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

let failures = 0;

async function poll() {
  try {
    const answer = await readStatus();
    setClock(answer.now);
    show(answer);
    if (failures > 0) say("");
    failures = 0;
  } catch (error) {
    failures += 1;
    if (!(error instanceof Trouble)) reportError(error);
    say(
      error instanceof Trouble ? `${error.message}, trying again.` : "This page has failed. Reload it.",
      "trouble",
    );
  }
}

/** Resolves after this long, or as soon as the page is looked at again. */
async function pause(ms) {
  const over = new AbortController();
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    document.addEventListener("visibilitychange", resolve, { signal: over.signal });
    over.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  over.abort();
}

async function whenVisible() {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
    });
  }
}

/** What has expired can only change if a block from before is still to come. */
function waitMs() {
  const usualMs = pay.dataset.status === "expired" ? 4 * everyMs : everyMs;
  return Math.min(usualMs * 2 ** failures, maxMs);
}

copyOnClick(say);
setClock(pay.dataset.now);
// Out of reach or not, the service takes no payment any more; what came in time it will tell.
showTimeLeft(pay.dataset.expiresAt, () => {
  if (pay.dataset.status === "open") pay.dataset.status = "expired";
});
while (pay.dataset.status !== "credited") {
  await pause(waitMs());
  await whenVisible();
  await poll();
}
