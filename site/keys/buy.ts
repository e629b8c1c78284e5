import { ask } from "../parts/api.ts";
import { byId, count, fieldOf, pageData } from "../parts/elements.ts";
import { readKey } from "../parts/visitor-key.ts";
import { dollars, type KeysPage } from "./account.ts";

const { modes, native } = pageData<KeysPage>();

/** The form that buys credits; nothing where none are sold. `attempt` says a refusal beside the button. */
export function offerCredits(attempt: (work: () => Promise<void>) => Promise<void>): void {
  const form = document.querySelector<HTMLFormElement>("#buy");
  if (!form) return;
  form.querySelector<HTMLInputElement>('[name="way"]')!.checked = true;
  const chosen = () => ({ way: fieldOf(form, "way"), credits: Number(fieldOf(form, "credits")) });
  const show = (): void => {
    const { way, credits } = chosen();
    byId("pay").textContent = ways[way]!.button(credits);
    byId("way-words").textContent = ways[way]!.words(credits);
  };
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(async () => pay(chosen()));
  });
  show();
}

type Way = Readonly<{ button: (credits: number) => string; words: (credits: number) => string }>;

const ways: Readonly<Record<string, Way>> = {
  card: {
    button: (credits) => `Pay ${dollars(credits)} by card`,
    words: (credits) => `You pay on Stripe's page and come back here. ${whatFor(credits)}`,
  },
  wallet: {
    button: (credits) => `Pay ${inCoins(credits)} with a wallet`,
    words: (credits) =>
      `Your wallet opens with the amount filled in; its last digits identify your transfer. ${whatFor(credits)}`,
  },
  x402: {
    button: () => "Show how to pay per request",
    words: () =>
      "Your program pays for each request from its own wallet: no key, no balance. You are charged only on success.",
  },
};

/** What so many credits are good for. */
function whatFor(credits: number): string {
  const uses = modes
    .toReversed()
    .slice(0, 2)
    .map(({ name, credits: price }) => `${Math.floor(credits / price).toLocaleString("en")} × ${name}`);
  return `${count(credits, "credit")}: ${uses.join(", or ")}.`;
}

function inCoins(credits: number): string {
  if (!native) return "";
  const amount = Number((BigInt(native.creditWei) * BigInt(credits)) / 1_000_000_000n) / 1e9;
  return `${amount.toLocaleString("en", { maximumFractionDigits: 6 })} ${native.coin}`;
}

async function pay({ way, credits }: Readonly<{ way: string; credits: number }>): Promise<void> {
  if (way === "x402") return location.assign("/docs/x402");
  const path = way === "card" ? "/v1/keys/checkout" : "/v1/keys/deposit";
  const { answer } = await ask<{ checkout_url?: string; pay_url?: string }>(path, {
    key: readKey(),
    body: { credits },
  });
  location.assign(answer.checkout_url ?? answer.pay_url ?? "/keys");
}
