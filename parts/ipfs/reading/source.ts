import type { CID } from "multiformats/cid";
import type { Fault } from "../../faults.ts";

/** A block that is looked for. */
export type WantedBlock = Readonly<{
  cid: CID;
  /** How the caller wrote the address; undefined for a block inside other content. */
  spelling: string | undefined;
  /** What will be read from it if it is a directory. */
  nextPaths: readonly (readonly string[])[];
  /** The caller does not want longer content. */
  maxBytes: number;
  signal: AbortSignal;
  /** Takes further blocks that came with this one. */
  keep: (blocks: ReadonlyMap<string, Uint8Array>) => void;
}>;

/**
 * A place to fetch blocks from. It returns the block, or undefined when it does not have it, or rejects with
 * `content_unavailable` (it may have it later), `content_invalid` (it sent other bytes) or `too_large`.
 * The caller checks the bytes again.
 */
export type BlockSource = Readonly<{
  name: string;
  get(wanted: WantedBlock): Promise<Uint8Array | undefined>;
}>;

const byUsefulness = ["content_unavailable", "too_large", "content_invalid"] as const;

/** The failure to report when all sources failed: the first for which a retry, or another limit, may help. */
export function bestFault(faults: readonly Fault[]): Fault | undefined {
  return byUsefulness.map((code) => faults.find((fault) => fault.code === code)).find(Boolean) ?? faults[0];
}
