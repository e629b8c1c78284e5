/** How far a marketplace request has come; from `settled` on nothing more is done for it. */
export const entryStates = [
  "seen",
  "fetched",
  "judged",
  "published",
  "delivered",
  "settled",
  /** Another mech delivered it. */
  "lost",
  /** The marketplace will not take our delivery. */
  "refused",
  /** Its block was reorganised away; it comes back when the request does. */
  "vanished",
] as const;
export type EntryState = (typeof entryStates)[number];

/** An ended entry is pruned when it has not been written for this long. */
export const endedStates: readonly EntryState[] = ["settled", "lost", "refused", "vanished"];
export const endedLifeMs = 90 * 86_400_000;

/** A request as the store keeps it. What was learned of it is the agent's own text. */
export type JournalEntry = Readonly<{
  /** Which marketplace it came from: `<chain id>:<address in lower case>`. */
  book: string;
  /** The request id: 0x and 64 hexadecimal digits. */
  id: string;
  state: EntryState;
  /** Raised by every write, so that a writer that read an older one is refused. The first is 1. */
  version: number;
  seenAtMs: number;
  changedAtMs: number;
  /** When its next step may be tried; null when there is none. */
  dueAtMs: number | null;
  body: string;
}>;

/** A named text that only who has read its newest version can replace. */
export type Note = Readonly<{ name: string; version: number; text: string }>;

/**
 * What the agent writes down before it acts, shared by its replicas. Like every command of the store, each is
 * atomic, durable when its promise resolves, and safe to send twice.
 */
export type Journal = Readonly<{
  /**
   * Adds an entry unless its book has one of this id, whatever its state. Sent twice, it may answer `known` the
   * first time its caller hears of it; either way the entry is there.
   */
  addEntry(entry: Omit<JournalEntry, "version">): Promise<"added" | "known">;
  readEntry(book: string, id: string): Promise<JournalEntry | undefined>;
  /**
   * Up to `limit` due entries in these states that nobody holds, `owner` included, earliest due first; from then on
   * `owner` holds them. Those of a taking that ended as `store_unavailable` may be held all the same.
   */
  takeEntries(taking: {
    book: string;
    states: readonly EntryState[];
    owner: string;
    nowMs: number;
    /** How long the caller holds them, by the store's clock. */
    holdMs: number;
    limit: number;
  }): Promise<readonly JournalEntry[]>;
  /** Holds an entry for `holdMs` from now. `lost` when it was written, or the owner no longer holds it. */
  holdEntry(holding: { book: string; id: string; owner: string; holdMs: number }): Promise<"held" | "lost">;
  /**
   * Replaces the entry whose version this one carries, with the next version, and lets go of it. Who no longer holds
   * it may still write, unless another has written since. Equal contents are one write: all who send them are told
   * `written`.
   */
  writeEntry(entry: JournalEntry): Promise<"written" | "stale">;
  /** Newest first by `seenAtMs`, then `id` descending, over all books; `before` is the last of the page before. */
  listEntries(page: {
    before?: Readonly<{ seenAtMs: number; id: string }>;
    limit: number;
  }): Promise<readonly JournalEntry[]>;
  countEntries(): Promise<readonly Readonly<{ book: string; state: EntryState; count: number }>[]>;

  readNote(name: string): Promise<Note | undefined>;
  /**
   * Writes `text` where the note's version is still this one (0: there is none yet), and raises it by one. Equal
   * texts are one write, so who must be the only writer says in the text who it is.
   */
  writeNote(note: Note): Promise<"written" | "stale">;

  /** Holds a name for one owner at a time. True when `owner` now holds it for `lifeMs`; taking it again prolongs it. */
  takeLease(lease: { name: string; owner: string; lifeMs: number }): Promise<boolean>;
  /** Lets go of a lease that `owner` may still have. */
  endLease(lease: { name: string; owner: string }): Promise<void>;
}>;
