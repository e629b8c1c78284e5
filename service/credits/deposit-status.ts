import { Fault } from "../../parts/faults.ts";
import { askChain } from "../../parts/chain/chain-fault.ts";
import type { DepositContract } from "../../parts/deposits/contract.ts";
import type { Reservation } from "../../parts/store/treasury.ts";
import type { MoneyParts, ProcessParts, StoreParts } from "../parts.ts";
import { requireNative } from "../terms/native.ts";

/** `seen` is in a block that may still be reorganised away. */
export type DepositStatus = Readonly<{
  status: "open" | "seen" | "credited" | "expired";
  confirmations: number;
  reservation: Reservation;
}>;

type Needs = ProcessParts & StoreParts & MoneyParts;

/** How long the number of the newest block is good for: a page asks for it again and again. */
const maxHeadAgeMs = 1000;

/** Where a reservation stands. To everybody but the key that made it there is none. */
export async function readDepositStatus(
  parts: Needs,
  fingerprint: string,
  id: string,
): Promise<DepositStatus> {
  const found = await findDepositStatus(parts, id);
  if (found?.reservation.account === fingerprint) return found;
  throw new Fault("not_found", {
    message: "This key has no such reservation. Create one with POST /v1/keys/deposit.",
  });
}

/** As above, for anyone who knows its id. */
export async function findDepositStatus(parts: Needs, id: string): Promise<DepositStatus | undefined> {
  const { store, clock } = parts;
  const { contract, confirmations: required } = requireNative(parts);
  const reservation = /^[\w-]{1,64}$/.test(id) ? await store.readReservation(id) : undefined;
  if (!reservation) return undefined;
  const { deposit, expiresAtMs } = reservation;
  if (!deposit) {
    const status = clock.now() < expiresAtMs ? "open" : "expired";
    return { status, confirmations: 0, reservation };
  }
  const depth = await readDepth(contract, BigInt(deposit.block), maxHeadAgeMs).catch(() => 1);
  return deposit.state === "credited"
    ? { status: "credited", confirmations: Math.max(depth, required), reservation }
    : { status: "seen", confirmations: depth, reservation };
}

/** How deep a block is: 1 is the newest. */
export async function readDepth({ client }: DepositContract, block: bigint, headAgeMs = 0): Promise<number> {
  const head = await askChain(client.getBlockNumber({ cacheTime: headAgeMs }));
  return Math.max(Number(head - block) + 1, 1);
}
