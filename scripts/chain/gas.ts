import { type Hex, type HttpTransport, numberToHex } from "viem";

/** What a single transaction may use at most (EIP-7825). */
export const maxTransactionGas = 2n ** 24n;

/**
 * A way to the chain whose estimates are half as high again, as people's wallets make them. The block that a
 * transaction comes into has another second and other transactions before it than the estimate saw, and writing
 * another time where the same time stood costs more.
 */
export function withSpareGas(transport: HttpTransport): HttpTransport {
  return (options) => {
    const opened = transport(options);
    const request = async (call: { method: string }, ...settings: never[]): Promise<Hex> => {
      const answer: Hex = await opened.request(call as never, ...settings);
      return call.method === "eth_estimateGas" ? numberToHex(withSpare(BigInt(answer))) : answer;
    };
    return { ...opened, request: request as typeof opened.request };
  };
}

function withSpare(estimated: bigint): bigint {
  const spare = (estimated * 3n) / 2n;
  return spare < maxTransactionGas ? spare : maxTransactionGas;
}
