/**
 * `npm run test:exhaustive` sets this. Then every crash is tried on every store, and random histories, programs and runs
 * are many; a usual run of the tests tries each crash on one of the stores, in turn.
 */
export const isExhaustive = process.env["EXHAUSTIVE"] === "1";

export const storeKinds = ["SQLite", "PostgreSQL"] as const;
export type StoreKind = (typeof storeKinds)[number];

/** Each case with its store. */
export function onStores<Case extends object>(
  cases: readonly Case[],
): readonly Readonly<Case & { store: StoreKind }>[] {
  return cases.flatMap((one, n) =>
    (isExhaustive ? storeKinds : [storeKinds[n % storeKinds.length]!]).map((store) => ({ ...one, store })),
  );
}

/** This many die in one process: loading it takes longer than the rest. */
export const maxInProcess = 2 * storeKinds.length;

/** The cases, as many per process as it may have. */
export function inProcesses<Case>(
  cases: readonly Case[],
): readonly Readonly<{ number: number; cases: readonly Case[] }>[] {
  const count = Math.ceil(cases.length / maxInProcess);
  return Array.from({ length: count }, (_, n) => ({
    number: n + 1,
    cases: cases.slice(n * maxInProcess, (n + 1) * maxInProcess),
  }));
}
