/** What somebody let an app do with a key. The tokens that name a grant live as long as it does. */
export type Grant = Readonly<{
  id: string;
  /** The key, by fingerprint. */
  account: string;
  expiresAtMs: number;
}>;

/** An ended grant is known for longer than the code that opened it is good: that must not open it again. */
export const endedGrantLifeMs = 5 * 60_000;

export type Grants = Readonly<{
  /**
   * Opens a grant whose refresh token has this hash. An id opens one once: `used` when it had, and then what it
   * opened is ended. Of an account's live grants the one that was longest unused ends when there are `maxOpen`.
   */
  openGrant(grant: Grant & { tokenHash: string; nowMs: number; maxOpen: number }): Promise<"opened" | "used">;
  /**
   * Replaces the refresh token of a live grant, which then lives until `expiresAtMs`. Any token but the present one
   * must have been replaced before: its owner or a thief used it twice, so the grant is ended and it was `reused`.
   */
  turnGrant(turn: {
    id: string;
    tokenHash: string;
    nextHash: string;
    nowMs: number;
    expiresAtMs: number;
  }): Promise<"turned" | "reused" | "gone">;
  endGrant(id: string, nowMs: number): Promise<void>;
  /** A grant that has ended or expired is not found. */
  readGrant(id: string, nowMs: number): Promise<Grant | undefined>;
}>;
