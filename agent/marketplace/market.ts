import { getAddress, isAddressEqual, zeroAddress, type Address, type Hex, type PublicClient } from "viem";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";
import type { MechSetting } from "../config.ts";
import { readPayment, type MechPayment } from "./payment.ts";
import { createInfoReading, type InfoReading, type RequestInfo } from "./request-info.ts";
import {
  karmaAbi,
  marketplaceAbi,
  mechAbi,
  requestStatus,
  safeAbi,
  subscriptions,
  trackerAbi,
} from "./abi.ts";

/** A mech of ours, as the chain knows it. */
export type Mech = MechSetting &
  Readonly<{
    /** Who may deliver: our own account, or a Safe that our account is the owner of. */
    operator: Address;
    isSafe: boolean;
    serviceId: bigint;
    paymentType: Hex;
    /** The contract that holds its earnings. */
    tracker: Address;
    payment: MechPayment;
  }>;

/** The marketplace, and what was read of it and of our mechs. */
export type Market = Readonly<{
  client: PublicClient;
  chainId: number;
  address: Address;
  /** The journal's name for it. */
  book: string;
  mechs: readonly Mech[];
  /** Reads the mechs again: a service may be deployed again with another operator. */
  refresh(): Promise<void>;
  karma: Address;
  /** Part of every request id. */
  domainSeparator: Hex;
  /** Reads the marketplace's record of a request; calls at the same moment are sent as one. */
  infoOf: InfoReading;
}>;

type Opening = Readonly<{
  client: PublicClient;
  chainId: number | undefined;
  marketplace: Address;
  mechs: readonly MechSetting[];
  sender: Address;
}>;

/** Reads from the chain what the configuration does not say. Throws, with the reason, if the agent could never deliver. */
export async function readMarket({ client, chainId, marketplace, mechs, sender }: Opening): Promise<Market> {
  const actual = await askChain(client.getChainId());
  if (chainId !== undefined && chainId !== actual) {
    throw new Error(`CHAIN_ID is ${chainId}, but the node at CHAIN_RPC_URL serves chain ${actual}.`);
  }
  const of = { address: marketplace, abi: marketplaceAbi } as const;
  const [karma, domainSeparator] = await readOrExplain(
    Promise.all([
      client.readContract({ ...of, functionName: "karma" }),
      client.readContract({ ...of, functionName: "getDomainSeparator" }),
    ]),
    `MARKETPLACE ${getAddress(marketplace)} is not a mech marketplace on chain ${actual}.`,
  );
  const readMechs = async (): Promise<readonly Mech[]> =>
    Promise.all(mechs.map(async (mech) => readMech(client, { mech, marketplace, sender })));
  let known = await readMechs();
  return {
    client,
    chainId: actual,
    address: marketplace,
    book: `${actual}:${marketplace}`,
    get mechs() {
      return known;
    },
    refresh: async () => {
      known = await readMechs();
    },
    karma,
    domainSeparator,
    infoOf: createInfoReading({ client, address: marketplace }),
  };
}

async function readMech(
  client: PublicClient,
  { mech, marketplace, sender }: { mech: MechSetting; marketplace: Address; sender: Address },
): Promise<Mech> {
  const { address } = mech;
  const of = { address, abi: mechAbi } as const;
  const [home, operator, serviceId, paymentType] = await readOrExplain(
    Promise.all([
      client.readContract({ ...of, functionName: "mechMarketplace" }),
      client.readContract({ ...of, functionName: "getOperator" }),
      client.readContract({ ...of, functionName: "serviceId" }),
      client.readContract({ ...of, functionName: "paymentType" }),
    ]),
    `MECH ${getAddress(address)} cannot be used as a mech on this chain.`,
  );
  if (!isAddressEqual(home, marketplace)) {
    throw new Error(`MECH ${getAddress(address)} belongs to marketplace ${home}, not to MARKETPLACE.`);
  }
  if (subscriptions.includes(paymentType)) {
    throw new Error(
      `MECH ${getAddress(address)} is paid by subscription, which this agent cannot deliver for.`,
    );
  }
  const isSafe = await requireOperator(client, { mech: address, operator, sender });
  const tracker = await askChain(
    client.readContract({
      address: marketplace,
      abi: marketplaceAbi,
      functionName: "mapPaymentTypeBalanceTrackers",
      args: [paymentType],
    }),
  );
  const payment = await readPayment(client, { paymentType, tracker });
  return { ...mech, operator, isSafe, serviceId, paymentType, tracker, payment };
}

