import { ask, Refused } from "../parts/api.ts";
import { byId, count, fieldOf, make } from "../parts/elements.ts";
import { readKey } from "../parts/visitor-key.ts";
import { findWallet, problemOf, sendTransaction, signText } from "../parts/wallet.ts";

type Topup = Readonly<{
  status: "credited" | "settled" | "pending";
  credits_added: number;
  credits: number;
  confirmations: number;
  required_confirmations: number;
}>;
export type Unclaimed = Readonly<{ tx_hash: string; sender: string; amount: string; at: string }>;
type Asked = Readonly<{ tx: string; key: string }>;

const form = byId<HTMLFormElement>("claim-form");
const sign = byId<HTMLButtonElement>("sign");
const payHere = byId<HTMLButtonElement>("pay-here");
const everyMs = 3000;

function say(text: string): void {
  byId("claim-status").textContent = text;
}

function readForm(): Asked {
  return { tx: fieldOf(form, "tx").toLowerCase(), key: fieldOf(form, "key") };
}

/** Asks for the credits; a transfer that is not deep enough yet is asked for again. */
async function claim({ tx, key }: Asked, signature?: string): Promise<void> {
  const body = { api_key: key, tx_hash: tx, ...(signature !== undefined && { signature }) };
  const { answer } = await ask<Topup>("/v1/keys/topup", { body });
  sign.hidden = true;
  if (answer.status === "pending") {
    say(`Found: ${answer.confirmations} of ${answer.required_confirmations} confirmations. Waiting…`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    return claim({ tx, key }, signature);
  }
  const balance = `The key has ${count(answer.credits, "credit")}.`;
  say(
    answer.status === "credited"
      ? `${count(answer.credits_added, "credit")} added. ${balance}`
      : `Added before. ${balance}`,
  );
}

function explain(error: unknown): void {
  if (!(error instanceof Refused)) return say(problemOf(error));
  const needsSignature = error.refusal.fields?.some(
    ({ loc, type }) => loc[0] === "signature" && type === "missing",
  );
  if (!needsSignature) return say(error.message);
  sign.hidden = findWallet() === undefined;
  const sender = /0x[0-9a-fA-F]{40}/.exec(error.message)?.[0] ?? "the sender";
  say(`Found: this transfer came from ${sender} and names no key. Sign with that wallet to claim it.`);
}

async function signAndClaim(): Promise<void> {
  const wallet = findWallet();
  if (!wallet) return say("This browser has no wallet.");
  const asked = readForm();
  const { answer } = await ask<{ deposit_data: string }>("/v1/keys/self", { key: asked.key });
  await claim(asked, await signText(wallet, `assay topup ${asked.tx} ${answer.deposit_data}`));
}

/**
 * Wallets let people change the amount. A transfer that this page sent is looked for until it is credited, or until it
 * turns out to be of another amount: then its sender is asked to sign.
 */
async function follow(tx: string): Promise<void> {
  form.querySelector<HTMLInputElement>('[name="tx"]')!.value = tx;
  const { key } = readForm();
  while (key !== "") {
    try {
      return await claim({ tx, key });
    } catch (error) {
      if (!isEarly(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}

/** Transfers of another amount, sent from wherever: the reader says which is theirs. */
export function showUnclaimed(transfers: readonly Unclaimed[]): void {
  const box = byId("unclaimed");
  const list = box.querySelector("ul")!;
  const names = transfers.map(({ tx_hash }) => tx_hash).join(" ");
  // Only what changed is written, so that nothing is read aloud twice and the focus stays.
  if (list.dataset["shown"] === names) return;
  list.dataset["shown"] = names;
  box.hidden = transfers.length === 0;
  list.replaceChildren(...transfers.map((transfer) => showTransfer(transfer, box.dataset["currency"] ?? "")));
}

function showTransfer({ tx_hash: tx, sender, amount, at }: Unclaimed, currency: string): HTMLElement {
  const button = make("button", { type: "button" }, "This is mine");
  button.addEventListener("click", () => {
    form.querySelector<HTMLInputElement>('[name="tx"]')!.value = tx;
    form.requestSubmit();
  });
  const from = make("code", {}, sender);
  const time = new Date(at).toLocaleTimeString();
  return make("li", {}, `${amount} ${currency} from `, from, ` at ${time} `, button);
}

/** Not in a block yet, or the chain does not answer right now. */
function isEarly(error: unknown): boolean {
  if (!(error instanceof Refused)) return false;
  const types = error.refusal.fields?.map(({ type }) => type) ?? [];
  return error.status === 503 || types.includes("waiting") || types.includes("unknown");
}

/** Makes the page's buttons work: those that claim a transfer, and the one that pays with the browser's wallet. */
export function offerClaim(): void {
  form.querySelector<HTMLInputElement>('[name="key"]')!.value = readKey() ?? "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("Looking for the transfer…");
    claim(readForm()).catch(explain);
  });
  sign.addEventListener("click", () => {
    signAndClaim().catch(explain);
  });
  offerWallet();
}

/** A wallet in this browser comes first; the link for phones is then only another way. */
function offerWallet(): void {
  const wallet = findWallet();
  if (!wallet) return;
  payHere.hidden = false;
  byId("wallet").classList.remove("primary");
  byId<HTMLDetailsElement>("send").open = false;
  payHere.addEventListener("click", () => {
    void payWith(wallet);
  });
}

async function payWith(wallet: NonNullable<ReturnType<typeof findWallet>>): Promise<void> {
  const { to = "", valueWei = "", chainId = "" } = byId("pay").dataset;
  const status = byId("wallet-status");
  payHere.disabled = true;
  status.textContent = "Confirm the payment in your wallet.";
  try {
    const tx = await sendTransaction(wallet, { to, valueWei, chainId: Number(chainId) });
    status.textContent = "Sent. This page updates when the transfer is in a block.";
    follow(tx).catch(explain);
  } catch (error) {
    status.textContent = `${problemOf(error).replace(/\.?$/, ".")} Nothing was sent. Try again, or pay from another wallet below.`;
    payHere.disabled = false;
  }
}
