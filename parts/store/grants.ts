/** A user's permission for an app to use a key. The tokens of a grant live as long as it does. */
export type Grant = Readonly<{
  id: string;
  /** The key, by fingerprint. */
  account: string;
  expiresAtMs: number;
}>;

/** An ended grant is kept for longer than the code that opened it is valid, so that the code cannot open it again. */
export const endedGrantLifeMs = 5 * 60_000;

export type Grants = Readonly<{
  /**
   * Opens a grant whose refresh token has this hash. An id opens one grant only: a second use answers `used` and ends
   * that grant. When an account has `maxOpen` live grants, the one unused for the longest ends.
   */
  openGrant(grant: Grant & { tokenHash: string; nowMs: number; maxOpen: number }): Promise<"opened" | "used">;
  /**
   * Replaces the refresh token of a live grant, which then lives until `expiresAtMs`. Any other token than the current
   * one was replaced before, so its owner or a thief used it twice: the grant ends, and the answer is `reused`.
   */
  rotateGrant(turn: {
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
