/** Content that was published: its CIDv1 (dag-pb, base32) and the sha2-256 digest inside it, 0x and 64 hex digits. */
export type PublishedContent = Readonly<{ cid: string; digest: `0x${string}` }>;

export type ReadLimits = Readonly<{ maxBytes: number; signal: AbortSignal }>;

/**
 * Several looks at content under one limit. Every block is asked for once, however many paths are tried.
 * Faults as in `Ipfs`.
 */
export type IpfsSession = Readonly<{
  /**
   * What an address leads to. `other` is a block that is no UnixFS node, such as a raw leaf.
   * The paths are those that will be read next if it is a directory: a gateway that gives out no directory can still
   * prove one that holds a single file.
   */
  kindOf(cid: string, nextPaths?: readonly (readonly string[])[]): Promise<"file" | "directory" | "other">;
  read(cid: string, path: readonly string[]): Promise<Uint8Array>;
}>;

/**
 * Content by address. Nothing is taken on trust: every byte that is read was checked against the digest it was asked
 * for by, and what is published is pinned, read back and compared before its address is given out.
 *
 * Rejects with the faults `content_unavailable` (nobody answered or had it in time: try again), `content_invalid`
 * (what is there can never be read: not the content of that address, no file, a path it lacks) and `too_large`.
 * An aborted signal rejects with its reason.
 */
export type Ipfs = Readonly<{
  /** Publishes a directory. The same files always get the same address. */
  publishDirectory(
    files: Readonly<Record<string, Uint8Array>>,
    signal: AbortSignal,
  ): Promise<PublishedContent>;
  /** The address that `publishDirectory` gives such files, where the node lays them out as it is told; nothing leaves this process. */
  addressOfDirectory(files: Readonly<Record<string, Uint8Array>>): Promise<PublishedContent>;
  /** Publishes one bare file whose every block is dag-pb, as readers of the marketplace expect. */
  publishFile(bytes: Uint8Array, signal: AbortSignal): Promise<PublishedContent>;
  /** The file at an address, from wherever it can be had: this node, its peers, the configured gateways. */
  read(cid: string, path: readonly string[], reading: ReadLimits): Promise<Uint8Array>;
  /** `read` in several steps, from the same places. */
  session(reading: ReadLimits): IpfsSession;
  /**
   * The file at an address if this node holds it; never asks anybody else. Undefined when it does not, whatever the
   * reason; a node that cannot be asked is `content_unavailable`.
   */
  readHeld(cid: string, path: readonly string[], reading: ReadLimits): Promise<Uint8Array | undefined>;
  /** The names in a directory that this node holds; never asks anybody else. */
  listHeld(cid: string, path: readonly string[], reading: ReadLimits): Promise<readonly string[] | undefined>;
  /** Where this node can be dialled; none for a node elsewhere. */
  addresses(): readonly string[];
  /** Resolves when the node answers. */
  ping(): Promise<void>;
}> &
  AsyncDisposable;
