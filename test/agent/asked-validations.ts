import { keccak256, parseEventLogs, toHex, type Address, type Hex } from "viem";
import { entryIdOf } from "../../agent/validation/record-validation.ts";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import type { Shelf } from "../support/ipfs-shelf.ts";

/** An agent of the identity registry that is not ours, and who owns it. */
export type OwnedAgent = Readonly<{ owner: LocalAccount; agentId: bigint }>;

/** A validation as it was asked for, and the name of its journal entry. */
export type Asked = Readonly<{ hash: Hex; id: Hex }>;

type Asking = Readonly<{ uri?: string; hash?: Hex; validator?: Address }>;

export async function registerAgent(
  { clients, identity }: Pick<LocalChain, "clients" | "identity">,
  owner: LocalAccount,
): Promise<OwnedAgent> {
  const { logs } = await mined(clients, identity.write.register({ account: owner }));
  const [registered] = parseEventLogs({ abi: identity.abi, logs, eventName: "Registered" });
  return { owner, agentId: registered!.args.agentId };
}

/** Puts content on IPFS and asks for its validation, as the owner of an agent does. */
export async function askValidation(
  { chain, ipfs }: Readonly<{ chain: LocalChain; ipfs: Shelf }>,
  { owner, agentId }: OwnedAgent,
  content: unknown,
  { uri, hash, validator = chain.agent.address }: Asking = {},
): Promise<Asked> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const { cid } = await ipfs.put(text);
  const asked = hash ?? keccak256(toHex(text));
  const terms = [validator, agentId, uri ?? `ipfs://${cid}`, asked] as const;
  await mined(chain.clients, chain.validation.write.validationRequest(terms, { account: owner }));
  return { hash: asked, id: entryIdOf(chain.validation.address, asked) };
}

/** Every response to a validation, oldest first. */
export async function responsesTo({ validation }: Pick<LocalChain, "validation">, { hash }: Asked) {
  const events = await validation.getEvents.ValidationResponse({ requestHash: hash }, { fromBlock: 0n });
  return events.map(({ args }) => args);
}
