/** No deposit fills more at once, so that a balance stays a number that is counted exactly; the rest stays as wei. */
export const maxCredits = 1_000_000_000_000;

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

type Paid = Readonly<{
  /** What was left on the account before. */
  remainderWei: string;
  amountWei: string;
  /** The price of a credit now. */
  priceWei: string;
  /** How many credits the amount was reserved for; 0 where it was not reserved. */
  reserved: number;
}>;

/**
 * How many credits an amount fills together with what was left before, and what is left then. A reserved amount was
 * asked for at the price of that time, so however much that has risen since, it buys the credits that it was reserved
 * for: those, which are told apart, and no more. All else is worth what a credit costs now.
 */
export function fillCredits(paid: Paid) {
  const price = BigInt(toPriceText(paid.priceWei));
  const asked = reservedPrice(paid);
  const reserved = asked > 0n && asked < price ? BigInt(paid.reserved) : 0n;
  const rest = readWei(paid.remainderWei) + readWei(paid.amountWei) - reserved * asked;
  const room = BigInt(maxCredits) - reserved;
  const more = rest / price < room ? rest / price : room;
  return {
    credits: Number(reserved + more),
    reservedCredits: Number(reserved),
    remainderWei: String(rest - more * price),
  };
}

/** What each credit costs in a reserved amount; 0 where there is none. */
export function reservedPrice({ amountWei, reserved }: Pick<Paid, "amountWei" | "reserved">): bigint {
  return reserved > 0 ? readWei(amountWei) / BigInt(reserved) : 0n;
}

function readWei(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new RangeError(`${text} is no amount of wei.`);
  return BigInt(text);
}
