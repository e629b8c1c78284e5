import { Fault } from "../../parts/faults.ts";
import { createHeldNow } from "../../parts/limits/held-now.ts";
import type { LongTurns } from "./long-turns.ts";
import { createWaitingLine } from "./waiting-line.ts";

/** Turns at the engine. Callers take them round-robin, so one with a thousand calls holds up nobody else. */
export type Turns = Readonly<{
  /**
   * Resolves when it is this caller's turn; the turn lasts until it is disposed. Several callers may share an address;
   * `size` is how much waits in the meantime.
   */
  take(caller: string, signal: AbortSignal, from?: { address?: string; size?: number }): Promise<Turn>;
  waiting(): number;
  taken(): number;
}>;

export type Turn = Disposable &
  Readonly<{
    /** The caller, or somebody of the same address, had a long turn recently: others go first. */
    isBehind: boolean;
    /** How much processor time it took: before it ends. */
    tell(usedMs: number): void;
  }>;

type Settings = Readonly<{
  /** How many may have their turn at once. */
  places: number;
  /** How many of them one caller may have. */
  placesACaller: number;
  /** How many of them all callers of one address may have together; all where it is left out. */
  placesAnAddress?: number;
  /**
   * Who had a long turn recently, or whose address had one, and how many places they may have together while others come
   * too. The last place is kept for callers who have none and are not among them: however long the others work, a short
   * call is served at once.
   */
  behind?: Readonly<{ longTurns: LongTurns; places: number }>;
  /** How many may wait before the next is told to come back. */
  maxWaiting: number;
  /** How much of what they brought may wait, all sizes added up. */
  maxWaitingSize?: number;
}>;

type Waiter = Readonly<{ address: string; begin: (turn: Turn) => void }>;

export function createTurns(settings: Settings): Turns {
  const {
    places,
    placesACaller,
    placesAnAddress = places,
    behind,
    maxWaiting,
    maxWaitingSize = Infinity,
  } = settings;
  const room = createHeldNow({
    max: maxWaitingSize,
    maxOfName: maxWaitingSize / 2,
    refuse: () => new Fault("busy", { retryAfterS: 1 }),
  });
  const line = createWaitingLine<Waiter>(maxWaiting);
  const held = createHeldNow();
  const heldFrom = createHeldNow();
  let taken = 0;
  let takenBehind = 0;

  function serve(): void {
    for (const [caller, queue] of line.callers()) {
      if (taken >= places) return;
      if (held.of(caller) >= placesACaller) continue;
      const next = queue.find(({ address }) => canBegin(caller, address));
      if (!next) continue;
      line.leave(caller, next);
      line.toTheBack(caller);
      next.begin(hold(caller, next.address));
    }
  }

  function canBegin(caller: string, address: string): boolean {
    if (taken >= places || held.of(caller) >= placesACaller || heldFrom.of(address) >= placesAnAddress)
      return false;
    if (!behind) return true;
    const isLast = taken === places - 1;
    if (!isBehind(caller, address)) return !isLast || held.of(caller) === 0;
    return !isLast && (takenBehind < behind.places || !behind.longTurns.othersCome());
  }

  function isBehind(caller: string, address: string): boolean {
    return behind?.longTurns.has(namesOf(caller, address)) ?? false;
  }

  function hold(caller: string, address: string): Turn {
    const beganBehind = isBehind(caller, address);
    taken += 1;
    if (beganBehind) takenBehind += 1;
    else behind?.longTurns.noteOther();
    held.add(caller, 1);
    heldFrom.add(address, 1);
    let isOver = false;
    return {
      isBehind: beganBehind,
      tell: (usedMs) => behind?.longTurns.note(namesOf(caller, address), usedMs),
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        taken -= 1;
        if (beganBehind) takenBehind -= 1;
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
    using waitingSize = room.hold(caller);
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
