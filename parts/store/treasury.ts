/** A payment in the chain's own currency, as the deposit contract told of it. Amounts of wei are decimal text. */
export type Deposit = Readonly<{
  /** `<chain id>:<transaction hash>:<position of its log in the transaction>`: the same in whichever block it is mined. */
  reference: string;
  tx: `0x${string}`;
  sender: `0x${string}`;
  amountWei: string;
  /** The key it was sent for, by fingerprint; null where the sender named none. */
  fingerprint: string | null;
  block: number;
  /** The block's own time decides whether it came in time. */
  blockTimeMs: number;
}>;

/** Where a deposit stands. `seen` may still be reorganised away. */
export type DepositState = "seen" | "credited" | "unclaimed";

export type DepositRecord = Deposit &
  Readonly<{
    state: DepositState;
    /** Whom it was credited to, at what price of a credit, and how many it filled. */
    account: string | null;
    priceWei: string | null;
    credits: number;
    /** How many of these credits were sold at the price of the reservation. */
    reservedCredits: number;
    /** The reservation it settled, once it is credited. */
    reservation: string | null;
  }>;

/** A deposit after a command that may have decided it. At most one sender of such a command is told that it is new. */
export type DecidedDeposit = DepositRecord & Readonly<{ isNew: boolean }>;

/** An exact amount that is kept for one key until it expires. */
export type Reservation = Readonly<{
  id: string;
  account: string;
  credits: number;
  amountWei: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** The deposit that settled it, or else the earliest seen that would. */
  deposit: DepositRecord | null;
}>;

/** A reservation that no deposit settled is pruned so long after it expired. */
export const unusedLifeMs = 90 * 86_400_000;

/** A card checkout that has been begun. */
export type Checkout = Readonly<{
  session: string;
  account: string;
  credits: number;
  amountCents: number;
  createdAtMs: number;
}>;

export type CheckoutState = "open" | "credited" | "closed";

/** Counts of visitors: how many trials, keys and payments, by origin and by route. */
export type FunnelCount = Readonly<{ kind: string; origin: string; count: number }>;

/** So many origins are told apart; the rest are counted together under this name. */
export const maxOrigins = 64;
export const otherOrigins = "other";

/**
 * Payments and what they buy. Like every command of the store, each is atomic, durable when its promise resolves, and
 * safe to send twice: one payment never counts twice, on one process or many.
 */
export type Treasury = Readonly<{
  /**
   * Keeps the first of these amounts that no reservation has which is open or expired less than `restMs` ago. One that
   * was settled has its amount just as long: a payer who pays twice must not pay for somebody else.
   */
  reserve(asked: {
    id: string;
    account: string;
    credits: number;
    amountsWei: readonly string[];
    nowMs: number;
    expiresAtMs: number;
    restMs: number;
    /** So many may an account have open: neither expired nor settled. */
    maxOpen: number;
  }): Promise<
    | Readonly<{ outcome: "reserved"; reservation: Reservation }>
    | Readonly<{ outcome: "too many" | "amounts taken" }>
  >;
  readReservation(id: string): Promise<Reservation | undefined>;
  /** An account's reservations that are neither expired nor settled, the first to expire first. */
  listOpenReservations(account: string, nowMs: number): Promise<readonly Reservation[]>;

  /** Writes a deposit down that is not deep enough yet, as it is seen now; one that is decided stays as it is. */
  seeDeposit(deposit: Deposit): Promise<void>;
  /** Forgets what was seen in these blocks of a chain, both included, and is still not deep: it was reorganised away. */
  forgetSeen(chainId: number, upToBlock: number, fromBlock?: number): Promise<void>;
  /**
   * Decides a deposit for good, once: to the key it names; without a name, to that of the reservation of exactly its
   * amount whose time held its block. Where there is no such key, or no longer, it stays unclaimed. `priceWei` is the
   * price of a credit; a reservation that was made at a lower one has its own credits at that, and no others. What does
   * not fill a credit stays on the account and counts toward the next.
   *
   * A reservation's time begins with the second it was made in, as blocks tell whole seconds, and ends with the
   * millisecond it expires. It is settled once, also by a deposit that names its own key.
   */
  creditDeposit(deposit: Deposit, terms: { priceWei: string; atMs: number }): Promise<DecidedDeposit>;
  /** Gives an unclaimed deposit to a key, if there is one; a deposit that is seen or credited stays as it is. */
  claimDeposit(
    reference: string,
    terms: { account: string; priceWei: string; atMs: number },
  ): Promise<DecidedDeposit | undefined>;
  readDeposit(reference: string): Promise<DepositRecord | undefined>;
  /** The deposits of a transaction, in its order. */
  findDeposits(tx: string): Promise<readonly DepositRecord[]>;
  /** What came on a chain since then and is nobody's yet, the newest first. */
  listUnclaimed(asked: {
    chainId: number;
    sinceMs: number;
    limit: number;
  }): Promise<readonly DepositRecord[]>;
  /** Wei on an account that do not fill a credit, as decimal text. */
  readRemainder(account: string): Promise<string>;

  /** A checkout is credited by the grant of reason `card` whose reference is its session, whichever comes first. */
  addCheckout(checkout: Checkout): Promise<void>;
  /** Checkouts that were neither credited nor closed, oldest first; `after` is the last of the page before. */
  openCheckouts(page: {
    after?: Readonly<{ createdAtMs: number; session: string }>;
    beforeMs: number;
    limit: number;
  }): Promise<readonly Checkout[]>;
  /** For a checkout that will not be paid. Should it be paid all the same, it is credited. */
  closeCheckout(session: string): Promise<void>;

  /** Adds one to a count. Beyond 64 origins the rest are counted as `other`. */
  countVisit(visit: { kind: string; origin: string; atMs: number }): Promise<void>;
  readFunnel(): Promise<Readonly<{ sinceMs: number | null; counts: readonly FunnelCount[] }>>;

  /** For proving the ledger: all there is, in order of name, after the one named. Only seen deposits can vanish. */
  listAccounts(page: {
    after?: string;
    limit: number;
  }): Promise<readonly Readonly<{ account: string; credits: number }>[]>;
  listDeposits(page: { after?: string; limit: number }): Promise<readonly DepositRecord[]>;
  listCheckouts(page: {
    after?: string;
    limit: number;
  }): Promise<readonly (Checkout & Readonly<{ state: CheckoutState }>)[]>;
}>;
