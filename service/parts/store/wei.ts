/** No deposit fills more at once, so that a balance stays a number that is counted exactly; the rest stays as wei. */
export const mostCredits = 1_000_000_000_000;

/** An amount in the one spelling that equal amounts share. */
export function toWeiText(amountWei: string): string {
  return String(readWei(amountWei));
}

/** A price in that spelling. What costs nothing is not for sale. */
export function toPriceText(priceWei: string): string {
  const price = readWei(priceWei);
  if (price === 0n) throw new RangeError("A credit must have a price.");
  return String(price);
}

/**
 * What a credit costs in the payment of a reserved amount. It was asked for at the price of that time, so however much
 * that has risen since, the amount buys the credits that it was reserved for.
 */
export function toReservedPrice(
  priceWei: string,
  { credits, amountWei }: Readonly<{ credits: number; amountWei: string }>,
): string {
  const price = BigInt(toPriceText(priceWei));
  const asked = readWei(amountWei) / BigInt(credits);
  return String(asked > 0n && asked < price ? asked : price);
}

/** How many credits an amount fills together with what was left before, and what is left then. */
export function fillCredits(wei: { remainderWei: string; amountWei: string; priceWei: string }) {
  const price = BigInt(toPriceText(wei.priceWei));
  const total = readWei(wei.remainderWei) + readWei(wei.amountWei);
  const filled = total / price;
  const credits = filled < mostCredits ? filled : BigInt(mostCredits);
  return { credits: Number(credits), remainderWei: String(total - credits * price) };
}

function readWei(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new RangeError(`${text} is no amount of wei.`);
  return BigInt(text);
}
