import { setText } from "../parts/elements.ts";
import type { Money } from "./answer.ts";

const shownDecimals = 6;

/** An amount in whole coins, short enough to read; the exact amount belongs in a title. */
export function coins(
  units: string | bigint,
  { currency, decimals }: Pick<Money, "currency" | "decimals">,
): string {
  // As if the coin had six decimals, or the more that are shown.
  const [scale, smallest] = [
    10n ** BigInt(Math.max(0, shownDecimals - decimals)),
    10n ** BigInt(Math.max(0, decimals - shownDecimals)),
  ];
  const amount = BigInt(units) * scale;
  const unit = currency === null ? "" : ` ${currency}`;
  if (amount > 0n && amount < smallest) return `< 0.${"1".padStart(shownDecimals, "0")}${unit}`;
  const digits = (amount / smallest).toString().padStart(shownDecimals + 1, "0");
  const whole = digits.slice(0, -shownDecimals);
  let part = digits.slice(-shownDecimals);
  while (part.endsWith("0")) part = part.slice(0, -1);
  return `${Number(whole).toLocaleString("en")}${part && `.${part}`}${unit}`;
}

export function setCoins(element: HTMLElement, units: string, money: Money): void {
  setText(element, coins(units, money));
  element.title = money.token === null ? `${units} wei` : `${units} of the smallest unit of ${money.token}`;
}
