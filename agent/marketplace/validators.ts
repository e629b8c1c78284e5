import { isAddressEqual, type Address } from "viem";
import type { Mech } from "../marketplace/market.ts";
import type { AgentParts } from "../parts.ts";

/** An account that we can answer validations from: our own, or a Safe that operates a mech of ours. */
export type Validator = Pick<Mech, "operator" | "isSafe">;

export function findValidator(
  { market, account }: Pick<AgentParts, "market" | "account">,
  address: Address,
): Validator | undefined {
  const own = { operator: account.address, isSafe: false };
  return [own, ...market.mechs].find(({ operator }) => isAddressEqual(operator, address));
}
