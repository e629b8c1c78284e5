import { numberToHex, parseAbi, type Address, type Hash, type Hex, type Log, type PublicClient } from "viem";
import { askChain } from "../../chain/chain-fault.ts";
import { isOutOfReach } from "../../chain/read-logs.ts";
import { Fault } from "../../faults.ts";
import { endTopics, findEnd, ownTransfer, type Due } from "./own-transfer.ts";
import type { PaymentFinding } from "../x402.ts";

const tokenAbi = parseAbi([
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
]);

/** A transfer older than the claim by more than this was for something else. */
const slackS = 600;
const maxBlocks = 2000n;

type Sought = Due &
  Readonly<{
    sinceMs: number;
    /** Where the facilitator said it was sent. */
    transaction?: string;
  }>;

type Transaction = Readonly<{ hash: Hash; logs: readonly Log[] }>;

/** The state of an authorization: its nonce says whether it is used up, and the transfer that its use made for whom. */
export async function findTransfer(client: PublicClient, sought: Sought): Promise<PaymentFinding> {
  const { token, authorization } = sought;
  const { from, nonce, validBefore } = authorization;
  const [isUsed, block] = await askChain(
    Promise.all([
      client.readContract({
        address: token,
        abi: tokenAbi,
        functionName: "authorizationState",
        args: [from, nonce],
      }),
      client.getBlock(),
    ]),
  );
  if (!isUsed) return { outcome: block.timestamp >= BigInt(validBefore) ? "expired" : "unused" };
  const { hash, logs } = await findEnding(client, sought, block.number);
  const log = ownTransfer(logs, sought);
  return log === undefined ? { outcome: "spent elsewhere" } : { outcome: "paid", transaction: hash, log };
}

/** The transaction that used the nonce. If none is found although the nonce is used, that proves nothing. */
async function findEnding(client: PublicClient, sought: Sought, head: bigint): Promise<Transaction> {
  const { transaction } = sought;
  const named = transaction === undefined ? undefined : await readEnding(client, transaction as Hash, sought);
  if (named) return named;
  const topics = [...endTopics(sought.authorization)];
  let step = maxBlocks;
  for (let to = head; to >= 0n;) {
    const block = to < step ? 0n : to - step + 1n;
    const logs = await logsWithin(client, { address: sought.token, topics, from: block, to });
    const hash = logs?.[0]?.transactionHash;
    if (hash) {
      const found = await readEnding(client, hash, sought);
      if (found) return found;
      break;
    }
    if (!logs && step === 1n) break;
    if (!logs) step /= 2n;
    else if (await isTooOld(client, block, sought)) break;
    else to = block - 1n;
  }
  throw new Fault("chain_unavailable", { message: "The node does not say where a payment was used." });
}

async function isTooOld(client: PublicClient, blockNumber: bigint, { sinceMs }: Sought): Promise<boolean> {
  const { timestamp } = await askChain(client.getBlock({ blockNumber }));
  return Number(timestamp) < Math.floor(sinceMs / 1000) - slackS;
}

/** Undefined where a node gives out none for so many blocks at once. */
async function logsWithin(
  client: PublicClient,
  { address, topics, from, to }: { address: Address; topics: (Hex | Hex[])[]; from: bigint; to: bigint },
) {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  return askChain(
    client
      .request({ method: "eth_getLogs", params: [{ address, topics, ...range }] })
      .catch((error: unknown) => {
        if (isOutOfReach(error)) throw error;
        return undefined;
      }),
  );
}

/** Undefined where the nonce was not used up there, or before it was shown to us: what was paid then was for something else. */
async function readEnding(
  client: PublicClient,
  hash: Hash,
  sought: Sought,
): Promise<Transaction | undefined> {
  const receipt = await askChain(
    client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return undefined;
      throw error;
    }),
  );
  if (!receipt || !findEnd(receipt.logs, sought)) return undefined;
  return (await isTooOld(client, receipt.blockNumber, sought)) ? undefined : { hash, logs: receipt.logs };
}
