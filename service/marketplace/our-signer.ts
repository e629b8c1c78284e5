import { profileNote, type AgentProfile } from "../../parts/journal/marketplace-request.ts";
import type { CheckedDocument } from "../../parts/proof/verdict-signature.ts";
import type { Parts } from "../parts.ts";

/** Whether it signs the receipts of this service, or did before its key was replaced. */
export function isOurReceiptSigner(
  { receipts, config }: Pick<Parts, "receipts" | "config">,
  signer: string,
): boolean {
  return [receipts.signer.toLowerCase(), ...config.RECEIPT_SIGNERS_OLD].includes(signer.toLowerCase());
}

/** Whether the signer is the agent of this deployment; undefined where it has none on that marketplace. */
export async function isSignedByUs(
  { store }: Pick<Parts, "store">,
  { document: { metadata }, signer }: Extract<CheckedDocument, { ok: true }>,
): Promise<boolean | undefined> {
  const book = `${metadata.chain_id}:${metadata.marketplace.toLowerCase()}`;
  const note = await store.readNote(profileNote(book));
  if (!note) return undefined;
  const profile = JSON.parse(note.text) as AgentProfile;
  return profile.signer.toLowerCase() === signer.toLowerCase();
}
