import { randomBytes } from "node:crypto";
import { agent, deployer, facilitator, type LocalAccount, users } from "./accounts.ts";
import {
  type ChainClients,
  type Contract,
  createClients,
  createDeployer,
  type Deployer,
  localChain,
  mined,
} from "./deployer.ts";
import { openHardhat, serveChain } from "./hardhat.ts";
import {
  createMech,
  deployMarketplace,
  type LocalMech,
  type Marketplace,
  type MarketplaceOptions,
  type MechHome,
  type MechOptions,
} from "./marketplace.ts";
import { deployPayments, paymentEnvironment, type ChainPayments } from "./payments.ts";

export type LocalChainOptions = Readonly<{
  /** 0 takes any that is free. */
  port?: number;
  /** What the chain calls itself: another chain's number lets programs run that accept no other. */
  chainId?: number;
  /** The mech's operator is a Safe that the agent's account owns, instead of that account. */
  safe?: MechOptions["safe"];
  /** When blocks come; at once for each transaction and never without one, unless told otherwise. */
  mining?: Mining;
  marketplace?: MarketplaceOptions;
  rateWei?: bigint;
}>;

export type Mining = Readonly<{
  /** A block for each transaction, at once. */
  auto: boolean;
  /** A block this often, with or without transactions; 0 for never. */
  intervalMs: number;
}>;

/** A chain of its own in this process, with the marketplace, one mech, the ERC-8004 registries and what takes payments on it. */
export type LocalChain = AsyncDisposable &
  Marketplace &
  LocalMech &
  Readonly<{
    url: string;
    chainId: number;
    clients: ChainClients;
    contracts: Deployer;
    /** Whose key the agent gets. */
    agent: LocalAccount;
    /** With money, and nobody's operator. */
    users: readonly LocalAccount[];
    identity: Contract<"IdentityRegistry">;
    reputation: Contract<"ReputationRegistry">;
    validation: Contract<"ValidationRegistry">;
    agentId: bigint;
    /** Takes payments for credits; the deployer owns it. */
    deposits: Contract<"Deposits">;
    /** What single calls are paid with and to whom; every user holds some of it. */
    payments: ChainPayments;
    /** What makes the service and the agent use this chain. */
    env: Readonly<Record<string, string>>;
    deployMarketplace(options?: MarketplaceOptions): Promise<Marketplace>;
    /** Another mech, on this chain's marketplace or on the given one. */
    createMech(options: MechOptions, marketplace?: MechHome): Promise<LocalMech>;
    setMining(mining: Mining): Promise<void>;
  }>;

/** Opens the chain; disposing closes its server and forgets the chain. */
export async function openLocalChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  await using opening = new AsyncDisposableStack();
  const hardhat = await openHardhat();
  const { port = 0, chainId = localChain.id } = options;
  const server = await serveChain(hardhat, {
    port,
    chainId,
    accounts: [deployer, agent, facilitator, ...users],
  });
  opening.defer(server.close);
  const clients = createClients(server.url, chainId);
  // A chain that is not held back mines on, and keeps this process from ending.
  opening.defer(() => setMining(clients, { auto: true, intervalMs: 0 }));
  const contracts = createDeployer(hardhat, clients);

  const marketplace = await deployMarketplace(clients, contracts, options.marketplace);
  const { safe = false, rateWei } = options;
  const mechOptions = { owner: agent, safe, ...(rateWei !== undefined && { rateWei }) };
  const mech = await createMech(clients, contracts, marketplace, mechOptions);
  const registries = await deployRegistries(clients, contracts);
  const depositsFromBlock = await clients.public.getBlockNumber();
  const deposits = await contracts.deploy("Deposits", [deployer.address]);
  const payments = await deployPayments(clients, contracts);
  await setMining(clients, options.mining ?? { auto: true, intervalMs: 0 });

  const opened = opening.move();
  return {
    url: server.url,
    chainId,
    clients,
    contracts,
    agent,
    users,
    ...marketplace,
    ...mech,
    ...registries,
    deposits,
    payments,
    env: {
      ...environment(server.url, marketplace, mech, registries),
      CHAIN_ID: String(chainId),
      DEPOSIT_CONTRACT: deposits.address,
      DEPOSIT_START_BLOCK: String(depositsFromBlock),
      ...paymentEnvironment(payments, chainId),
    },
    deployMarketplace: (terms) => deployMarketplace(clients, contracts, terms),
    createMech: (terms, of = marketplace) => createMech(clients, contracts, of, terms),
    setMining: (mining) => setMining(clients, mining),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type Registries = Pick<LocalChain, "identity" | "reputation" | "validation" | "agentId">;

async function deployRegistries(clients: ChainClients, contracts: Deployer): Promise<Registries> {
  const identity = await contracts.deploy("IdentityRegistry", []);
  const reputation = await contracts.deploy("ReputationRegistry", [identity.address]);
  const validation = await contracts.deploy("ValidationRegistry", [identity.address]);
  await mined(clients, identity.write.register({ account: agent }));
  return { identity, reputation, validation, agentId: 0n };
}

async function setMining({ test }: ChainClients, { auto, intervalMs }: Mining): Promise<void> {
  await test.setAutomine(auto);
  await test.request({ method: "evm_setIntervalMining", params: [intervalMs] });
}

function environment(
  url: string,
  { marketplace, metadata }: Marketplace,
  { mech, createdAtBlock }: LocalMech,
  { identity, reputation, validation, agentId }: Registries,
): Record<string, string> {
  return {
    CHAIN_RPC_URL: url,
    CHAIN_CONFIRMATIONS: "1",
    MARKETPLACE: marketplace.address,
    MECH: mech.address,
    AGENT_PRIVATE_KEY: agent.privateKey,
    AGENT_START_BLOCK: String(createdAtBlock),
    IDENTITY_REGISTRY: identity.address,
    REPUTATION_REGISTRY: reputation.address,
    VALIDATION_REGISTRY: validation.address,
    AGENT_ID: String(agentId),
    SERVICE_METADATA: metadata.address,
    SERVICE_KEY: randomBytes(32).toString("hex"),
  };
}
