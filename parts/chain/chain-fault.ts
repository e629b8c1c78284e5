import { BaseError, ContractFunctionRevertedError, RpcRequestError } from "viem";
import { Fault } from "../faults.ts";

/** How nodes word it that the call itself failed; their codes for it differ, and some use one for everything. */
const failedInside = /revert|VM ex|out of gas|invalid opcode|invalid jump|stack (?:under|over)flow/i;

/** What a contract itself said no to; anything else that fails is the chain being out of reach. */
export function revertOf(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  if (!(answer instanceof RpcRequestError)) return undefined;
  if (answer.code !== executionReverted && !failedInside.test(answer.details)) return undefined;
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  return (revert instanceof ContractFunctionRevertedError && nameOf(revert)) || answer.details;
}

const executionReverted = 3;

/** The custom error's name; of the two that every contract has, what they say. */
function nameOf({ data, reason }: ContractFunctionRevertedError): string | undefined {
  const name = data?.errorName;
  return name === "Error" || name === "Panic" ? reason : name;
}

/** Asks the chain; a node that cannot be reached or answers nonsense is `chain_unavailable`. A revert is thrown on. */
export async function askChain<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    if (cause instanceof Fault || revertOf(cause) !== undefined) throw cause;
    throw new Fault(
      "chain_unavailable",
      { message: `The chain cannot be reached: ${reasonOf(cause)}` },
      { cause },
    );
  }
}

/** Why something failed, in words that may be shown: viem's whole message holds the endpoint's address and its key. */
export function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return revertOf(error) ?? (error.details || error.shortMessage);
  return error instanceof Error ? error.message : String(error);
}
