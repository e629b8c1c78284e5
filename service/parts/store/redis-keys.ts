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
  };
}
