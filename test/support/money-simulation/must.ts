/** Ends the history when an invariant is violated. */
export function must(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(`The ledger lies: ${otherwise}.`);
}
