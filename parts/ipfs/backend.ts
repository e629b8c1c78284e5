import type { Content } from "./reading/layout.ts";
import type { CID } from "multiformats/cid";
import type { BlockSource } from "./reading/source.ts";

/** The node that keeps what is published: embedded, or elsewhere behind its RPC. */
export type Backend = Readonly<{
  /** Only what the node holds itself. */
  held: BlockSource;
  /** What the node can get from others. */
  beyond: readonly BlockSource[];
  /** Stores and pins; the address is that of this very content, no matter who made it. */
  publish(content: Content, signal: AbortSignal): Promise<CID>;
  addresses(): readonly string[];
  ping(): Promise<void>;
}> &
  AsyncDisposable;
