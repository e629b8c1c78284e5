import {
  concatHex,
  encodeFunctionData,
  type Hex,
  padHex,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from "viem";
import type { LocalAccount } from "./accounts.ts";
import { type ChainClients, mined } from "./deployer.ts";
import { fixedPriceNative, type LocalMech, type Marketplace } from "./marketplace.ts";

type Connected = Readonly<{ clients: ChainClients }>;

export type Request = Readonly<{
  requester: LocalAccount;
  /** What the mech gets to read, usually the digests of documents on IPFS; one request for each. */
  datas: readonly Hex[];
  responseTimeoutS?: bigint;
  /** Sent along; the mech's present rate for each request, unless told otherwise or it is paid in a token. */
  valueWei?: bigint;
}>;

/** Asks a mech for work in one transaction, as any client of the marketplace would. */
export async function requestWork(
  { clients, marketplace, mech }: Connected & Pick<Marketplace, "marketplace"> & Pick<LocalMech, "mech">,
  { requester, datas, responseTimeoutS = 300n, valueWei }: Request,
): Promise<{ requestIds: readonly Hex[]; receipt: TransactionReceipt }> {
  const rateWei = await mech.read.maxDeliveryRate();
  const paymentType = await mech.read.paymentType();
  const isNative = paymentType === fixedPriceNative;
  const value = valueWei ?? (isNative ? rateWei * BigInt(datas.length) : 0n);
  const terms = [rateWei, paymentType, mech.address, responseTimeoutS, "0x"] as const;
  const options = { account: requester, value };
  const [only, ...more] = datas;
  const receipt = await mined(
    clients,
    only !== undefined && more.length === 0
      ? marketplace.write.request([only, ...terms], options)
      : marketplace.write.requestBatch([datas, ...terms], options),
  );
  const requests = parseEventLogs({ abi: mech.abi, logs: receipt.logs, eventName: "Request" });
  return { requestIds: requests.map(({ args }) => args.requestId), receipt };
}

/** Delivers as the mech's operator, whether that is an account or a Safe. Not every delivery is taken: see the events. */
export async function deliverWork(
  { clients, mech, owner, safe }: Connected & LocalMech,
  requestIds: readonly Hex[],
  datas: readonly Hex[],
): Promise<TransactionReceipt> {
  if (!safe) return mined(clients, mech.write.deliverToMarketplace([requestIds, datas], { account: owner }));
  const data = encodeFunctionData({
    abi: mech.abi,
    functionName: "deliverToMarketplace",
    args: [requestIds, datas],
  });
  return execute({ clients, owner, safe }, { to: mech.address, data });
}

/** Has a Safe of one owner make a call; fails when the call does. */
export async function execute(
  { clients, owner, safe }: Connected & Pick<LocalMech, "owner"> & { safe: NonNullable<LocalMech["safe"]> },
  { to, value = 0n, data = "0x" }: { to: Hex; value?: bigint; data?: Hex },
): Promise<TransactionReceipt> {
  const call = [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const;
  return mined(
    clients,
    safe.write.execTransaction([...call, signedBySending(owner.address)], { account: owner }),
  );
}

/** The signature of an owner who sends the transaction in person. */
function signedBySending(owner: Hex): Hex {
  return concatHex([padHex(owner, { size: 32 }), padHex("0x", { size: 32 }), "0x01"]);
}
