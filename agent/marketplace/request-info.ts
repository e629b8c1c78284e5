import type { Address, Hex, PublicClient } from "viem";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { isOutOfReach } from "../../parts/chain/read-logs.ts";
import { marketplaceAbi } from "./abi.ts";

export type RequestInfo = Readonly<{
  priorityMech: Address;
  /** Zero until somebody has delivered. */
  deliveryMech: Address;
  requester: Address;
  deadlineS: number;
  rateWei: bigint;
  paymentType: Hex;
}>;

export type InfoReading = (id: Hex) => Promise<RequestInfo>;

type Marketplace = Readonly<{ client: PublicClient; address: Address }>;
type Question = Readonly<{ id: Hex; resolve(info: RequestInfo): void; reject(error: unknown): void }>;

/** More would make the answer longer than a contract's code may be. */
const maxTogether = 50;

/** The max number of calls under way; requests that come meanwhile share the next call. */
const maxQuestions = 2;

/** Reads requests; those that are asked for at the same moment share one call. */
export function createInfoReading(marketplace: Marketplace): InfoReading {
  const waiting: Question[] = [];
  let questions = 0;

  async function answer(asked: readonly Question[]): Promise<void> {
    questions += 1;
    try {
      const ids = asked.map(({ id }) => id);
      const infos = await readInfos(marketplace, ids);
      for (const [n, { resolve }] of asked.entries()) resolve(infos[n]!);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      questions -= 1;
      answerNext();
    }
  }

  function answerNext(): void {
    while (waiting.length > 0 && questions < maxQuestions) void answer(waiting.splice(0, maxTogether));
  }

  return async (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      setImmediate(answerNext);
    });
}

async function readInfos(
  { client, address }: Marketplace,
  ids: readonly Hex[],
): Promise<readonly RequestInfo[]> {
  const calls = ids.map(
    (id) => ({ address, abi: marketplaceAbi, functionName: "mapRequestIdInfos", args: [id] }) as const,
  );
  const readEach = async () => Promise.all(calls.map(async (call) => client.readContract(call)));
  const readTogether = async () =>
    client
      // The call brings its own contract: none has to be on the chain.
      .multicall({ contracts: calls, allowFailure: false, deployless: true, batchSize: 0 })
      .catch(async (error: unknown) => {
        if (isOutOfReach(error)) throw error;
        return readEach(); // a node that does not run such calls
      });
  const read = await askChain(calls.length === 1 ? readEach() : readTogether());
  return read.map(([priorityMech, deliveryMech, requester, deadlineS, rateWei, paymentType]) => ({
    priorityMech,
    deliveryMech,
    requester,
    deadlineS: Number(deadlineS),
    rateWei,
    paymentType,
  }));
}
