import { encodeFunctionData, parseAbi, parseEventLogs, type Address } from "viem";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";
import type { Sender } from "./sender.ts";

/** ERC-8004's identity registry, as far as it is supported here. */
const registryAbi = parseAbi([
  "function register(string agentURI) returns (uint256 agentId)",
  "function setAgentURI(uint256 agentId, string newURI)",
  "function tokenURI(uint256 agentId) view returns (string)",
  "function ownerOf(uint256 agentId) view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function isAuthorizedOrOwner(address spender, uint256 agentId) view returns (bool)",
  "event Registered(uint256 indexed agentId, string agentURI, address indexed owner)",
]);

export type Identity = Readonly<{ registry: Address; uri: string; agentId: number | undefined }>;

/** Registers the agent, or leads its registration to the file where it should be. Nothing is done twice. */
export async function registerIdentity(
  sender: Sender,
  identity: Identity,
  { another }: { another: boolean },
): Promise<void> {
  if (identity.agentId === undefined) await registerAgent(sender, identity, another);
  else await leadToFile(sender, { ...identity, agentId: identity.agentId });
}

/** The address of the file does not depend on the id, so one transaction does both and cannot end half-way. */
async function registerAgent(sender: Sender, { registry, uri }: Identity, another: boolean): Promise<void> {
  const owned = await askChain(
    sender.client.readContract({
      address: registry,
      abi: registryAbi,
      functionName: "balanceOf",
      args: [sender.address],
    }),
  );
  if (owned > 0n && !another) throw new Error(await alreadyRegistered(sender, registry, owned));
  const data = encodeFunctionData({ abi: registryAbi, functionName: "register", args: [uri] });
  const receipt = await sender.send(`Register an agent whose file is ${uri}`, { to: registry, data });
  if (!receipt) return;
  const [event] = parseEventLogs({ abi: registryAbi, eventName: "Registered", logs: receipt.logs });
  if (!event)
    throw new Error(`${registry} registered nothing: is IDENTITY_REGISTRY an ERC-8004 identity registry?`);
  sender.say(
    `Registered as agent ${event.args.agentId}. Set this for the service, and start it again:\n\n  AGENT_ID=${event.args.agentId}\n`,
  );
}

async function alreadyRegistered(
  { client, address }: Sender,
  registry: Address,
  owned: bigint,
): Promise<string> {
  const args = { owner: address };
  const logs = await client
    .getContractEvents({ address: registry, abi: registryAbi, eventName: "Registered", args, fromBlock: 0n })
    .catch(() => []); // many nodes look back only so far
  const ids = logs.map((log) => String(log.args.agentId));
  const which = ids.length > 0 ? `, as agent ${ids.join(", ")}` : "";
  return `${address} is registered already (${owned} in all${which}). Set AGENT_ID to the one to use, or pass --another to register one more.`;
}

async function leadToFile(
  sender: Sender,
  { registry, uri, agentId }: Identity & { agentId: number },
): Promise<void> {
  const of = { address: registry, abi: registryAbi } as const;
  const id = BigInt(agentId);
  const { client } = sender;
  const [present, owner, isOurs] = await askChain(
    Promise.all([
      client.readContract({ ...of, functionName: "tokenURI", args: [id] }),
      client.readContract({ ...of, functionName: "ownerOf", args: [id] }),
      client.readContract({ ...of, functionName: "isAuthorizedOrOwner", args: [sender.address, id] }),
    ]),
  ).catch((error: unknown) => {
    if (revertOf(error) === undefined) throw error;
    throw new Error(
      `There is no agent ${agentId} in registry ${registry}: check AGENT_ID, or leave it unset to register.`,
      { cause: error },
    );
  });
  if (present === uri) {
    sender.say(`Agent ${agentId} is registered, and its file is ${uri}. There is nothing to do.`);
    return;
  }
  if (!isOurs)
    throw new Error(
      `Agent ${agentId} belongs to ${owner}; the key is that of ${sender.address}, which may not change it.`,
    );
  const data = encodeFunctionData({ abi: registryAbi, functionName: "setAgentURI", args: [id, uri] });
  const from = present === "" ? "no file" : present;
  const receipt = await sender.send(`Lead agent ${agentId} from ${from} to ${uri}`, { to: registry, data });
  if (receipt) sender.say(`Agent ${agentId}'s file is now ${uri}.`);
}
