/** A verdict that a caller shows to others. The store does not read its body. */
export type SharedVerdict = Readonly<{
  id: string;
  /** The address it came from, as a fingerprint. */
  owner: string;
  /** SHA-256 of the token that deletes it. */
  deleteHash: string;
  createdAtMs: number;
  expiresAtMs: number;
  body: string;
}>;

/** What may be kept at once. */
export type VerdictRoom = Readonly<{ maxOfOwner: number; maxBytesOfOwner: number; maxBytes: number }>;

export type Verdicts = Readonly<{
  /** Nothing that is kept makes room: it was promised for a time. Expired ones count for nothing. */
  shareVerdict(
    verdict: SharedVerdict,
    bounds: VerdictRoom & Readonly<{ nowMs: number }>,
  ): Promise<"shared" | "too many of owner" | "full">;
  /** An expired one is not found. */
  findVerdict(id: string, nowMs: number): Promise<SharedVerdict | undefined>;
  deleteVerdict(id: string): Promise<void>;
}>;

/** What a verdict counts for beside its body. */
const bytesOfNames = 300;

export function bytesOfVerdict({ body }: Pick<SharedVerdict, "body">): number {
  return Buffer.byteLength(body) + bytesOfNames;
}
