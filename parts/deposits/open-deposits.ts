import type { Chain } from "../chain/open-chain.ts";
import { requireContract, type DepositContract } from "./contract.ts";

/** The contract through which this deployment is paid. */
export type Deposits = Readonly<{
  contract: DepositContract;
  /** Rejects with `chain_unavailable` until the contract was once seen to be there. */
  prove(): Promise<void>;
}>;

export function openDeposits(chain: Chain, address: `0x${string}`): Deposits {
  const contract: DepositContract = { ...chain, address };
  let isProven = false;
  return {
    contract,
    prove: async () => {
      if (isProven) return;
      await requireContract(contract);
      isProven = true;
    },
  };
}
