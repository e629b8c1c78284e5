import type { CID } from "multiformats/cid";
import type { Fault } from "../../faults.ts";

/** A block that is looked for. */
export type WantedBlock = Readonly<{
  cid: CID;
  /** How the caller wrote the address; undefined for a block inside other content. */
  spelling: string | undefined;
  /** What will be read from it if it is a directory. */
  nextPaths: readonly (readonly string[])[];
  /** The longest content that is of use. */
  maxBytes: number;
  signal: AbortSignal;
  /** Takes further blocks that came with this one. */
  keep: (blocks: ReadonlyMap<string, Uint8Array>) => void;
}>;

/**
 * A place where blocks may be found. It gives the block, or undefined when it has none, or rejects with the fault
 * `content_unavailable` (it may have it later), `content_invalid` (it gave other bytes) or `too_large`.
 * The caller checks the bytes again.
 */
export type BlockSource = Readonly<{
  name: string;
  get(wanted: WantedBlock): Promise<Uint8Array | undefined>;
}>;

const hopeful = ["content_unavailable", "too_large", "content_invalid"] as const;

/** Of several failures the one that leaves the most hope. */
export function maxHopeful(faults: readonly Fault[]): Fault | undefined {
  return hopeful.map((code) => faults.find((fault) => fault.code === code)).find(Boolean) ?? faults[0];
}
