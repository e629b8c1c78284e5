import { Fault } from "../../parts/faults.ts";
import { createUsageByName } from "../../parts/limits/usage-by-name.ts";
import type { HeavyCallers } from "./heavy-callers.ts";
import { createCallerQueues } from "./caller-queues.ts";

/** Limits the calls that run on the engine. Callers are served round-robin, so one with a thousand calls delays nobody else. */
export type FairQueue = Readonly<{
  /**
   * Resolves when this call may begin; its turn lasts until it is disposed. Several callers may share an address. `size`
   * counts against `maxWaitingSize` while the call waits.
   */
  take(caller: string, signal: AbortSignal, from?: { address?: string; size?: number }): Promise<Turn>;
  waiting(): number;
  taken(): number;
}>;

export type Turn = Disposable &
  Readonly<{
    /** This caller, or another at its address, was heavy recently: others go first. */
    isHeavy: boolean;
    /** Reports the processor time used. Call it before the turn ends. */
    reportUsage(usedMs: number): void;
  }>;

type Settings = Readonly<{
  /** How many calls may run at once. */
  maxConcurrent: number;
  /** How many of them may be one caller's. */
  maxPerCaller: number;
  /** How many of them may come from one address; all by default. */
  maxPerAddress?: number;
  /**
   * The heavy callers, and how many of their calls may run at once, together, while others call too. The last place is
   * kept for callers that are not heavy and have nothing running: so a short call begins at once, however long the others
   * work.
   */
  heavy?: Readonly<{ callers: HeavyCallers; maxConcurrent: number }>;
  /** How many calls may wait; the next is refused as `busy`. */
  maxWaiting: number;
  /** The max total `size` of the waiting calls. */
  maxWaitingSize?: number;
}>;

type Waiter = Readonly<{ address: string; begin: (turn: Turn) => void }>;

export function createFairQueue(settings: Settings): FairQueue {
  const {
    maxConcurrent,
    maxPerCaller,
    maxPerAddress = maxConcurrent,
    heavy,
    maxWaiting,
    maxWaitingSize = Infinity,
  } = settings;
  const waitingSizes = createUsageByName({
    max: maxWaitingSize,
    maxPerName: maxWaitingSize / 2,
    refuse: () => new Fault("busy", { retryAfterS: 1 }),
  });
  const line = createCallerQueues<Waiter>(maxWaiting);
  const held = createUsageByName();
  const heldFrom = createUsageByName();
  let taken = 0;
  let takenHeavy = 0;

  function serve(): void {
    for (const [caller, queue] of line.callers()) {
      if (taken >= maxConcurrent) return;
      if (held.of(caller) >= maxPerCaller) continue;
      const next = queue.find(({ address }) => canBegin(caller, address));
      if (!next) continue;
      line.leave(caller, next);
      line.moveToBack(caller);
      next.begin(hold(caller, next.address));
    }
  }

  function canBegin(caller: string, address: string): boolean {
    if (taken >= maxConcurrent || held.of(caller) >= maxPerCaller || heldFrom.of(address) >= maxPerAddress)
      return false;
    if (!heavy) return true;
    const isLast = taken === maxConcurrent - 1;
    if (!isHeavy(caller, address)) return !isLast || held.of(caller) === 0;
    return !isLast && (takenHeavy < heavy.maxConcurrent || !heavy.callers.areLightCallersActive());
  }

  function isHeavy(caller: string, address: string): boolean {
    return heavy?.callers.has(namesOf(caller, address)) ?? false;
  }

  function hold(caller: string, address: string): Turn {
    const beganHeavy = isHeavy(caller, address);
    taken += 1;
    if (beganHeavy) takenHeavy += 1;
    else heavy?.callers.noteLightCaller();
    held.add(caller, 1);
    heldFrom.add(address, 1);
    let isOver = false;
    return {
      isHeavy: beganHeavy,
      reportUsage: (usedMs) => heavy?.callers.note(namesOf(caller, address), usedMs),
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        taken -= 1;
        if (beganHeavy) takenHeavy -= 1;
        held.add(caller, -1);
        heldFrom.add(address, -1);
        serve();
      },
    };
  }

  async function take(
    caller: string,
    signal: AbortSignal,
    { address = caller, size = 0 }: { address?: string; size?: number } = {},
  ): Promise<Turn> {
    signal.throwIfAborted();
    using waitingSize = waitingSizes.hold(caller);
    if (!canBegin(caller, address)) {
      if (line.isFullFor(caller, address)) throw new Fault("busy", { retryAfterS: 1 });
      waitingSize.add(size);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const waiter: Waiter = { address, begin: resolve };
    const give = (): void => {
      line.leave(caller, waiter);
      reject(signal.reason);
    };
    line.enter(caller, waiter);
    signal.addEventListener("abort", give, { once: true });
    serve();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", give);
    }
  }

  return { take, waiting: line.length, taken: () => taken };
}

function namesOf(caller: string, address: string): string[] {
  return [`caller ${caller}`, `from ${address}`];
}
