import { type Address, encodeAbiParameters, type Hex, parseEventLogs, zeroAddress } from "viem";
import { deployer, type LocalAccount } from "./accounts.ts";
import { type ChainClients, type Contract, type Deployer, mined } from "./deployer.ts";
import { createSafe, type Safe, type SafeVersion } from "./safe.ts";

/** The hash that names the mechs with one price in the native currency. */
export const fixedPriceNative = "0xba699a34be8fe0e7725e93dcbce1701b0211a8ca61330aaeb8a05bf2ec7abed1";
const defaultRateWei = 10n ** 16n;

export type MarketplaceOptions = Readonly<{
  /** The layout of its events, which changed in August 2025 while the version stayed; nothing else did. */
  events?: "old" | "new";
  /** In hundredths of a percent. */
  fee?: bigint;
  /** Where the documents of the services are to be had: `tokenURI` begins with it. */
  metadataBaseUri?: string;
  /** Where contracts are put, for programs that know their addresses; anywhere, unless told. */
  places?: Readonly<{ marketplace: Address; tracker: Address; metadata: Address }>;
}>;

/** A marketplace and what belongs to it. Its functions are the same with either layout of its events. */
export type Marketplace = Readonly<{
  marketplace: Contract<"MechMarketplace">;
  registry: Contract<"ServiceRegistry">;
  karma: Contract<"Karma">;
  tracker: Contract<"BalanceTracker">;
  factory: Contract<"MechFactory">;
  metadata: Contract<"ServiceMetadata">;
}>;

/** The hashes that name the mechs with one price in OLAS, and in USDC. */
export const fixedPriceToken = "0x3679d66ef546e66ce9057c4a052f317b135bc8e8c509638f7966edfd4fcf45e9";
export const fixedPriceTokenUsdc = "0x6406bb5f31a732f898e1ce9fdd988a80a808d36ab5d9a4a4805a8be8d197d5e3";

/** What a marketplace has for mechs that are paid in a token. */
export type TokenPayment = Readonly<{
  tracker: Contract<"TokenBalanceTracker">;
  factory: Contract<"TokenMechFactory">;
}>;

export type MechOptions = Readonly<{
  /** Owns the service; operates the mech itself, or owns the Safe that does. */
  owner: LocalAccount;
  /** Which version; 1.3.0 where it is only told that there is one. */
  safe?: SafeVersion | boolean;
  rateWei?: bigint;
}>;

/** Where a mech is made: its marketplace, and the factory that says what it is paid in. */
export type MechHome = Pick<Marketplace, "marketplace" | "registry"> &
  Readonly<{ factory: Readonly<{ address: Address }> }>;

export type LocalMech = Readonly<{
  mech: Contract<"Mech">;
  serviceId: bigint;
  owner: LocalAccount;
  /** The account that delivers: the owner's, or the Safe's. */
  operator: Address;
  safe: Safe | undefined;
  createdAtBlock: bigint;
}>;

export async function deployMarketplace(
  clients: ChainClients,
  contracts: Deployer,
  { events = "new", fee = 0n, metadataBaseUri = "ipfs://", places }: MarketplaceOptions = {},
): Promise<Marketplace> {
  const registry = await contracts.deploy("ServiceRegistry", []);
  const karma = await contracts.deploy("Karma", []);
  const terms = [registry.address, karma.address, fee, 60n, 300n] as const;
  const name = events === "new" ? "MechMarketplace" : "MechMarketplaceOldEvents";
  const { address } = await contracts.deploy(name, terms, places?.marketplace);
  const marketplace = await contracts.at("MechMarketplace", address);
  const tracker = await contracts.deploy("BalanceTracker", [address, deployer.address], places?.tracker);
  const factory = await contracts.deploy("MechFactory", [address]);
  const described = [registry.address, metadataBaseUri] as const;
  const metadata = await contracts.deploy("ServiceMetadata", described, places?.metadata);
  await mined(clients, karma.write.setMechMarketplaceStatuses([[address], [true]]));
  await mined(clients, marketplace.write.setMechFactoryStatuses([[factory.address], [true]]));
  await mined(
    clients,
    marketplace.write.setPaymentTypeBalanceTrackers([[fixedPriceNative], [tracker.address]]),
  );
  return { marketplace, registry, karma, tracker, factory, metadata };
}

/** Lets mechs of a marketplace be paid in a token. */
export async function deployTokenPayment(
  clients: ChainClients,
  contracts: Deployer,
  { marketplace }: Pick<Marketplace, "marketplace">,
  { token, paymentType }: { token: Address; paymentType: Hex },
): Promise<TokenPayment> {
  const tracker = await contracts.deploy("TokenBalanceTracker", [
    marketplace.address,
    deployer.address,
    token,
  ]);
  const factory = await contracts.deploy("TokenMechFactory", [marketplace.address, paymentType]);
  await mined(clients, marketplace.write.setMechFactoryStatuses([[factory.address], [true]]));
  await mined(clients, marketplace.write.setPaymentTypeBalanceTrackers([[paymentType], [tracker.address]]));
  return { tracker, factory };
}

/** Registers a service, puts it into operation and has the marketplace make its mech. */
export async function createMech(
  clients: ChainClients,
  contracts: Deployer,
  { marketplace, registry, factory }: MechHome,
  { owner, safe: withSafe = false, rateWei = defaultRateWei }: MechOptions,
): Promise<LocalMech> {
  const version = withSafe === true ? "1.3.0" : withSafe;
  const safe = version ? await createSafe(clients, [owner.address], { version }) : undefined;
  const operator = safe?.address ?? owner.address;
  await mined(clients, registry.write.create([owner.address]));
  const serviceId = await registry.read.totalSupply();
  await mined(clients, registry.write.deploy([serviceId, operator], { account: owner }));
  const payload = encodeAbiParameters([{ type: "uint256" }], [rateWei]);
  const { logs, blockNumber } = await mined(
    clients,
    marketplace.write.create([serviceId, factory.address, payload], { account: owner }),
  );
  const [created] = parseEventLogs({ abi: marketplace.abi, logs, eventName: "CreateMech" });
  const mech = await contracts.at("Mech", created?.args.mech ?? zeroAddress);
  return { mech, serviceId, owner, operator, safe, createdAtBlock: blockNumber };
}
