import { AgentCard, canonicalizeAgentCard } from "@a2a-js/sdk";
import { baseUrlOf } from "../../../terms/remedy.ts";
import { canonicalJson } from "../../../../parts/proof/receipts/canonical-json.ts";
import type { Parts } from "../../../parts.ts";
import { currentCard, olderCard } from "./card.ts";

export const keysPath = "/.well-known/jwks.json";

type Needs = Parameters<typeof olderCard>[0] & Pick<Parts, "cardKey">;

/** The card of 1.0, signed as its specification says: over what that version knows of it, without empty members. */
export function signedCurrentCard(parts: Needs): object {
  return withSignatures(parts, currentCard(parts), [ofSpecification]);
}

/** The card of 0.3, whose members of 1.0 are signed for clients of 1.0, and the whole card for all others. */
export function signedOlderCard(parts: Needs): object {
  return withSignatures(parts, olderCard(parts), [ofSpecification, canonicalJson]);
}

function withSignatures(
  { config, cardKey }: Needs,
  card: object,
  forms: readonly ((card: object) => string)[],
): object {
  const address = `${baseUrlOf(config)}${keysPath}`;
  return { ...card, signatures: forms.map((toText) => cardKey.sign(toText(card), address)) };
}

function ofSpecification(card: object): string {
  return canonicalizeAgentCard(AgentCard.fromJSON(card));
}
