import { createPublicClient, custom, encodeEventTopics, numberToHex, type PublicClient } from "viem";
import { depositsAbi } from "../../../parts/deposits/contract.ts";

type Hex = `0x${string}`;

/** A transaction that pays the deposit contract, once or several times. */
export type Payment = Readonly<{
  tx: Hex;
  sender: Hex;
  parts: readonly Readonly<{ amountWei: bigint; fingerprint: string | null }>[];
}>;

type Block = Readonly<{ hash: Hex; number: number; timeMs: number; payments: readonly Payment[] }>;

export type SimulatedChain = Readonly<{
  address: Hex;
  chainId: number;
  /** A node's client without a cache. */
  connect(): PublicClient;
  head(): number;
  blocks(): readonly Block[];
  mine(payments: readonly Payment[], timeMs: number): void;
  /** Removes the newest blocks and returns the payments that were in them. The next blocks replace them. */
  orphan(depth: number): readonly Payment[];
  /** The call with this number from now fails. */
  failAt(countdown: number): void;
}>;

const zero32: Hex = `0x${"0".repeat(64)}`;
const hashOf = (n: number): Hex => numberToHex(n, { size: 32 });

/** A chain in memory, with all the calls of a viem client that the watcher and the top-up use. */
export function createSimulatedChain(startMs: number): SimulatedChain {
  const address: Hex = `0x${"de".repeat(20)}`;
  let made = 0;
  const blocks: Block[] = [];
  let toFailure = -1;

  function mine(payments: readonly Payment[], timeMs: number): void {
    made += 1;
    blocks.push({ hash: hashOf(made), number: blocks.length, timeMs, payments });
  }
  mine([], startMs);

  const logsOf = (block: Block) => {
    const all = block.payments.flatMap((payment, place) =>
      payment.parts.map((part) => ({ payment, place, part })),
    );
    return all.map(({ payment, place, part }, logIndex) => ({
      address,
      topics: encodeEventTopics({
        abi: depositsAbi,
        eventName: "DepositReceived",
        args: { sender: payment.sender, fingerprint: part.fingerprint ? `0x${part.fingerprint}` : zero32 },
      }),
      data: numberToHex(part.amountWei, { size: 32 }),
      blockNumber: numberToHex(block.number),
      blockHash: block.hash,
      transactionHash: payment.tx,
      transactionIndex: numberToHex(place),
      logIndex: numberToHex(logIndex),
      removed: false,
    }));
  };

  const toBlock = (block: Block | undefined) =>
    block
      ? {
          hash: block.hash,
          number: numberToHex(block.number),
          timestamp: numberToHex(Math.floor(block.timeMs / 1000)),
          transactions: [],
        }
      : null;
  const at = (name: string) => blocks[name === "latest" ? blocks.length - 1 : Number(name)];

  function receiptOf(tx: Hex) {
    const block = blocks.find(({ payments }) => payments.some((payment) => payment.tx === tx));
    if (!block) return null;
    const logs = logsOf(block).filter(({ transactionHash }) => transactionHash === tx);
    const { blockNumber, blockHash, transactionHash, transactionIndex } = logs[0]!;
    return { status: "0x1", blockNumber, blockHash, transactionHash, transactionIndex, logs, type: "0x2" };
  }

  function balanceAt(name: string): bigint {
    const until = blocks.slice(0, (at(name)?.number ?? -1) + 1);
    const parts = until.flatMap(({ payments }) => payments.flatMap((payment) => payment.parts));
    return parts.reduce((sum, { amountWei }) => sum + amountWei, 0n);
  }

  function answer(method: string, params: readonly any[]): unknown {
    switch (method) {
      case "eth_blockNumber":
        return numberToHex(blocks.length - 1);
      case "eth_getBlockByNumber":
        return toBlock(at(params[0]));
      case "eth_getBlockByHash":
        return toBlock(blocks.find(({ hash }) => hash === params[0]));
      case "eth_getLogs":
        return blocks.slice(Number(params[0].fromBlock), Number(params[0].toBlock) + 1).flatMap(logsOf);
      case "eth_getTransactionReceipt":
        return receiptOf(params[0]);
      case "eth_getTransactionByHash":
        return null;
      case "eth_getBalance":
        return numberToHex(balanceAt(params[1]));
      case "eth_chainId":
        return numberToHex(31337);
      case "eth_getCode":
        return "0x00";
      default:
        throw new Error(`The simulated node knows no ${method}.`);
    }
  }

  const request = async ({ method, params }: { method: string; params?: any }): Promise<unknown> => {
    toFailure -= 1;
    if (toFailure === -1) throw Object.assign(new Error("The node is out of order."), { code: -32603 });
    return answer(method, params ?? []);
  };

  return {
    address,
    chainId: 31337,
    connect: () => createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }),
    head: () => blocks.length - 1,
    blocks: () => blocks,
    mine,
    orphan: (depth) => blocks.splice(Math.max(1, blocks.length - depth)).flatMap(({ payments }) => payments),
    failAt: (countdown) => (toFailure = countdown),
  };
}
