import { BaseError, ContractFunctionRevertedError, type Hex } from "viem";

/** The bytes that a contract refuses a call with: `0x` for a refusal without a word. */
export async function refusalData(call: Promise<unknown>): Promise<Hex | "not refused"> {
  try {
    await call;
  } catch (error) {
    const reverted =
      error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError);
    if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
    return reverted.raw ?? "0x";
  }
  return "not refused";
}
