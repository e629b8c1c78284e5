/** Every name in Redis. The account's length keeps names apart whatever an account or digest contains. */
export function nameKeys(prefix: string) {
  const of = (kind: string, account: string, rest: string) =>
    `${prefix}${kind}:${account.length}:${account}:${rest}`;
  return {
    /** String. */
    secret: (name: string) => `${prefix}secret:${name}`,
    /** Hash: createdAtMs, origin, revokedAtMs, and what the account owes. */
    key: (fingerprint: string) => `${prefix}key:${fingerprint}`,
    /** Number of keys an IP address created on a day. */
    minted: (address: string, day: string) => of("minted", address, day),
    /** Number of credits; the sum of the account's entries. */
    credits: (account: string) => `${prefix}credits:${account}`,
    /** List, oldest first, of `delta atMs reason reference`. */
    entries: (account: string) => `${prefix}entries:${account}`,
    /** Set of `reason reference`, of every entry there is. */
    references: `${prefix}references`,
    /** Number of calls a day's allowance has covered. */
    used: (account: string, day: string) => of("used", account, day),
    /** Hash: what was taken for a call, from where, and what its beginning was answered. */
    call: (id: string) => `${prefix}call:${id}`,
    /** String: the name of the open call with this digest. */
    open: (account: string, digest: string) => of("open", account, digest),
    /** Hash: body, expiresAtMs, and the name of the call it is from. */
    answer: (account: string, digest: string) => of("answer", account, digest),
    /** Set: the names of an owner's open calls. */
    callsOf: (owner: string) => `${prefix}calls-of:${owner}`,
    /** Hash: owner to untilMs. */
    owners: `${prefix}owners`,

    /** Hash: a journal entry, who holds it, and the names it is listed under. */
    entry: (book: string, id: string) => of("entry", book, id),
    /** Sorted set of `seenAtMs id name` of every entry, all of one score, so that their text orders them. */
    places: `${prefix}entry-places`,
    /** Hash: `state book` to a number of entries. */
    counts: `${prefix}entry-counts`,
    /** Sorted set, by changedAtMs, of the names of entries that ended. */
    ended: `${prefix}entries-ended`,
    /** Sorted sets of the names of entries that have a next step: by dueAtMs while nobody holds them, ... */
    due: (book: string, state: string) => of("entries-due", book, state),
    /** ... and otherwise by when their holder loses them. */
    held: (book: string, state: string) => of("entries-held", book, state),
    /** List of the names of the entries that one taking gave. */
    taking: (id: string) => `${prefix}taking:${id}`,
    /** Hash: version, text. */
    note: (name: string) => `${prefix}note:${name}`,
    /** Hash: owner, untilMs. */
    lease: (name: string) => `${prefix}lease:${name}`,

    /** Sorted set of the accounts with entries, all of one score. Older versions wrote entries without it. */
    accounts: `${prefix}accounts`,
    /** Decimal text: wei that do not fill a credit. */
    remainder: (account: string) => `${prefix}remainder:${account}`,

    /** Hash: a reservation, the names it is listed under, its key's name, and that of the deposit that settled it. */
    reservation: (id: string) => `${prefix}reservation:${id}`,
    /** Sorted sets of names of reservations, by expiresAtMs: every one of an amount, ... */
    reservationsOf: (amountWei: string) => `${prefix}reservations-of:${amountWei}`,
    /** ... those of an account that are not settled, ... */
    unsettledOf: (account: string) => `${prefix}reservations-unsettled:${account}`,
    /** ... and all that are not settled. */
    unsettled: `${prefix}reservations-unsettled`,

    /** Hash: a deposit, and the names it is listed under while it is only seen. */
    deposit: (reference: string) => `${prefix}deposit:${reference}`,
    /** Sorted set of the names of deposits, all of one score. */
    deposits: `${prefix}deposits`,
    /** Set of the names of a transaction's deposits. */
    depositsOf: (tx: string) => `${prefix}deposits-of:${tx}`,
    /** Sorted set of the names of a chain's deposits that are only seen, by block. */
    seen: (chain: string) => `${prefix}deposits-seen:${chain}`,
    /** Sorted set of the names of a chain's deposits that are nobody's yet, by the time of their block. */
    unclaimed: (chain: string) => `${prefix}deposits-unclaimed:${chain}`,
    /** Set of the names of deposits of an amount that are only seen. */
    seenOf: (amountWei: string) => `${prefix}deposits-seen-of:${amountWei}`,

    /** Hash: a checkout, its state, and its place among the open ones. */
    checkout: (session: string) => `${prefix}checkout:${session}`,
    /** Sorted set of the names of checkouts, all of one score. */
    checkouts: `${prefix}checkouts`,
    /** Sorted set of `createdAtMs name` of the open ones, all of one score, so that their text orders them. */
    checkoutsOpen: `${prefix}checkouts-open`,

    /** Hash: money of a card payment that went back, and what it took. */
    reversal: (reference: string) => `${prefix}reversal:${reference}`,
    /** Set of the names of an account's reversals. */
    reversalsOf: (account: string) => `${prefix}reversals-of:${account}`,

    /** Hash: a grant to an app, the hashes of its present and its last refresh token, and its account's list. */
    oauthGrant: (id: string) => `${prefix}oauth-grant:${id}`,
    /** Sorted set, by expiresAtMs, of the names of an account's live grants to apps. */
    oauthGrantsOf: (account: string) => `${prefix}oauth-grants-of:${account}`,

    /** Hash: a payment for one call, who holds it, and its other names. */
    payment: (id: string) => `${prefix}payment:${id}`,
    /** String: the name of the payment that a payer's request is being worked on for, ... */
    paymentUnderWay: (payer: string, request: string) => of("payment-under-way", payer, request),
    /** ... and of the one it was last answered for. */
    paymentRepeated: (payer: string, request: string) => of("payment-repeated", payer, request),
    /** String: the name of the payer's newest settled payment for a request. */
    paymentMade: (payer: string, request: string) => of("payment-made", payer, request),
    /** Set of the names of the payments that a payer sent under one identifier. */
    paymentsIdentified: (payer: string, identifier: string) => of("payments-identified", payer, identifier),
    /** Sorted set of the names of a payer's payments that were left unpaid, by when. */
    paymentsUnpaid: (payer: string) => `${prefix}payments-unpaid:${payer}`,
    /** Hash, kept permanently: `chain transaction` to the lines `log payment` of the payments that it settled. */
    transfers: `${prefix}transfers`,
    /** Set, kept permanently: the accounts that were served. */
    served: `${prefix}served`,
    /** Set: the names of the payments that an owner holds. */
    paymentsOf: (owner: string) => `${prefix}payments-of:${owner}`,

    /** Hash: a rejected snippet, its cursor and what it counts for. */
    recording: (digest: string) => `${prefix}recording:${digest}`,
    /** Sorted set of the names of recordings, by cursor. */
    recordings: `${prefix}recordings`,
    /** Hash: the newest cursor, and the bytes of all recordings. */
    recordingTotals: `${prefix}recording-totals`,

    /** Hash: a task, what it counts for, and the name of its owner's list. */
    task: (shelf: string, id: string) => of("task", shelf, id),
    /** Sorted set of the names of a shelf's tasks, by expiresAtMs, ... */
    tasks: (shelf: string) => `${prefix}tasks:${shelf}`,
    /** ... and of an owner's, by age. */
    tasksOf: (shelf: string, owner: string) => of("tasks-of", shelf, owner),
    /** Sorted set of the names of those lists, by the bytes they hold. */
    taskShares: (shelf: string) => `${prefix}task-shares:${shelf}`,
    /** Hash: the number of tasks that were ever put on a shelf, and the bytes of all that are there. */
    taskTotals: (shelf: string) => `${prefix}task-totals:${shelf}`,

    /** Hash: kind and origin to a number of visits. */
    visits: `${prefix}visits`,
    /** Set of the origins that are told apart. */
    origins: `${prefix}visit-origins`,
    /** Number: when the first visit was counted. */
    visitsSince: `${prefix}visits-since`,
    /** String: this visit has been counted. */
    visit: (id: string) => `${prefix}visit:${id}`,
  };
}

export type Keys = ReturnType<typeof nameKeys>;
