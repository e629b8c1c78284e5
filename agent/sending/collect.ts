import { encodeFunctionData } from "viem";
import { askChain, reasonOf } from "../../service/parts/chain/chain-fault.ts";
import { fixedPriceNative, mechAbi, trackerAbi } from "../marketplace/abi.ts";
import { readBalance, type Mech } from "../marketplace/market.ts";
import { byOperator } from "../marketplace/operator-call.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import type { AgentParts } from "../parts.ts";

/**
 * Draws earnings to the operator, in two transactions: from the tracker to the mech, and from the mech, which cannot
 * send by itself, to its operator. Only what passes the threshold is worth the gas.
 */
export async function collectNext(parts: AgentParts): Promise<"sent" | "nothing to do"> {
  const { market, log } = parts;
  for (const mech of market.mechs.filter(({ paymentType }) => paymentType === fixedPriceNative)) {
    try {
      if (await collectFrom(parts, mech)) return "sent";
    } catch (error) {
      // One mech whose earnings cannot be had does not keep us from those of the others.
      log.warn("earnings cannot be collected now", { mech: mech.address, error: reasonOf(error) });
    }
  }
  return "nothing to do";
}

async function collectFrom(parts: AgentParts, mech: Mech): Promise<boolean> {
  const { market, config } = parts;
  const held = await askChain(market.client.getBalance({ address: mech.address }));
  if (held > 0n && held >= config.COLLECT_ABOVE_WEI / 2n) {
    await withdraw(parts, mech, held);
    return true;
  }
  const earned = await readBalance(market, mech);
  // The tracker pays out nothing below two wei.
  if (earned < config.COLLECT_ABOVE_WEI || earned < 2n) return false;
  await collect(parts, mech);
  return true;
}

async function collect(parts: AgentParts, mech: Mech): Promise<void> {
  const args = [mech.address] as const;
  const data = encodeFunctionData({ abi: trackerAbi, functionName: "processPaymentByMultisig", args });
  const call = byOperator(mech, { to: mech.tracker, data }, parts.account.address);
  await beginTransaction(parts, { kind: "collect", mech: mech.address }, call);
}

async function withdraw(parts: AgentParts, mech: Mech, amountWei: bigint): Promise<void> {
  const args = [mech.operator, amountWei, "0x", 0, 0n] as const;
  const data = encodeFunctionData({ abi: mechAbi, functionName: "exec", args });
  const call = byOperator(mech, { to: mech.address, data }, parts.account.address);
  await beginTransaction(parts, { kind: "withdraw", mech: mech.address, amountWei: String(amountWei) }, call);
}
