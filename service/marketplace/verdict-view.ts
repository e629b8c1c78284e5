import { readRequest } from "../../parts/journal/marketplace-request.ts";
import {
  checkPublished,
  describeCheck,
  findPublished,
  type ContentLook,
} from "../../parts/proof/published-verdict.ts";
import { Fault } from "../../parts/faults.ts";
import { UnreadableJson } from "../../parts/json/parse-json.ts";
import { maxDocumentBytes } from "../../parts/proof/verdict-document.ts";
import type { LimitParts, PublicParts, StoreParts } from "../parts.ts";
import { chainName, transactionPage } from "../terms/chains.ts";
import { isSignedByUs } from "./our-signer.ts";

type Needs = StoreParts & PublicParts & LimitParts;

/** All that the page of a published verdict shows. */
export async function readVerdictView({ ipfs, json, store }: Needs, cid: string, signal: AbortSignal) {
  const reading = { maxBytes: maxDocumentBytes, signal };
  const look: ContentLook = {
    list: async (address) => ipfs.listHeld(address, [], reading),
    read: async (address, path) => ipfs.readHeld(address, path, reading),
  };
  const published = await findPublished(look, cid).catch((error: unknown) => {
    if (error instanceof Fault && error.code === "content_invalid") return undefined;
    throw error;
  });
  if (!published) throw new Fault("not_found", { message: "No such verdict on this service." });
  const checked = await checkPublished(published, async (text) => json.readDocument(text, signal));
  const told = describeCheck(checked);
  const { document } = checked;

  /** The request, where the request's content is held here. */
  async function readPrompt(requestCid: string): Promise<string | null> {
    const names = (await look.list(requestCid)) ?? [];
    const bytes = await look.read(requestCid, names.includes("metadata.json") ? ["metadata.json"] : []);
    if (!bytes) return null;
    const asked = await json.read(bytes, signal).catch((error: unknown) => {
      if (error instanceof UnreadableJson) return undefined;
      throw error;
    });
    const prompt =
      typeof asked === "object" && asked !== null && "prompt" in asked ? asked.prompt : undefined;
    return typeof prompt === "string" ? prompt : null;
  }

  return {
    ...told,
    is_ours: checked.ok ? ((await isSignedByUs({ store }, checked)) ?? null) : null,
    chain_name: told.chain_id === null ? null : chainName(told.chain_id),
    executed_at: document?.executed_at ?? null,
    file: published.name ?? null,
    result: document?.result ?? null,
    prompt: document?.prompt ?? (told.request_cid === null ? null : await readPrompt(told.request_cid)),
    transactions: await readTransactions(store, told),
  };
}

type Subject = Pick<ReturnType<typeof describeCheck>, "chain_id" | "marketplace" | "request_id">;

/** The transactions that our agent's journal knows of. */
async function readTransactions(store: Needs["store"], { chain_id, marketplace, request_id }: Subject) {
  if (chain_id === null || marketplace === null || request_id === null) return [];
  const id = `0x${BigInt(request_id).toString(16).padStart(64, "0")}`;
  const entry = await store.readEntry(`${chain_id}:${marketplace.toLowerCase()}`, id);
  if (!entry) return [];
  const { asked, delivery } = readRequest(entry);
  return [
    { name: "Request", tx: asked?.tx },
    { name: "Delivery", tx: delivery?.tx },
  ].flatMap(({ name, tx }) =>
    tx === undefined ? [] : [{ name, tx, href: transactionPage(chain_id, tx) ?? null }],
  );
}

export type VerdictView = Awaited<ReturnType<typeof readVerdictView>>;
