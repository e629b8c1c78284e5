import { encodeFunctionData, parseAbi, type Address, type Hex } from "viem";
import type { AgentConfig } from "../../agent/config.ts";
import { readMarket, type Mech } from "../../agent/marketplace/market.ts";
import { byOperator } from "../../agent/marketplace/operator-call.ts";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { systemClock } from "../../platform/clock.ts";
import { digestOf, inBase16 } from "../../parts/ipfs/address.ts";
import { layOut, ourLayout } from "../../parts/ipfs/reading/layout.ts";
import { openIpfs } from "../../parts/ipfs/open-ipfs.ts";
import { openLog } from "../../platform/log.ts";
import type { Sender } from "./sender.ts";
import { toolList, type Listing } from "./tool-list.ts";

/** ComplementaryServiceMetadata, where a service's document is named by its digest. */
const metadataAbi = parseAbi([
  "function changeHash(uint256 serviceId, bytes32 hash)",
  "function mapServiceHashes(uint256 serviceId) view returns (bytes32)",
]);

/** `metadata` is the contract; the rest is for the list. */
type Offer = Readonly<{ agent: AgentConfig; metadata: Address }> &
  Pick<Listing, "baseUrl" | "operator" | "termsUrl">;

const publishTimeoutMs = 60_000;

/** Publishes the list of tools of each service that owns a mech of ours, and names it on chain. */
export async function publishTools(sender: Sender, { agent, metadata, ...about }: Offer): Promise<void> {
  const { client, chainId, address } = sender;
  const { MARKETPLACE: marketplace, MECH: mechs, SIGNED_REQUESTS, PUBLIC_AGENT_URL } = agent;
  const agentUrl = SIGNED_REQUESTS === "on" ? PUBLIC_AGENT_URL : undefined;
  const market = await readMarket({ client, chainId, marketplace, mechs, sender: address });
  for (const [serviceId, owned] of Map.groupBy(market.mechs, (mech) => mech.serviceId)) {
    const tools = owned.flatMap((mech) => mech.tools);
    const document = Buffer.from(toolList({ ...about, agentUrl, tools }));
    const digest = await publish(sender, agent, document);
    await nameDocument(sender, { metadata, serviceId, digest, mech: owned[0]! });
  }
}

/** The document's digest; in a dry run as it will be. */
async function publish({ isDry, say }: Sender, agent: AgentConfig, document: Uint8Array): Promise<Hex> {
  const { root } = await layOut(document, ourLayout);
  if (isDry) {
    say(`The tool list would be published as ${inBase16(root)}:\n${new TextDecoder().decode(document)}`);
    return digestOf(root);
  }
  await using ipfs = await openIpfs({
    dataDir: agent.DATA_DIR,
    apiUrl: agent.IPFS_API_URL,
    gatewayUrls: agent.IPFS_GATEWAY_URL,
    clock: systemClock,
    log: openLog(agent.LOG_LEVEL),
  });
  const { digest } = await ipfs.publishFile(document, AbortSignal.timeout(publishTimeoutMs));
  say(`The tool list is published as ${inBase16(root)}.`);
  return digest;
}

type Naming = Readonly<{ metadata: Address; serviceId: bigint; digest: Hex; mech: Mech }>;

async function nameDocument(sender: Sender, { metadata, serviceId, digest, mech }: Naming): Promise<void> {
  const present = await askChain(
    sender.client.readContract({
      address: metadata,
      abi: metadataAbi,
      functionName: "mapServiceHashes",
      args: [serviceId],
    }),
  );
  if (present === digest) {
    sender.say(`Service ${serviceId} names it already. There is nothing to do.`);
    return;
  }
  const data = encodeFunctionData({
    abi: metadataAbi,
    functionName: "changeHash",
    args: [serviceId, digest],
  });
  const call = byOperator(mech, { to: metadata, data }, sender.address);
  const through = mech.isSafe ? `, through the Safe ${mech.operator}` : "";
  await sender.send(`Name it as the tool list of service ${serviceId}${through}`, call);
}
