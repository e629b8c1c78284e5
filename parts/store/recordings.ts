/** A snippet that was rejected, freed of secrets and of everything that says whose it was. */
export type Recording = Readonly<{
  code: string;
  /** Why it was rejected. */
  rules: readonly string[];
  mode: string;
  atMs: number;
}>;

/** How much is kept at most; the oldest make room. */
export type RecordingRoom = Readonly<{ maxItems: number; maxBytes: number }>;

/** A page ends before it passes this, or after its first item. */
export const maxPageBytes = 4_000_000;

export type Recordings = Readonly<{
  /** Equal digests are one item: what is kept already stays as it is. */
  addRecording(recording: Recording & { digest: string }, room: RecordingRoom): Promise<void>;
  /** Oldest first. A cursor only ever grows, whatever was dropped. */
  listRecordings(page: {
    after: number;
    limit: number;
  }): Promise<readonly (Recording & Readonly<{ cursor: number }>)[]>;
}>;

/** What an item counts for; both stores count alike. */
export function bytesOf(code: string, rules: string): number {
  return Buffer.byteLength(code) + Buffer.byteLength(rules);
}
