/** How much of something one name may do: so many points, counted from its first one, until `forS` seconds are over. */
export type Limit = Readonly<{
  program: "service" | "agent";
  /** What one point is, and whose points are added up. */
  counts: string;
  by: string;
  max: number;
  forS: number;
  /** Told with `rate_limited` to those who are refused, with `{max}` for the number; or what happens to them instead. */
  refusal: Readonly<{ message: string }> | Readonly<{ instead: string }>;
  /** Nothing of it is ever undone: a process that saw it full need not ask again before its time is over. */
  isFinal?: true;
}>;

/** Every limit that is counted in memory or in Redis. Who counts names the limit; `docs/limits.md` is made from this. */
export const limitTable = {
  unknownKeys: {
    program: "service",
    counts: "unknown keys, wrong `ADMIN_TOKEN`s and wrong proofs of a wallet",
    by: "IP address",
    max: 600,
    forS: 60,
    refusal: { message: "Too many unknown keys from this IP address." },
    isFinal: true,
  },
  topupsOfKey: {
    program: "service",
    counts: "topups that ask the chain",
    by: "key",
    max: 60,
    forS: 60,
    refusal: { message: "Limit reached: {max} topups per key and minute." },
  },
  topupsOfAddress: {
    program: "service",
    counts: "topups that ask the chain",
    by: "IP address",
    max: 120,
    forS: 60,
    refusal: { message: "Limit reached: {max} topups per IP address and minute." },
  },
  checkouts: {
    program: "service",
    counts: "checkouts begun",
    by: "key",
    max: 10,
    forS: 60,
    refusal: { message: "Limit reached: {max} checkouts per key and minute." },
  },
  invalidPaymentsOfAddress: {
    program: "service",
    counts: "x402 payments that did not turn out valid",
    by: "IP address",
    max: 60,
    forS: 60,
    refusal: { message: "Too many invalid payments from this IP address." },
  },
  invalidPaymentsOfPayer: {
    program: "service",
    counts: "x402 payments that it signed and that did not turn out valid",
    by: "payer",
    max: 20,
    forS: 60,
    refusal: { message: "Too many invalid payments of this payer." },
  },
  appLookups: {
    program: "service",
    counts: "documents fetched that apps publish about themselves",
    by: "site",
    max: 30,
    forS: 60,
    refusal: { instead: "The app is refused as one that cannot be looked up now." },
  },
  sharedVerdicts: {
    program: "service",
    counts: "verdicts shared by a link",
    by: "IP address",
    max: 60,
    forS: 3600,
    refusal: { message: "Limit reached: {max} shared verdicts per IP address and hour." },
  },
  abandonedWork: {
    program: "service",
    counts: "milliseconds of begun work that is stopped because its callers left",
    by: "key or other account, and IP address",
    max: 30_000,
    forS: 3600,
    refusal: { instead: "The work is finished and charged." },
  },
  unpaidSignedRequests: {
    program: "agent",
    counts: "signed requests that ask the chain and are not taken",
    by: "IP address",
    max: 60,
    forS: 60,
    refusal: { message: "Only {max} requests a minute from one address may turn out to be unpaid." },
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** How many shared verdicts are kept at once, of one IP address and of all. The store counts them. */
export const sharedVerdictRoom = { maxOfOwner: 200, maxBytesOfOwner: 20_000_000, maxBytes: 1_000_000_000 };

export type LimitName = keyof typeof limitTable;

/** Limits that have a message for those they refuse. */
export type RefusingLimit = {
  [Name in LimitName]: (typeof limitTable)[Name]["refusal"] extends { message: string } ? Name : never;
}[LimitName];

export function refusalOf(limit: RefusingLimit): string {
  const { max, refusal } = limitTable[limit];
  return refusal.message.replace("{max}", String(max));
}
