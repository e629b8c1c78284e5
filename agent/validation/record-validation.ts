import { concatHex, isAddressEqual, keccak256, type Address, type Hex } from "viem";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { mayComeBack, toHeld, writeOutcome } from "../journal/journal.ts";
import { ownerAt, type LogPlace } from "../marketplace/agent-owner.ts";
import { readValidationStatus, type ValidationRegistry } from "../marketplace/validation-registry.ts";
import type { AgentParts } from "../parts.ts";
import { addEntry } from "../marketplace/journal-entry.ts";
import { maxUriLength } from "./ipfs-uri.ts";

/** A validation has no deadline; for this long it is retried as often as a request before its deadline. */
const tryOftenS = 3600;

/** A validation request, as its event describes it. */
export type ValidationRequest = LogPlace &
  Readonly<{ validator: Address; agentId: bigint; uri: string; hash: Hex; tx: Hex }>;

/** Adds a validation to the journal if we serve its agent. Reopens one that a reorganisation had ended. */
export async function recordValidation(
  parts: AgentParts,
  registry: ValidationRegistry,
  asked: ValidationRequest,
): Promise<"served" | "not allowed" | "known"> {
  const { store, market, clock, log } = parts;
  const { hash, validator } = asked;
  const id = entryIdOf(registry.address, hash);
  const known = await store.readEntry(market.book, id);
  if (known && !mayComeBack(known)) return "known";
  const status = await readValidationStatus(market.client, { registry: registry.address, hash });
  const isOpen = status && status.responseHash === undefined && isAddressEqual(status.validator, validator);
  if (!isOpen) return "known";
  if (known) {
    const held = toHeld(known);
    const state = held.request.digest ? "published" : "seen";
    await writeOutcome(parts, held, { state, request: held.request });
    return "served";
  }
  const owner = await ownerAt(market.client, { identity: registry.identity, agentId: asked.agentId }, asked);
  const words = { requestHash: hash, agentId: String(asked.agentId), owner };
  if (!owner || !isAllowed(parts, asked, owner)) {
    log.info("a validation is not served: its agent is not in VALIDATION_ALLOW", words);
    return "not allowed";
  }
  const request = toRequest(registry, asked, { owner, nowMs: clock.now() });
  await addEntry(parts, { id, request, dueAtMs: clock.now() });
  log.info("seen", { requestId: id, ...words });
  return "served";
}

/**
 * The id of its journal entry. The requester chooses the hash, and must not be able to choose the id of a marketplace
 * request.
 */
export function entryIdOf(registry: Address, hash: Hex): Hex {
  return keccak256(concatHex([registry, hash]));
}

function isAllowed({ config }: AgentParts, { agentId }: ValidationRequest, owner: Address): boolean {
  const names = ["*", String(agentId), owner.toLowerCase()];
  return names.some((name) => config.VALIDATION_ALLOW.includes(name));
}

function toRequest(
  { address: registry }: ValidationRegistry,
  { validator, agentId, uri, hash, block, tx }: ValidationRequest,
  { owner, nowMs }: { owner: Address; nowMs: number },
): MarketplaceRequest {
  return {
    origin: "validation",
    mech: validator.toLowerCase() as Address,
    requester: owner.toLowerCase() as Address,
    data: hash,
    rateWei: "0",
    deadlineS: Math.floor(nowMs / 1000) + tryOftenS,
    asked: { block: String(block), tx },
    validation: { registry, hash, agentId: String(agentId), uri: uri.slice(0, maxUriLength + 1) },
    attempts: 0,
    at: { seen: nowMs },
  };
}
