import { randomInt } from "node:crypto";
import type { Card, CardReversal, CardSession } from "../../parts/card/card.ts";
import type { Checkout } from "../../parts/store/treasury.ts";
import type { Parts, ProcessParts, StoreParts } from "../parts.ts";
import { creditSession } from "./card.ts";
import { followReversals } from "./card-reversal.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

const everyMs = 5 * minuteMs;
/** Longer than the longest wait between two rounds, so that one replica keeps asking and the others stay quiet. */
const leaseMs = 2 * everyMs;
const leaseName = "card-polling";
/** By then the processor has told us of a payment, if it is going to. */
const youngestMs = 5 * minuteMs;
const maxAsked = 100;

/** The processor tells of a payment for three days; a bank may take weeks to make one. */
const maxMs = { unfinished: 3 * dayMs, clearing: 30 * dayMs };

type Needs = ProcessParts & StoreParts & Readonly<{ card: Card }>;

/** Asks the processor about checkouts whose payment nobody told us of, and about money that went back. */
export function startCardPolling(parts: Omit<Needs, "card"> & Pick<Parts, "card">): AsyncDisposable {
  const { card, clock, store, log, owner } = parts;
  if (!card) return { [Symbol.asyncDispose]: async () => undefined };
  const stopping = new AbortController();
  const round = createRound({ ...parts, card }, stopping.signal);

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await clock.sleep(randomInt(everyMs - minuteMs, everyMs + minuteMs), stopping.signal);
        await round();
      } catch (error) {
        // The processor and the store recover; what was not read now is read in the next round.
        if (!stopping.signal.aborted) log.warn("polling card payments failed", { error: String(error) });
      }
    }
  })();

  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await running;
      await store.endLease({ name: leaseName, owner }).catch(() => undefined);
    },
  };
}

/** One round asks about so many, and the next goes on after the last of them; after the newest, from the oldest again. */
function createRound(parts: Needs, signal: AbortSignal): () => Promise<void> {
  const { store, clock, owner } = parts;
  let last: Checkout | undefined;
  const lookBack = createLookBack(parts, signal);
  return async () => {
    const nowMs = clock.now();
    if (!(await store.takeLease({ name: leaseName, owner, lifeMs: leaseMs }))) return;
    // Neither delays the other: a failure is reported when both are done.
    const outcomes = await Promise.allSettled([followOpen(nowMs), lookBack(nowMs)]);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  };

  async function followOpen(nowMs: number): Promise<void> {
    const page = { beforeMs: nowMs - youngestMs, limit: maxAsked };
    const open = await store.openCheckouts({ ...(last && { after: last }), ...page });
    for (const checkout of open) {
      last = checkout; // even if asking fails: one that always fails must not hold up the others
      await follow(parts, checkout, signal);
    }
    if (open.length < maxAsked) last = undefined;
  }
}

/** Follows every payment of which something went back that was not so when this process looked before. */
function createLookBack(parts: Needs, signal: AbortSignal): (nowMs: number) => Promise<void> {
  let seen = new Map<string, CardReversal["state"]>();
  return async (nowMs) => {
    const found = await parts.card.recentReversals(nowMs, signal);
    const news = found.filter(({ id, state }) => seen.get(id) !== state);
    for (const payment of new Set(news.map((reversal) => reversal.payment)))
      await followReversals(parts, payment, signal);
    seen = new Map(found.map(({ id, state }) => [id, state]));
  };
}

async function follow(parts: Needs, checkout: Checkout, signal: AbortSignal): Promise<void> {
  const { card, store, clock } = parts;
  const session = await card.find(checkout.session, signal);
  if (session?.isPaid && (await creditSession(parts, session)) !== "ignored") return;
  if (!isOver(session, clock.now() - checkout.createdAtMs)) return;
  await store.closeCheckout(checkout.session);
  card.count("expired");
}

function isOver(session: CardSession | undefined, ageMs: number): boolean {
  if (session?.state === "expired") return true;
  const isClearing = session?.state === "complete" && !session.isPaid;
  return ageMs > (isClearing ? maxMs.clearing : maxMs.unfinished);
}
