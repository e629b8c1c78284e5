import type { Store } from "../../parts/store/store.ts";
import { proveAccount } from "./prove-account.ts";
import { proveCheckouts, proveDeposits } from "./prove-payments.ts";
import { startProof, type Proof } from "./proof.ts";
import { walk } from "./walk.ts";

/**
 * Walks all there is and says what contradicts. It may be asked while others write: what is read later knows all that
 * was read before, since of entries and decided deposits nothing is ever changed or taken away.
 */
export async function proveLedger(store: Store): Promise<Proof> {
  const proof = startProof();
  const accounts = walk(
    (page) => store.listAccounts(page),
    ({ account }) => account,
  );
  for await (const { account } of accounts) await proveAccount(store, account, proof);
  await proveDeposits(store, proof);
  await proveCheckouts(store, proof);
  return proof;
}
