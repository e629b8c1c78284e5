import { ask, Refused } from "../parts/api.ts";
import { byId, make } from "../parts/elements.ts";
import { readAccount, worthOf } from "../parts/key-account.ts";
import { showNoKey, showWorth } from "../parts/key-chip.ts";
import { linkBack } from "../parts/return-place.ts";
import { createKey, forgetKey, keepKey, readKey, shortened } from "../parts/visitor-key.ts";
import { showAccount } from "./account.ts";
import { offerCredits } from "./buy.ts";
import { showLedger, type KeyLedgerAnswer } from "./ledger.ts";
import { waitForCredits } from "./wait-for-credits.ts";

/** Says what happened beside the button that was pressed, or above everything. */
function say(text: string, place = "note"): void {
  (document.getElementById(place) ?? byId("note")).replaceChildren(text);
}

/** Runs what a button asks for; a refusal is said beside it, with what to do. */
async function attempt(work: () => Promise<void>, place = "note"): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) reportError(error);
    say(error instanceof Refused ? inFull(error) : "This page failed. Reload it.", place);
  }
}

function inFull({ message, refusal }: Refused): string {
  return [message, refusal.remedy?.hint].filter(Boolean).join(" ");
}

async function show(): Promise<void> {
  const key = readKey();
  byId("without-key").hidden = key !== undefined;
  byId("thekey").hidden = true;
  byId("with-key").hidden = true;
  if (key === undefined) return showNoKey();
  try {
    const [account, ledger] = await Promise.all([
      readAccount(key),
      ask<KeyLedgerAnswer>("/v1/keys/ledger", { key }),
    ]);
    byId("with-key").hidden = false;
    byId("thekey").hidden = false;
    showAccount(account);
    showWorth(worthOf(account));
    showLedger(ledger.answer);
    showSecret(false);
  } catch (error) {
    byId("without-key").hidden = false;
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    forgetKey();
    say("This service does not know that key.", "paste-status");
  }
}

function showSecret(isShown: boolean): void {
  const key = readKey() ?? "";
  byId("key").textContent = isShown ? key : shortened(key);
  byId("reveal").setAttribute("aria-pressed", String(isShown));
  byId("reveal").textContent = isShown ? "Hide" : "Show";
}

function onClick(id: string, work: () => Promise<void> | void, place?: string): void {
  byId(id).addEventListener("click", () => void attempt(async () => work(), place));
}

onClick(
  "create",
  async () => {
    await createKey();
    await show();
    byId("note").replaceChildren(
      "Your key was created. Copy it if you want to use it elsewhere. ",
      linkBack(),
    );
  },
  "create-status",
);
onClick("reveal", () => showSecret(byId("reveal").getAttribute("aria-pressed") !== "true"));
onClick("copy", async () => {
  await navigator.clipboard.writeText(readKey() ?? "");
  say("Key copied.");
});
onClick("replace", async () => {
  forgetKey();
  await show();
  say("The key is no longer in this browser. Create one or paste another.");
});
let isSure = false;
onClick("revoke", async () => {
  if (!isSure) {
    isSure = true;
    byId("revoke").textContent = "Yes, revoke it permanently";
    return;
  }
  await ask("/v1/keys/self", { method: "DELETE", key: readKey() });
  forgetKey();
  await show();
  say("The key was revoked.");
});
byId<HTMLFormElement>("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  keepKey(byId<HTMLInputElement>("pasted").value.trim());
  say("");
  void attempt(show, "paste-status");
});
offerCredits(async (work) => attempt(work, "pay-status"));

await attempt(show);
const checkout = new URLSearchParams(location.search).get("checkout");
if (checkout === "cancelled") say("Checkout cancelled. You were not charged.", "pay-status");
if (checkout === "paid")
  await attempt(
    async () =>
      waitForCredits(show, (text, isDone) =>
        (document.getElementById("pay-status") ?? byId("note")).replaceChildren(
          isDone ? make("b", { class: "good" }, text) : text,
          isDone ? " " : "",
          isDone ? linkBack() : "",
        ),
      ),
    "pay-status",
  );
