import { readFileSync, readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import type { Clock } from "../clock.ts";

/** Who gets a processor first: calls that have just begun go before those that have already had much of one. */
export type Priorities = Readonly<{
  /** A thread begins a piece of a call's work. The signal stands for the call: all its work ends with it. */
  begin(thread: string | undefined, call: AbortSignal): Work;
  /** All pieces of this call are behind others from their beginning, as if it had already used much. */
  putBehind(call: AbortSignal): void;
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
/** Behind others, but not starved by them: a busy machine must not make an honest text run out of time. */
const behind = constants.priority.PRIORITY_BELOW_NORMAL;
/** The number of the capability CAP_SYS_NICE. */
const sysNice = 23n;

/** The thread that calls this, as Linux names it. Elsewhere threads have no priority of their own. */
export function ownThread(): string | undefined {
  return attempt(() => readlinkSync("/proc/thread-self"));
}

/** The only thread of another process. */
export function threadOf(pid: number): string {
  return `${pid}/task/${pid}`;
}

/** Puts the thread that calls this behind others. */
export function standBack(): void {
  attempt(() => setPriority(Math.max(getPriority(), behind)));
}

/** Puts another thread behind others. */
export function putBehind(thread: string): void {
  const id = idOf(thread);
  attempt(() => setPriority(id, Math.max(getPriority(id), behind)));
}

/** Gives a thread the priority of the one that calls this, or of its process: where it is not allowed, nothing happens. */
export function bringBack(thread: string | undefined): void {
  attempt(() => setPriority(idOf(thread), getPriority()));
}

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

  return {
    putBehind: (call) => void callsBehind.add(call),
    usedMs,
    mayComeBack: () => mayComeBack,
    begin: (thread, call) => {
      const id = idOf(thread);
      let firstMs: number | undefined;
      let seenMs = 0;
      let isLong = false;
      let usual: number | undefined;
      const lower = (): void => {
        usual ??= attempt(() => getPriority(id));
        if (usual !== undefined) attempt(() => setPriority(id, Math.max(usual!, behind)));
      };
      const look = (): void => {
        const nowMs = processorMs(thread);
        firstMs ??= nowMs;
        if (firstMs !== undefined && nowMs !== undefined) seenMs = nowMs - firstMs;
        if (isLong || seenMs < longPieceMs) return;
        isLong = true;
        lower();
      };
      if (mayComeBack && (callsBehind.has(call) || usedMs(call) >= longCallMs)) lower();
      looks.add(look);
      void goRound();
      return {
        isLong: () => isLong,
        end: (toldMs) => {
          looks.delete(look);
          usedByCall.set(call, usedMs(call) + Math.max(toldMs, seenMs));
          if (usual === undefined) return true;
          const isBack = comesBack(id, usual);
          mayComeBack = isBack ?? mayComeBack;
          return isBack !== false;
        },
      };
    },
  };
}

function idOf(thread: string | undefined): number {
  return Number(thread?.split("/").at(-1));
}

/** Undefined of a thread that has ended. */
function comesBack(id: number, usual: number): boolean | undefined {
  return attempt(() => {
    attempt(() => setPriority(id, usual));
    return getPriority(id) === usual;
  });
}

/** Whether this process may raise a priority up to its own: by its limit, which counts from 20 down, or by a capability. */
function mayRaise(): boolean {
  const limit = /^Max nice priority\s+(\d+)/m.exec(
    attempt(() => readFileSync("/proc/self/limits", "latin1")) ?? "",
  );
  const rights = /^CapEff:\s+([0-9a-f]+)/m.exec(
    attempt(() => readFileSync("/proc/self/status", "latin1")) ?? "",
  );
  const isAllowed = Number(limit?.[1] ?? 0) >= 20 - getPriority();
  return isAllowed || ((BigInt(`0x${rights?.[1] ?? "0"}`) >> sysNice) & 1n) === 1n;
}

/** What a thread has used so far; undefined where that cannot be told. */
function processorMs(thread: string | undefined): number | undefined {
  const told = attempt(() => readFileSync(`/proc/${thread}/schedstat`, "latin1"));
  return told === undefined ? undefined : Number(told.split(" ", 1)[0]) / 1e6;
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
