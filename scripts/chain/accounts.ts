import { randomUUID } from "node:crypto";
import { type Hex, keccak256, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

/** An account of the local chain, whose key is no secret. */
export type LocalAccount = PrivateKeyAccount & Readonly<{ privateKey: Hex }>;

const userCount = 16;

/** The same in every run, so that a wallet keeps them; found on no other chain. */
function accountNamed(name: string): LocalAccount {
  const privateKey = keccak256(toHex(`assay local chain: ${name}`));
  return { ...privateKeyToAccount(privateKey), privateKey };
}

/**
 * These are new with every chain, and so are the contracts' addresses: what a store remembers of a chain that has
 * ended must never be taken for this one's.
 */
const thisChain = randomUUID();
/** Owns the contracts and nothing else. */
export const deployer = accountNamed(`deployer ${thisChain}`);
/** Operates the mech, or owns the Safe that does. */
export const agent = accountNamed(`agent ${thisChain}`);
/** Sends what payers of single calls signed, at its own cost. */
export const facilitator = accountNamed(`facilitator ${thisChain}`);
/** Whom they pay; holds nothing else. */
export const payee = accountNamed(`payee ${thisChain}`);
/** Anyone else: requesters, raters, payers, other mechs. */
export const users: readonly LocalAccount[] = Array.from({ length: userCount }, (_, number) =>
  accountNamed(`user ${number}`),
);
