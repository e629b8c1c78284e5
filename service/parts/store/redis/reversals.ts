import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import type { Reversal, Reversals } from "../reversals.ts";

export function reversalCommands({ run }: Connection, keys: Keys): Reversals {
  const namesOf = (account: string): string[] => [
    keys.key(account),
    keys.credits(account),
    keys.entries(account),
    keys.references,
    keys.accounts,
  ];
  const allNames = ({ account, reference }: Reversal): string[] => [
    ...namesOf(account),
    keys.reversal(reference),
    keys.reversalsOf(account),
  ];
  return {
    async reverse(reversal) {
      const { account, atMs, reference, session, cents, sold } = reversal;
      const values = [account, atMs, reference, session, cents, sold.credits, sold.amountCents];
      return (await run("reverse", allNames(reversal), values)) as "reversed" | "settled";
    },
    async returnReversal(reversal) {
      const { account, atMs, reference, session } = reversal;
      const values = [account, atMs, reference, session];
      return (await run("returnReversal", allNames(reversal), values)) as "returned" | "settled";
    },
    collectOwed: async (account, atMs) =>
      (await run("collectOwed", namesOf(account), [account, atMs])) as number,
  };
}
