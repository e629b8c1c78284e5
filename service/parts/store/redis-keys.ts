/** Every name in Redis. The account's length keeps names apart whatever an account or digest contains. */
export function nameKeys(prefix: string) {
  const of = (kind: string, account: string, rest: string) =>
    `${prefix}${kind}:${account.length}:${account}:${rest}`;
  return {
    /** String. */
    secret: (name: string) => `${prefix}secret:${name}`,
    /** Hash: createdAtMs, origin, revokedAtMs. */
    key: (fingerprint: string) => `${prefix}key:${fingerprint}`,
    /** Number of keys an address has minted on a day. */
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
  };
}

export type Keys = ReturnType<typeof nameKeys>;
