import { encodeFunctionData, type Address } from "viem";
import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { mechAbi, trackerAbi } from "../marketplace/abi.ts";
import { readBalance, type Mech } from "../marketplace/market.ts";
import { byOperator, type OperatorCall } from "../marketplace/operator-call.ts";
import { toTokenUnits, readHeld, tokenAbi, tokenOf } from "../marketplace/payment.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import type { Outbox } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";

/**
 * Collects earnings in two transactions: from the tracker to the mech, then from the mech, which cannot send by itself,
 * to its operator. Less than COLLECT_ABOVE_WEI, read as whole tokens for token mechs, is not worth the gas.
 */
export async function collectNext(parts: AgentParts, outbox: Outbox): Promise<Outbox> {
  const { market, log } = parts;
  for (const mech of market.mechs.filter(({ payment }) => payment !== "unknown")) {
    try {
      const sent = await collectFrom(parts, outbox, mech);
      if (sent !== outbox) return sent;
    } catch (error) {
      // One mech's failure must not stop the others.
      log.warn("earnings cannot be collected now", { mech: mech.address, error: reasonOf(error) });
    }
  }
  return outbox;
}

async function collectFrom(parts: AgentParts, outbox: Outbox, mech: Mech): Promise<Outbox> {
  const { market, config, account } = parts;
  const threshold = toTokenUnits(mech, config.COLLECT_ABOVE_WEI);
  const held = await readHeld(market, mech);
  if (held > 0n && held >= threshold / 2n) {
    const token = tokenOf(mech)?.address;
    const purpose = {
      kind: "withdraw",
      mech: mech.address,
      amountWei: String(held),
      ...(token && { token }),
    } as const;
    const call = byOperator(mech, withdrawal(mech, held, token), account.address);
    return beginTransaction(parts, outbox, { purpose, call });
  }
  const earned = await readBalance(market, mech);
  // The tracker pays out nothing below two of the smallest unit.
  if (earned < threshold || earned < 2n) return outbox;
  const purpose = { kind: "collect", mech: mech.address } as const;
  return beginTransaction(parts, outbox, { purpose, call: byOperator(mech, payout(mech), account.address) });
}

function payout({ address, tracker }: Mech): OperatorCall {
  const args = [address] as const;
  const data = encodeFunctionData({ abi: trackerAbi, functionName: "processPaymentByMultisig", args });
  return { to: tracker, data };
}

function withdrawal({ address, operator }: Mech, amount: bigint, token: Address | undefined): OperatorCall {
  const transfer = { abi: tokenAbi, functionName: "transfer", args: [operator, amount] } as const;
  const args = token
    ? ([token, 0n, encodeFunctionData(transfer), 0, 0n] as const)
    : ([operator, amount, "0x", 0, 0n] as const);
  return { to: address, data: encodeFunctionData({ abi: mechAbi, functionName: "exec", args }) };
}
