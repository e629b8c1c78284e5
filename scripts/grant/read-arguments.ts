export const usage = `npm run grant -- <api_key> <credits>

Adds credits to a key. Uses the same store settings as the service: DATA_DIR or DATABASE_URL.`;

export const maxCredits = 1_000_000;

/** What to grant; undefined where the words say anything else. */
export function readArguments([key, amount, ...more]: readonly string[]):
  | Readonly<{ key: string; credits: number }>
  | undefined {
  const credits = Number(amount);
  const isWanted =
    more.length === 0 &&
    key !== undefined &&
    /^asy_[0-9A-Za-z]{40}$/.test(key) &&
    Number.isInteger(credits) &&
    credits >= 1 &&
    credits <= maxCredits;
  return isWanted ? { key, credits } : undefined;
}
