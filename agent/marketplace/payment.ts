import {
  BaseError,
  formatUnits,
  HttpRequestError,
  parseAbi,
  RpcRequestError,
  TimeoutError,
  type Address,
  type Hex,
  type PublicClient,
} from "viem";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";
import type { MechToken } from "../../parts/journal/marketplace-request.ts";
import { fixedPriceNative, trackerAbi } from "./abi.ts";

export const tokenAbi = parseAbi([
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address account) view returns (uint256)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);

/** What a mech is paid in: the chain's own coin, a token, or unknown, where its tracker does not say. */
export type MechPayment = "coin" | "unknown" | MechToken;

type Paid = Readonly<{ payment: MechPayment }>;

export const coinDecimals = 18;
/** The token's author chose its symbol, so only a short plain name is ever shown. */
const plainSymbol = /^[\w.$-]{1,16}$/;

export async function readPayment(
  client: PublicClient,
  { paymentType, tracker }: Readonly<{ paymentType: Hex; tracker: Address }>,
): Promise<MechPayment> {
  if (paymentType === fixedPriceNative) return "coin";
  const address = await orUndefined(
    client.readContract({ address: tracker, abi: trackerAbi, functionName: "token" }),
  );
  if (address === undefined) return "unknown";
  const of = { address, abi: tokenAbi } as const;
  const [decimals, symbol = ""] = await Promise.all([
    orUndefined(client.readContract({ ...of, functionName: "decimals" })),
    orUndefined(client.readContract({ ...of, functionName: "symbol" })),
  ]);
  if (decimals === undefined) return "unknown";
  return { address, symbol: plainSymbol.test(symbol) ? symbol : null, decimals };
}

/** Undefined where the contract lacks the function: then it reverts, returns nothing, or returns something else. */
async function orUndefined<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  return askChain(
    asking.catch((error: unknown) => {
      if (revertOf(error) !== undefined || isAnotherAnswer(error)) return undefined;
      throw error;
    }),
  );
}

function isAnotherAnswer(error: unknown): boolean {
  const isOfNode = (cause: unknown): boolean =>
    [HttpRequestError, TimeoutError, RpcRequestError].some((kind) => cause instanceof kind);
  return error instanceof BaseError && error.walk(isOfNode) === null;
}

export function tokenOf({ payment }: Paid): MechToken | undefined {
  return typeof payment === "string" ? undefined : payment;
}

/** Converts wei to the mech's token units, one token for one coin, rounding up. */
export function toTokenUnits(mech: Paid, amountWei: bigint): bigint {
  const { decimals = coinDecimals } = tokenOf(mech) ?? {};
  const weiPerCoin = 10n ** BigInt(coinDecimals);
  return (amountWei * 10n ** BigInt(decimals) + weiPerCoin - 1n) / weiPerCoin;
}

/** An amount in the mech's currency, for people to read. */
export function describeAmount(mech: Paid, amount: bigint): string {
  const token = tokenOf(mech);
  if (!token) return `${amount} wei`;
  return `${formatUnits(amount, token.decimals)} ${token.symbol ?? token.address}`;
}

/** What a mech contract itself holds: earnings that have left the tracker and not reached the operator. */
export async function readHeld(
  { client }: Readonly<{ client: PublicClient }>,
  mech: Paid & Readonly<{ address: Address }>,
): Promise<bigint> {
  const token = tokenOf(mech);
  if (!token) return askChain(client.getBalance({ address: mech.address }));
  const call = { address: token.address, abi: tokenAbi, functionName: "balanceOf" } as const;
  return askChain(client.readContract({ ...call, args: [mech.address] }));
}
