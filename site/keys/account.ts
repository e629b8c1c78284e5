import { byId, count, make, pageData } from "../parts/elements.ts";
import type { KeyAccount } from "../parts/key-account.ts";

export type KeysPage = Readonly<{
  creditCents: number;
  modes: readonly Readonly<{ mode: string; name: string; credits: number }>[];
  native?: Readonly<{ coin: string; creditWei: string }>;
}>;
const { creditCents, modes } = pageData<KeysPage>();

/** The balance, what it is worth, and how many calls are left in each mode. */
export function showAccount(account: KeyAccount): void {
  const { credits, owed_credits: owed } = account;
  byId("credits").textContent = credits.toLocaleString("en");
  byId("worth").textContent = `worth ${dollars(credits)}. One credit is ${creditCents} cents.`;
  byId("left").replaceChildren(...modes.map((mode) => toItem(mode, account)));
  byId("owed").hidden = owed === undefined;
  byId("owed").textContent =
    `This key owes ${count(owed ?? 0, "credit")}: a payment was taken back after its credits were used. ` +
    `Credits that you buy pay that first; until then only free checks work.`;
}

export function dollars(credits: number): string {
  return `$${((credits * creditCents) / 100).toFixed(2)}`;
}

function toItem(mode: KeysPage["modes"][number], account: KeyAccount): HTMLElement {
  const isFree = mode.mode === "static" && account.calls_per_day > 0;
  return isFree ? freeItem(mode, account) : paidItem(mode, account.credits);
}

function freeItem(
  { name, credits: price }: KeysPage["modes"][number],
  { calls_remaining: left, calls_per_day: perDay, reset_at }: KeyAccount,
): HTMLElement {
  return make(
    "li",
    {},
    make("b", {}, name),
    make("span", { class: "big num" }, left.toLocaleString("en")),
    make("span", { class: "of" }, `of ${perDay} free today`),
    make("progress", {
      class: "meter",
      max: String(perDay),
      value: String(left),
      "aria-label": "Free checks left",
    }),
    make(
      "span",
      { class: "soft small" },
      `Then ${count(price, "credit")} each. Free checks start again at ${reset_at.slice(11, 16)} UTC.`,
    ),
  );
}

function paidItem({ name, credits: price }: KeysPage["modes"][number], credits: number): HTMLElement {
  return make(
    "li",
    {},
    make("b", {}, name),
    make("span", { class: "big num" }, Math.floor(credits / price).toLocaleString("en")),
    make("span", { class: "of" }, "left with your credits"),
    make("span", { class: "soft small" }, `${count(price, "credit")} (${price * creditCents} cents) each.`),
  );
}
