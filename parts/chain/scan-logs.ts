import type { AbiEvent, Address, Hex, Log as ChainLog, PublicClient } from "viem";
import { Fault } from "../faults.ts";
import type { Store } from "../store/store.ts";
import { askChain } from "./chain-fault.ts";
import { readLogs } from "./read-logs.ts";

/** The next block to read, and the hashes of earlier blocks, which reveal a reorganisation. */
type Cursor = Readonly<{ next: bigint; trail: readonly Readonly<{ block: bigint; hash: Hex }>[] }>;

export type Scan = Readonly<{
  /** The name of the cursor in the store. */
  name: string;
  address: Address | readonly Address[];
  events: readonly AbiEvent[];
  /** Where to begin when there is no cursor yet. */
  startBlock: bigint;
  /** A block this deep is read; 1 is the newest. */
  confirmations: number;
  /** Called with the logs of each page, before the cursor moves past it; must be safe to repeat. */
  onLogs(logs: readonly ChainLog[], page: BlockRange): Promise<void>;
  /** Called when blocks that were read before are gone from the chain, before their replacements are read. */
  onReorganised?(newestKept: bigint | undefined): void | Promise<void>;
}>;

/** Blocks `from` to `to`, both included. */
export type BlockRange = Readonly<{ from: bigint; to: bigint }>;

type Needs = Readonly<{ client: PublicClient; store: Store; signal: AbortSignal }>;

const firstSpan = 500n;
const maxSpan = 5000n;
const trailLength = 32;
/** Read again on every pass: for blocks that it lacks, a lagging node answers with no logs instead of an error. */
const rereadBlocks = 5n;

/**
 * Reads logs in pages, from a cursor in the store to the newest block that is deep enough. The cursor moves past a page
 * only if the node that answered has its last block. Reorganised blocks are read again. Returns the last block read.
 */
export async function scanLogs(needs: Needs, scan: Scan): Promise<bigint> {
  const { client, store, signal } = needs;
  const note = await store.readNote(scan.name);
  let version = note?.version ?? 0;
  let cursor: Cursor = note ? readCursor(note.text) : { next: scan.startBlock, trail: [] };
  const [head, common] = await Promise.all([
    askChain(client.getBlockNumber({ cacheTime: 0 })),
    backToCommonBlock(client, cursor, scan.startBlock),
  ]);
  const last = head - BigInt(scan.confirmations - 1);
  if (common !== cursor) await scan.onReorganised?.(common.trail.at(-1)?.block);
  cursor = common;
  let from = min(cursor.next, max(last - rereadBlocks + 1n, scan.startBlock));
  for (let span = firstSpan; from <= last && !signal.aborted;) {
    const to = min(from + span - 1n, last);
    const page = await readPage(client, scan, { from, to });
    if (page === "refused") {
      if (to === from)
        throw new Fault("chain_unavailable", { message: `Logs of block ${from} are refused.` });
      // Half of these blocks, not of the span: otherwise the same few blocks would be read again and again.
      span = (to - from + 1n) / 2n;
      continue;
    }
    await scan.onLogs(page.logs, { from, to });
    const trail = [...cursor.trail.filter(({ block }) => block < to), { block: to, hash: page.hash }];
    const read: Cursor = { next: to + 1n, trail: trail.slice(-trailLength) };
    // A node that lags must not take the cursor back: what it did not have is read again anyway.
    if (read.next >= cursor.next) {
      cursor = read;
      const text = writeCursor(cursor);
      if ((await store.writeNote({ name: scan.name, version, text })) === "stale") break;
      version += 1;
    }
    from = to + 1n;
    span = min(span * 2n, maxSpan);
  }
  return cursor.next - 1n;
}

/** Moves the cursor back behind the newest block that the chain still has. */
async function backToCommonBlock(client: PublicClient, cursor: Cursor, startBlock: bigint): Promise<Cursor> {
  const trail = [...cursor.trail];
  for (let newest = trail.at(-1); newest; newest = trail.at(-1)) {
    const hash = await hashOf(client, newest.block);
    // A node that does not have the block yet only lags.
    if (hash === undefined || hash === newest.hash) break;
    trail.pop();
  }
  if (trail.length === cursor.trail.length) return cursor;
  const newest = trail.at(-1);
  return { next: newest ? newest.block + 1n : startBlock, trail };
}

type Page = Readonly<{ logs: readonly ChainLog[]; hash: Hex }>;

async function readPage(
  client: PublicClient,
  { address, events }: Scan,
  { from, to }: BlockRange,
): Promise<Page | "refused"> {
  const hash = await hashOf(client, to);
  if (hash === undefined) throw new Fault("chain_unavailable", { message: `The node lacks block ${to}.` });
  const logs = await readLogs(client, { address, events, from, to });
  if (logs === "refused") return logs;
  if ((await hashOf(client, to)) !== hash) {
    throw new Fault("chain_unavailable", { message: "The chain was reorganised while it was read." });
  }
  return { logs: logs.filter(({ removed }) => !removed), hash };
}

async function hashOf(client: PublicClient, blockNumber: bigint): Promise<Hex | undefined> {
  const block = await askChain(
    client.request({ method: "eth_getBlockByNumber", params: [`0x${blockNumber.toString(16)}`, false] }),
  );
  return block?.hash ?? undefined;
}

function readCursor(text: string): Cursor {
  const { next, trail } = JSON.parse(text) as { next: string; trail: [string, Hex][] };
  return { next: BigInt(next), trail: trail.map(([block, hash]) => ({ block: BigInt(block), hash })) };
}

function writeCursor({ next, trail }: Cursor): string {
  return JSON.stringify({ next: String(next), trail: trail.map(({ block, hash }) => [String(block), hash]) });
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
