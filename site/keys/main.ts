import { ask, Refused } from "../parts/api.ts";
import { byId, count, pageData } from "../parts/elements.ts";
import { readAccount } from "../parts/key-account.ts";
import { createKey, forgetKey, keepKey, readKey, shortened } from "../parts/visitor-key.ts";
import { showAccount } from "./account.ts";
import { showLedger, type KeyLedgerAnswer } from "./ledger.ts";
import { waitForCredits } from "./wait-for-credits.ts";

const { creditCents } = pageData<{ creditCents: number }>();
const buy = byId<HTMLFormElement>("buy");
const credits = buy.querySelector<HTMLInputElement>('[name="credits"]')!;

function say(text: string): void {
  byId("status").textContent = text;
}

/** Runs what a button asks for; a refusal is said in the page's status line. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) reportError(error);
    say(error instanceof Refused ? error.message : "This page failed. Reload it.");
  }
}

async function show(): Promise<void> {
  const key = readKey();
  byId("without-key").hidden = key !== undefined;
  byId("with-key").hidden = true;
  if (key === undefined) return;
  try {
    const [account, ledger] = await Promise.all([
      readAccount(key),
      ask<KeyLedgerAnswer>("/v1/keys/ledger", { key }),
    ]);
    showAccount(account);
    showLedger(ledger.answer);
    showSecret(false);
    byId("with-key").hidden = false;
  } catch (error) {
    byId("without-key").hidden = false;
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    forgetKey();
    say("This service does not know that key.");
  }
}

function showSecret(isShown: boolean): void {
  const key = readKey() ?? "";
  byId("key").textContent = isShown ? key : shortened(key);
  byId("reveal").setAttribute("aria-pressed", String(isShown));
}

function onClick(id: string, work: () => Promise<void> | void): void {
  byId(id).addEventListener("click", () => void attempt(async () => work()));
}

onClick("create", async () => {
  await createKey();
  await show();
  say("Your key was created. Copy it if you want to use it elsewhere.");
});
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
  void attempt(show);
});
buy.addEventListener("submit", (event) => {
  event.preventDefault();
  const way = (event.submitter as HTMLButtonElement | null)?.value ?? "";
  void attempt(async () => {
    const body = { api_key: readKey(), credits: credits.valueAsNumber };
    const { answer } = await ask<{ checkout_url?: string; pay_url?: string }>(`/v1/keys/${way}`, { body });
    location.assign(answer.checkout_url ?? answer.pay_url ?? "/keys");
  });
});
function showPrice(): void {
  const number = credits.valueAsNumber || 0;
  byId("price").textContent = `${count(number, "credit")}: $${((number * creditCents) / 100).toFixed(2)}`;
}
credits.addEventListener("input", showPrice);
showPrice();

await attempt(show);
const checkout = new URLSearchParams(location.search).get("checkout");
if (checkout === "cancelled") say("Checkout cancelled. You were not charged.");
if (checkout === "paid") await attempt(async () => waitForCredits(show, say));
