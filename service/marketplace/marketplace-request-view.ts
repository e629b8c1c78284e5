import { toIso } from "../../platform/clock.ts";
import {
  answerIdOf,
  isAnswerPublic,
  readRequest,
  type MarketplaceRequest,
  type MechToken,
} from "../../parts/journal/marketplace-request.ts";
import type { JournalEntry } from "../../parts/store/journal.ts";
import type { Config } from "../config.ts";
import { coinName } from "../terms/chains.ts";
import { baseUrlOf } from "../terms/remedy.ts";
import type { RequestView } from "./marketplace-answer.ts";

const maxProblemLength = 300;
const maxToolLength = 80;

/** Of an entry, what anybody may see: never the submission, the document or a signature. */
export function viewRequest(entry: JournalEntry, config: Config): RequestView {
  const request = readRequest(entry);
  const { origin, mech, requester, rateWei, attempts, asked, delivery } = request;
  return {
    ...viewVerdict(entry, request, baseUrlOf(config)),
    ...viewBook(entry.book, config),
    ...viewMoney(entry.book, request.token, config),
    request_id: entry.id,
    state: entry.state,
    origin,
    mech,
    requester,
    tool: request.tool === undefined ? null : cut(request.tool, maxToolLength),
    mode: request.mode ?? null,
    attempts,
    problem: request.problem === undefined ? null : cut(withoutUrls(request.problem), maxProblemLength),
    rate_wei: rateWei,
    validation: viewValidation(entry, request),
    asked: asked ? { tx: asked.tx, block: Number(asked.block) } : null,
    delivery: delivery ? viewDelivery(delivery) : null,
    ...viewTimes(entry, request),
  };
}

/** A book's name, taken apart. */
export function viewBook(
  book: string,
  config: Config,
): Pick<RequestView, "chain_id" | "currency" | "marketplace"> {
  const [chainId = "", marketplace = ""] = book.split(":");
  return { chain_id: Number(chainId), currency: coinName(config, Number(chainId)), marketplace };
}

/** What amounts are in: a token, or the coin of the book's chain. */
export function viewMoney(
  book: string,
  token: MechToken | undefined,
  config: Config,
): Pick<RequestView, "token" | "currency" | "decimals"> {
  if (!token) return { token: null, currency: viewBook(book, config).currency, decimals: coinDecimals };
  return { token: token.address, currency: token.symbol, decimals: token.decimals };
}

const coinDecimals = 18;

function viewValidation({ state }: JournalEntry, { validation }: MarketplaceRequest) {
  if (!validation) return null;
  const { registry, hash, agentId, response = null } = validation;
  const isPublic = isAnswerPublic(state);
  return { registry, request_hash: hash, agent_id: agentId, response: isPublic ? response : null };
}

function viewVerdict({ id, state }: JournalEntry, request: MarketplaceRequest, baseUrl: string) {
  const decimal = answerIdOf(id, request).toString();
  const { verdictCid, valid, signed }: Partial<MarketplaceRequest> = isAnswerPublic(state) ? request : {};
  // The answer to a signed request has its address on chain; what it says is for the requester.
  const isPublished = verdictCid !== undefined && signed === undefined;
  return {
    request_id_decimal: decimal,
    valid: isPublished ? (valid ?? null) : null,
    request_cid: request.requestCid ?? null,
    verdict_cid: verdictCid ?? null,
    verdict_url: isPublished ? `${baseUrl}/ipfs/${verdictCid}/${decimal}` : null,
  };
}

function viewDelivery({ tx, block, gas, batch, rateWei }: NonNullable<MarketplaceRequest["delivery"]>) {
  return { tx, block: Number(block), gas: Number(gas), batch, rate_wei: rateWei };
}

function viewTimes({ seenAtMs }: JournalEntry, { at }: MarketplaceRequest) {
  const moments = Object.entries({ ...at, seen: seenAtMs });
  return {
    times: Object.fromEntries(moments.map(([state, atMs]) => [state, toIso(atMs)])),
    seconds_to_delivery: at.delivered === undefined ? null : (at.delivered - seenAtMs) / 1000,
  };
}

/** The address of an RPC or a gateway may hold its key. */
function withoutUrls(text: string): string {
  return text.replaceAll(/(?:(?<![a-z0-9+.-])[a-z0-9+.-]+)?:\/\/[^\s"'`<>]+/gi, "[address]");
}

function cut(text: string, maxLength: number): string {
  const characters = Array.from(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
}
