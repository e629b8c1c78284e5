import { formatUnits } from "viem";

const decimals = 18;

/** An amount of wei as wallets show it: `0.02`. */
export function inCoins(amountWei: bigint): string {
  return formatUnits(amountWei, decimals);
}

/** A link that opens a wallet with the payment filled in, as EIP-681 has it. */
export function paymentUri({
  address,
  chainId,
  amountWei,
}: Readonly<{ address: string; chainId: number; amountWei: bigint }>): string {
  return `ethereum:${address}@${chainId}?value=${amountWei}`;
}
