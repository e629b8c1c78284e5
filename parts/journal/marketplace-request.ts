import type { EntryState, JournalEntry } from "../store/journal.ts";

type Hex = `0x${string}`;

/** A token that a mech is paid in. Its amounts are in its smallest unit, like wei for a coin. */
export type MechToken = Readonly<{ address: Hex; symbol: string | null; decimals: number }>;

/** What is known of a marketplace request: the body of its journal entry. Amounts of wei are decimal text. */
export type MarketplaceRequest = Readonly<{
  /**
   * `chain`: for our mech; `signed`: sent to our own address; `step-in`: for a mech that let it expire; `validation`: an
   * ERC-8004 validation request.
   */
  origin: "chain" | "signed" | "step-in" | "validation";
  /** Our mech that answers it; of a validation, the account that is named as its validator. */
  mech: Hex;
  requester: Hex;
  /** What the requester put on chain: the digest of the request's content. */
  data: Hex;
  rateWei: string;
  /** What it is paid in, where that is not the chain's own coin. */
  token?: MechToken;
  /** Until then, in Unix seconds, only the mech that was asked may deliver. */
  deadlineS: number;
  /** Where it was asked; absent for a signed request. */
  asked?: Readonly<{ block: string; tx: Hex }>;
  /** A signed request carries what a request on chain leaves to the chain. */
  signed?: Readonly<{ signature: Hex; nonce: string; content: string }>;
  /** A validation is asked for in a registry of its own, by a hash of its content. */
  validation?: Readonly<{
    registry: Hex;
    hash: Hex;
    agentId: string;
    uri: string;
    /** What is answered, 0 to 100, once it is judged. */
    response?: number;
  }>;
  /** Tries of the present step, and why the last of them failed. */
  attempts: number;
  problem?: string;
  requestCid?: string;
  tool?: string;
  mode?: "static" | "repair" | "execute";
  /** What to judge, kept until it is judged; `unreadable` is why there is nothing. */
  task?: Readonly<{ body: Readonly<Record<string, unknown>>; prompt: string } | { unreadable: string }>;
  /** Its content was not found. The agent keeps looking until the answer that says so is public. */
  isMissing?: true;
  /** The document, byte for byte: kept until it is delivered for good, and of a signed request as long as its entry. */
  document?: string;
  /** What the verdict says; absent where a refusal was delivered in its place. */
  valid?: boolean;
  verdictCid?: string;
  digest?: Hex;
  delivery?: Readonly<{ tx: Hex; block: string; rateWei: string; gas: string; batch: number }>;
  /** When it came to each state, in Unix milliseconds of our clock. */
  at: Readonly<Partial<Record<EntryState, number>>>;
}>;

/**
 * Whether the answer may be read. Until it is delivered, a signed request's nonce or money could still be spent on
 * something else, and another mech could deliver our answer as its own once our turn is over.
 */
export function isAnswerPublic(state: EntryState): boolean {
  return state === "delivered" || state === "settled";
}

/** The number that a request has where it was asked: its answer is published under it, and signed for it. */
export function answerIdOf(id: string, { validation }: Pick<MarketplaceRequest, "validation">): bigint {
  return BigInt(validation?.hash ?? id);
}

export function readRequest(entry: Pick<JournalEntry, "body">): MarketplaceRequest {
  return JSON.parse(entry.body) as MarketplaceRequest;
}

/** What the agent last knew of itself: a note in the store that the service shows. */
export type AgentProfile = Readonly<{
  atMs: number;
  chainId: number;
  marketplace: Hex;
  /** Who signs the verdicts. */
  signer: Hex;
  mechs: readonly Readonly<{
    address: Hex;
    operator: Hex;
    serviceId: string;
    tools: readonly string[];
    rateWei: string;
    karma: string;
    /** Earned and not yet collected. */
    balanceWei: string;
    deliveries: string;
    /** What it is paid in, where that is not the chain's own coin. */
    token?: MechToken;
  }>[];
  collectedWei: string;
  /** The same in tokens, by the token's address in lower case. */
  collectedTokens?: Readonly<Record<string, string>>;
}>;

/** The name of the profile's note; `book` as in the journal. */
export const profileNote = (book: string): string => `agent-profile:${book}`;
