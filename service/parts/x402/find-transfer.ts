import {
  isAddressEqual,
  numberToHex,
  pad,
  parseAbi,
  parseEventLogs,
  toEventSelector,
  type Address,
  type Hash,
  type Hex,
  type PublicClient,
} from "viem";
import { askChain } from "../chain/chain-fault.ts";
import { isOutOfReach } from "../chain/read-logs.ts";
import { Fault } from "../../faults.ts";
import type { Authorization } from "./read-payment.ts";
import type { Finding } from "./x402.ts";

const tokenAbi = parseAbi([
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);
const used = toEventSelector("AuthorizationUsed(address,bytes32)");
const canceled = toEventSelector("AuthorizationCanceled(address,bytes32)");

/** A transfer older than the claim by more than this was for something else. */
const slackS = 600;
const mostBlocks = 2000n;

type Sought = Readonly<{
  token: Address;
  payTo: Address;
  /** What was verified; the payer may have sent other words this time. */
  amount: bigint;
  authorization: Authorization;
  sinceMs: number;
  /** Where the facilitator said it was sent. */
  transaction?: string;
}>;

/** What became of an authorization: its nonce says whether it was used, and the transfer beside it for whom. */
export async function findTransfer(client: PublicClient, sought: Sought): Promise<Finding> {
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
  const hash = await findUse(client, sought, block.number);
  return (await isPaidIn(client, hash, sought))
    ? { outcome: "paid", transaction: hash }
    : { outcome: "spent elsewhere" };
}

/** The transaction that used the nonce up. That none is found, although it is used, is no proof of anything. */
async function findUse(client: PublicClient, sought: Sought, head: bigint): Promise<Hash> {
  const { transaction } = sought;
  if (transaction !== undefined && (await isUsedIn(client, transaction as Hash, sought)))
    return transaction as Hash;
  const { from, nonce } = sought.authorization;
  const topics = [[used, canceled], pad(from.toLowerCase() as Address), nonce.toLowerCase() as Hex];
  let step = mostBlocks;
  for (let to = head; to >= 0n;) {
    const block = to < step ? 0n : to - step + 1n;
    const logs = await logsWithin(client, { address: sought.token, topics, from: block, to });
    const found = logs?.[0]?.transactionHash;
    if (found) {
      if (await isUsedIn(client, found, sought)) return found;
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

/** Used or cancelled there, and since it was shown to us: what was paid before that was for something else. */
async function isUsedIn(client: PublicClient, hash: Hash, sought: Sought): Promise<boolean> {
  const { token, authorization } = sought;
  const logs = await logsOf(client, hash);
  const use = logs.find(
    ({ address, topics: [event, , nonce] }) =>
      isAddressEqual(address, token) &&
      (event === used || event === canceled) &&
      nonce === authorization.nonce.toLowerCase(),
  );
  return use !== undefined && !(await isTooOld(client, use.blockNumber, sought));
}

async function isPaidIn(client: PublicClient, hash: Hash, { token, payTo, amount, authorization }: Sought) {
  const logs = await logsOf(client, hash);
  return parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs }).some(
    ({ address, args: { from, to, value } }) =>
      isAddressEqual(address, token) &&
      isAddressEqual(from, authorization.from) &&
      isAddressEqual(to, payTo) &&
      value === amount,
  );
}

/** Nothing where there is no such transaction, or it failed. */
async function logsOf(client: PublicClient, hash: Hash) {
  const receipt = await askChain(
    client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return undefined;
      throw error;
    }),
  );
  return receipt?.logs ?? [];
}