/** Whether the operator is a Safe; throws where our key cannot act for it. */
async function requireOperator(
  client: PublicClient,
  { mech, operator, sender }: { mech: Address; operator: Address; sender: Address },
): Promise<boolean> {
  if (isAddressEqual(operator, sender)) return false;
  const code = await askChain(client.getCode({ address: operator }));
  const wrongKey = `The operator of mech ${getAddress(mech)} is ${operator}, but AGENT_PRIVATE_KEY is the key of ${sender}.`;
  if (code === undefined || code === "0x") throw new Error(wrongKey);
  const safe = { address: operator, abi: safeAbi } as const;
  const [threshold, isOwner] = await readOrExplain(
    Promise.all([
      client.readContract({ ...safe, functionName: "getThreshold" }),
      client.readContract({ ...safe, functionName: "isOwner", args: [sender] }),
    ]),
    `${wrongKey} The operator is a contract, but no Safe.`,
  );
  if (!isOwner) throw new Error(`${wrongKey} That key is not an owner of this Safe.`);
  if (threshold > 1n) {
    throw new Error(`The Safe ${operator} wants ${threshold} signatures; the agent can give one.`);
  }
  return true;
}

export async function readOrExplain<Answer>(asking: Promise<Answer>, explanation: string): Promise<Answer> {
  try {
    return await askChain(asking);
  } catch (error) {
    const revert = revertOf(error);
    if (revert === undefined && !isEmptyAnswer(error)) throw error;
    const why =
      revert === "WrongServiceState" ? `${explanation} Its service is not in state Deployed.` : explanation;
    throw new Error(why, { cause: error });
  }
}

/** An address without code answers every call with nothing. */
export function isEmptyAnswer(error: unknown): boolean {
  return error instanceof Error && String(error.cause).includes("returned no data");
}

/** The state of a request, seen from a mech. */
export type MechStanding = "unknown" | "open" | "ours" | "another's";

export function standingOf({ priorityMech, deliveryMech }: RequestInfo, mech: Address): MechStanding {
  if (isAddressEqual(priorityMech, zeroAddress)) return "unknown";
  if (isAddressEqual(deliveryMech, zeroAddress)) return "open";
  return isAddressEqual(deliveryMech, mech) ? "ours" : "another's";
}

export async function isExpired({ client, address }: Market, id: Hex): Promise<boolean> {
  const status = await askChain(
    client.readContract({ address, abi: marketplaceAbi, functionName: "getRequestStatus", args: [id] }),
  );
  return status === requestStatus.requestedExpired;
}

export async function readRate({ client }: Market, { address }: Mech): Promise<bigint> {
  return askChain(client.readContract({ address, abi: mechAbi, functionName: "maxDeliveryRate" }));
}

/** What a mech has earned and not yet collected. */
export async function readBalance({ client }: Market, { address, tracker }: Mech): Promise<bigint> {
  return askChain(
    client.readContract({
      address: tracker,
      abi: trackerAbi,
      functionName: "mapMechBalances",
      args: [address],
    }),
  );
}

export async function readKarma({ client, karma }: Market, { address }: Mech): Promise<bigint> {
  return askChain(
    client.readContract({ address: karma, abi: karmaAbi, functionName: "mapMechKarma", args: [address] }),
  );
}

export async function readDeliveries({ client, address }: Market, mech: Mech): Promise<bigint> {
  return askChain(
    client.readContract({
      address,
      abi: marketplaceAbi,
      functionName: "mapMechDeliveryCounts",
      args: [mech.address],
    }),
  );
}

const idsPerPage = 200n;

/** The mech's own list of undelivered requests. Only a hint: it drops some, and keeps others for too long. */
export async function readUndelivered({ client }: Market, { address }: Mech): Promise<readonly Hex[]> {
  const of = { address, abi: mechAbi } as const;
  const total = await askChain(client.readContract({ ...of, functionName: "numUndeliveredRequests" }));
  const ids: Hex[] = [];
  for (let offset = 0n; offset < total; offset += idsPerPage) {
    const size = total - offset < idsPerPage ? total - offset : idsPerPage;
    const page = await askChain(
      client.readContract({ ...of, functionName: "getUndeliveredRequestIds", args: [size, offset] }),
    ).catch((error: unknown) => {
      // The list got shorter while it was read.
      if (revertOf(error) !== undefined) return [];
      throw error;
    });
    ids.push(...page);
  }
  return ids;
}
