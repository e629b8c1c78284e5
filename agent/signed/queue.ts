import type { Hex } from "viem";
import { Fault } from "../../parts/faults.ts";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { marketplaceAbi } from "../marketplace/abi.ts";
import type { AgentParts } from "../parts.ts";
import { idOf, type SignedSubmission } from "./submission.ts";

/** A sender's accepted requests that are not on chain yet. */
type Waiting = readonly Readonly<{ id: Hex; nonce: string; rateWei: string; atMs: number }>[];

type Queued =
  | Readonly<{ state: "queued" }>
  | Readonly<{ state: "wrong nonce"; expected: bigint }>
  | Readonly<{ state: "unpaid"; balanceWei: bigint; requiredWei: bigint }>;

const maxTries = 10;
/** How long a nonce stays reserved until its request is in the journal: a process may die in between. */
const reservedMs = 60_000;

/** Queues a request behind the sender's others, if its nonce is next and the balance covers all of them. */
export async function enqueue(
  parts: AgentParts,
  submission: SignedSubmission,
  balanceWei: bigint,
): Promise<Queued> {
  const { store, market, clock } = parts;
  const { sender, nonce, delivery_rate } = submission;
  const name = `signed:${market.book}:${sender}`;
  const id = idOf(submission);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const note = await store.readNote(name);
    const onChain = await readNonce(parts, submission);
    const before = note ? (JSON.parse(note.text) as Waiting) : [];
    const waiting = await stillWaiting(parts, before, onChain);
    if (waiting.some((other) => other.id === id)) return { state: "queued" };
    const expected = firstFree(waiting, onChain);
    if (nonce !== expected) return { state: "wrong nonce", expected };
    const requiredWei = waiting.reduce((sum, { rateWei }) => sum + BigInt(rateWei), delivery_rate);
    if (balanceWei < requiredWei) return { state: "unpaid", balanceWei, requiredWei };
    const place = { id, nonce: String(nonce), rateWei: String(delivery_rate), atMs: clock.now() };
    const text = JSON.stringify([...waiting, place]);
    if ((await store.writeNote({ name, version: note?.version ?? 0, text })) === "written")
      return { state: "queued" };
  }
  throw new Fault("busy");
}

async function stillWaiting(
  { store, market, clock }: AgentParts,
  places: Waiting,
  onChain: bigint,
): Promise<Waiting> {
  const isStillWaiting = await Promise.all(
    places.map(async ({ id, nonce, atMs }) => {
      if (BigInt(nonce) < onChain) return false;
      const entry = await store.readEntry(market.book, id);
      return entry ? entry.state !== "refused" : clock.now() - atMs < reservedMs;
    }),
  );
  return places.filter((_, n) => isStillWaiting[n]);
}

function firstFree(waiting: Waiting, onChain: bigint): bigint {
  const taken = new Set(waiting.map(({ nonce }) => nonce));
  let free = onChain;
  while (taken.has(String(free))) free += 1n;
  return free;
}

async function readNonce({ market }: AgentParts, { sender }: SignedSubmission): Promise<bigint> {
  return askChain(
    market.client.readContract({
      address: market.address,
      abi: marketplaceAbi,
      functionName: "mapNonces",
      args: [sender],
    }),
  );
}
