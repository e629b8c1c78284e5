import type { Clock } from "../clock.ts";
import { mayRaise, processorMs, putBehind, restore } from "./os-priority.ts";

/** Who gets a processor first: calls that have just begun go before those that have already had much of one. */
export type Priorities = Readonly<{
  /**
   * A thread begins a piece of a call's work. The signal stands for the call: all its work ends with it. `onLong` is called
   * when the piece has become long by itself, or when nobody can tell.
   */
  begin(thread: string | undefined, call: AbortSignal, onLong?: () => void): Work;
  /** All pieces of this call are behind others from their beginning, as if it had already used much. */
  putBehind(call: AbortSignal): void;
  /** Whether its next piece will be. */
  isBehind(call: AbortSignal): boolean;
  /** The processor time of all pieces of a call that have ended. */
  usedMs(call: AbortSignal): number;
  /** Whether the system lets a thread come back that was put behind others. */
  mayComeBack(): boolean;
}>;

export type Work = Readonly<{
  /** Whether this piece was long by itself; the thread is behind others then. */
  isLong(): boolean;
  /**
   * Puts the thread back. False where the system does not allow it: the thread is to be replaced then. `toldMs` is what the
   * thread told; one that was lost has told nothing.
   */
  end(toldMs: number): boolean;
}>;

/** A piece that is there at a second look, and used this much since the first, is long. Most pieces take less than one. */
const [lookEveryMs, longPieceMs] = [10, 15];
/** A call whose pieces took this much together is long, and all its further pieces are behind. */
const longCallMs = 100;

export function createPriorities(clock: Clock): Priorities {
  const looks = new Set<() => void>();
  const usedByCall = new WeakMap<AbortSignal, number>();
  const callsBehind = new WeakSet<AbortSignal>();
  let isGoingRound = false;
  /** Lowering is always allowed, coming back is not. */
  let mayComeBack = mayRaise();

  /** Goes round while there is work. Looking at each piece when it begins would cost the short ones more. */
  async function goRound(): Promise<void> {
    if (isGoingRound) return;
    isGoingRound = true;
    while (looks.size > 0) {
      await clock.sleep(lookEveryMs);
      for (const look of looks) look();
    }
    isGoingRound = false;
  }

  const usedMs = (call: AbortSignal): number => usedByCall.get(call) ?? 0;

  const isBehind = (call: AbortSignal): boolean => callsBehind.has(call) || usedMs(call) >= longCallMs;

  return {
    isBehind,
    putBehind: (call) => void callsBehind.add(call),
    usedMs,
    mayComeBack: () => mayComeBack,
    begin: (thread, call, onLong) => {
      let firstMs: number | undefined;
      let seenMs = 0;
      let isLong = false;
      let usual: number | undefined;
      const lower = (): void => {
        usual ??= putBehind(thread);
      };
      const look = (): void => {
        const nowMs = processorMs(thread);
        // It may be long.
        if (nowMs === undefined) return onLong?.();
        firstMs ??= nowMs;
        seenMs = nowMs - firstMs;
        if (isLong || seenMs < longPieceMs) return;
        isLong = true;
        lower();
        onLong?.();
      };
      if (mayComeBack && isBehind(call)) lower();
      looks.add(look);
      void goRound();
      return {
        isLong: () => isLong,
        end: (toldMs) => {
          looks.delete(look);
          usedByCall.set(call, usedMs(call) + Math.max(toldMs, seenMs));
          if (usual === undefined) return true;
          const isBack = restore(thread, usual);
          mayComeBack = isBack ?? mayComeBack;
          return isBack !== false;
        },
      };
    },
  };
}
