/** Ends the history where something is not as it must be. */
export function must(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(`The ledger lies: ${otherwise}.`);
}
