import { encodeFunctionData } from "viem";
import { askChain, reasonOf } from "../../service/parts/chain/chain-fault.ts";
import { fixedPriceNative, mechAbi, trackerAbi } from "../marketplace/abi.ts";
import { readBalance, type Mech } from "../marketplace/market.ts";
import { byOperator, type OperatorCall } from "../marketplace/operator-call.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import type { Outbox } from "../outbox.ts";
import type { AgentParts } from "../parts.ts";

/**
 * Draws earnings to the operator, in two transactions: from the tracker to the mech, and from the mech, which cannot
 * send by itself, to its operator. Only what passes the threshold is worth the gas.
 */
export async function collectNext(parts: AgentParts, outbox: Outbox): Promise<Outbox> {
  const { market, log } = parts;
  for (const mech of market.mechs.filter(({ paymentType }) => paymentType === fixedPriceNative)) {
    try {
      const sent = await collectFrom(parts, outbox, mech);
      if (sent !== outbox) return sent;
    } catch (error) {
      // One mech whose earnings cannot be had does not keep us from those of the others.
      log.warn("earnings cannot be collected now", { mech: mech.address, error: reasonOf(error) });
    }
  }
  return outbox;
}

async function collectFrom(parts: AgentParts, outbox: Outbox, mech: Mech): Promise<Outbox> {
  const { market, config, account } = parts;
  const held = await askChain(market.client.getBalance({ address: mech.address }));
  if (held > 0n && held >= config.COLLECT_ABOVE_WEI / 2n) {
    const purpose = { kind: "withdraw", mech: mech.address, amountWei: String(held) } as const;
    const call = byOperator(mech, withdrawal(mech, held), account.address);
    return beginTransaction(parts, outbox, { purpose, call });
  }
  const earned = await readBalance(market, mech);
  // The tracker pays out nothing below two wei.
  if (earned < config.COLLECT_ABOVE_WEI || earned < 2n) return outbox;
  const purpose = { kind: "collect", mech: mech.address } as const;
  return beginTransaction(parts, outbox, { purpose, call: byOperator(mech, payout(mech), account.address) });
}

function payout({ address, tracker }: Mech): OperatorCall {
  const args = [address] as const;
  const data = encodeFunctionData({ abi: trackerAbi, functionName: "processPaymentByMultisig", args });
  return { to: tracker, data };
}

function withdrawal({ address, operator }: Mech, amountWei: bigint): OperatorCall {
  const args = [operator, amountWei, "0x", 0, 0n] as const;
  return { to: address, data: encodeFunctionData({ abi: mechAbi, functionName: "exec", args }) };
}
