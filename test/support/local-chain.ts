import { BaseError, ContractFunctionRevertedError, type Hex } from "viem";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { type LocalChain, type LocalChainOptions, openLocalChain } from "../../scripts/chain/local-chain.ts";
import { workerLife } from "./worker-life.ts";

/** A chain, and a function that resets it to its state at opening. */
type Kept = Readonly<{ chain: LocalChain; fresh: Hex }>;

/** The chains of this worker that no test uses now, by their options. */
const unused = new Map<string, Kept[]>();

/**
 * A chain as it is when it is opened, but for a block that brings it to the present. Opening one takes most of a second,
 * so when it is disposed it is kept for the next test file.
 */
export async function borrowChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  const kind = JSON.stringify(options, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  const kept = unused.get(kind)?.pop() ?? (await openKept(options));
  const { chain } = kept;
  const { clients } = chain;
  await clients.test.revert({ id: kept.fresh });
  const fresh = await clients.test.snapshot();
  // After a reset, its clock continues from its opening.
  await clients.test.setNextBlockTimestamp({ timestamp: BigInt(Math.ceil(Date.now() / 1000)) });
  await clients.test.mine({ blocks: 1 });
  await chain.setMining(options.mining ?? atOnce);
  return {
    ...chain,
    [Symbol.asyncDispose]: async () => {
      await chain.setMining(atOnce);
      unused.set(kind, [...(unused.get(kind) ?? []), { chain, fresh }]);
    },
  };
}

const atOnce = { auto: true, intervalMs: 0 };

async function openKept(options: LocalChainOptions): Promise<Kept> {
  const chain = workerLife().use(await openLocalChain({ ...options, mining: atOnce }));
  return { chain, fresh: await chain.clients.test.snapshot() };
}

/**
 * One chain for the tests of a file or of a group. Every test finds it as it was when it was opened.
 * It is filled in before the first test, so it can be read in tests and their hooks, not while they are collected.
 */
export function useLocalChain(options?: LocalChainOptions): LocalChain {
  const chain = {} as LocalChain;
  let fresh: Hex;
  beforeAll(async () => {
    const opened = await borrowChain(options);
    Object.assign(chain, opened);
    return () => opened[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    fresh = await chain.clients.test.snapshot();
  });
  afterEach(async () => {
    await chain.clients.test.revert({ id: fresh });
  });
  return chain;
}

/** Lets block time pass, and mines a block after it. */
export async function passTime({ clients }: LocalChain, seconds: number): Promise<void> {
  await clients.test.increaseTime({ seconds });
  await clients.test.mine({ blocks: 1 });
}

/** A contract's reason for rejecting a call: `OutOfBounds(10, 60, 300)`, a sentence, or an unknown error's four bytes. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const reverted =
      error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError);
    if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
    const { data, reason, signature } = reverted;
    if (!data || data.errorName === "Error") return reason ?? signature ?? "";
    return `${data.errorName}(${data.args?.join(", ") ?? ""})`;
  }
  return "not refused";
}
