import { BaseError, ContractFunctionRevertedError, type Hex } from "viem";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { type LocalChain, type LocalChainOptions, openLocalChain } from "../../scripts/chain/local-chain.ts";

/**
 * One chain for the tests of a file or of a group. Every test finds it as it was when it was opened.
 * It is filled in before the first test, so it can be read in tests and their hooks, not while they are collected.
 */
export function useLocalChain(options?: LocalChainOptions): LocalChain {
  const chain = {} as LocalChain;
  let fresh: Hex;
  beforeAll(async () => {
    const opened = await openLocalChain(options);
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

/** Lets block time pass, and a block come after it. */
export async function passTime({ clients }: LocalChain, seconds: number): Promise<void> {
  await clients.test.increaseTime({ seconds });
  await clients.test.mine({ blocks: 1 });
}

/** What a contract refuses a call with: `OutOfBounds(10, 60, 300)`, a sentence, or an unknown error's four bytes. */
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
