import type { Hex } from "viem";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { requestWork } from "../../scripts/chain/actions.ts";
import type { LocalChain, LocalChainOptions } from "../../scripts/chain/local-chain.ts";
import { borrowChain } from "./local-chain.ts";
import type { LocalMech, MechOptions } from "../../scripts/chain/marketplace.ts";
import { startIpfsStandIn, type IpfsStandIn } from "./ipfs-stand-in.ts";
import type { TestService } from "./service.ts";
import { openWarmService } from "./services.ts";

/** Everything around an agent: the chain, IPFS and the service, all of them in this process. */
export type Stage = Readonly<{
  chain: LocalChain;
  ipfs: IpfsStandIn;
  service: TestService;
  /** A mech of its own for an agent with a key of its own. */
  createShop(owner: LocalAccount, options?: Pick<MechOptions, "safe">): Promise<Shop>;
}> &
  AsyncDisposable;

/** A mech, and the data of its requesters and the chain. */
export type Shop = LocalMech &
  Readonly<{
    rateWei: bigint;
    /** The environment of its agent, without its store. */
    env: Readonly<Record<string, string>>;
    /** Puts a request to check this code on IPFS; its digest is what goes on chain. */
    put(code: string): Promise<Hex>;
    /** Requests this many checks in one transaction. */
    ask(count: number): Promise<readonly Hex[]>;
    /** How many were requested. */
    asked(): number;
    /** Every delivery of the mech's, oldest first. */
    deliveries(): Promise<readonly Readonly<{ id: Hex; tx: Hex }>[]>;
    /** The state of these requests, and their cost. */
    account(ids: readonly Hex[]): Promise<Account>;
  }>;

export type Account = Readonly<{
  /** How often each was delivered. */
  delivered: readonly number[];
  /** Deliveries that the marketplace silently rejected. */
  refused: number;
  /** Transactions that the agent's account has sent since the shop opened, and how many of them delivered. */
  transactions: number;
  delivering: number;
}>;

export async function openStage(options: LocalChainOptions = {}): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const chain = opening.use(await borrowChain(options));
  const ipfs = opening.use(await startIpfsStandIn());
  const service = opening.use(await openWarmService({ env: { SERVICE_KEY: chain.env["SERVICE_KEY"]! } }));
  const stage = { chain, ipfs, service };
  const opened = opening.move();
  return {
    ...stage,
    createShop: async (owner, { safe = false } = {}) =>
      openShop(stage, await chain.createMech({ owner, safe })),
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

type Surroundings = Pick<Stage, "chain" | "ipfs" | "service">;

async function openShop(surroundings: Surroundings, shop: LocalMech): Promise<Shop> {
  const { chain, ipfs, service } = surroundings;
  const { mech, owner, createdAtBlock } = shop;
  return {
    ...shop,
    rateWei: await mech.read.maxDeliveryRate(),
    env: {
      ...chain.env,
      DEPOSIT_CONTRACT: "", // requests are enough for it to do
      MECH: mech.address,
      AGENT_PRIVATE_KEY: owner.privateKey,
      AGENT_START_BLOCK: String(createdAtBlock),
      SERVICE_URL: service.url,
      IPFS_API_URL: ipfs.apiUrl,
      // Earnings stay where they are, so that every transaction is a delivery.
      COLLECT_ABOVE_WEI: String(10n ** 24n),
    },
    ...requesterOf(surroundings, shop),
    ...(await accountantOf(surroundings, shop)),
  };
}

function requesterOf(
  { chain, ipfs }: Surroundings,
  { mech, owner }: LocalMech,
): Pick<Shop, "put" | "ask" | "asked"> {
  // A different one for each shop, so that they can be used at the same time.
  const requester = chain.users.at(-1 - chain.users.indexOf(owner))!;
  let asked = 0;
  let contents = 0;
  const put: Shop["put"] = async (prompt) => {
    contents += 1;
    const content = { prompt, tool: "python_code_validator", nonce: `${mech.address} ${contents}` };
    return (await ipfs.put(JSON.stringify(content))).digest;
  };
  return {
    put,
    asked: () => asked,
    ask: async (count) => {
      asked += count;
      const codes = Array.from({ length: count }, (_, n) => `x = ${asked - n}\n`);
      const datas = await Promise.all(codes.map(put));
      return (await requestWork({ ...chain, mech }, { requester, datas })).requestIds;
    },
  };
}

async function accountantOf(
  { chain }: Surroundings,
  { mech, owner, createdAtBlock }: LocalMech,
): Promise<Pick<Shop, "deliveries" | "account">> {
  const since = { fromBlock: createdAtBlock };
  const sentBy = async (): Promise<number> =>
    chain.clients.public.getTransactionCount({ address: owner.address });
  const sentBefore = await sentBy();
  const deliveries: Shop["deliveries"] = async () =>
    (await mech.getEvents.Deliver({}, since)).map(({ args, transactionHash }) => ({
      id: args.requestId!,
      tx: transactionHash,
    }));
  return {
    deliveries,
    account: async (ids) => {
      const made = await deliveries();
      return {
        delivered: ids.map((id) => made.filter((delivery) => delivery.id === id).length),
        refused: (await mech.getEvents.RevokeRequest(since)).length,
        transactions: (await sentBy()) - sentBefore,
        delivering: new Set(made.map(({ tx }) => tx)).size,
      };
    },
  };
}
