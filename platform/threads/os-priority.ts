import { closeSync, openSync, readFileSync, readlinkSync, readSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

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

/** Puts another thread behind others. Returns how it stood before; undefined where that cannot be told. */
export function putBehind(thread: string | undefined): number | undefined {
  return attempt(() => {
    const id = idOf(thread);
    const before = getPriority(id);
    attempt(() => setPriority(id, Math.max(before, behind)));
    return before;
  });
}

/** Gives a thread the priority of the one that calls this, or of its process: where it is not allowed, nothing happens. */
export function bringBack(thread: string | undefined): void {
  attempt(() => setPriority(idOf(thread), getPriority()));
}

function idOf(thread: string | undefined): number {
  return Number(thread?.split("/").at(-1));
}

/** Whether a thread stands again as it did; undefined of one that has ended. */
export function restore(thread: string | undefined, usual: number): boolean | undefined {
  return attempt(() => {
    const id = idOf(thread);
    attempt(() => setPriority(id, usual));
    return getPriority(id) === usual;
  });
}

/** Whether this process may raise a priority up to its own: by its limit, which counts from 20 down, or by a capability. */
export function mayRaise(): boolean {
  const limit = /^Max nice priority\s+(\d+)/m.exec(
    attempt(() => readFileSync("/proc/self/limits", "latin1")) ?? "",
  );
  const rights = /^CapEff:\s+([0-9a-f]+)/m.exec(
    attempt(() => readFileSync("/proc/self/status", "latin1")) ?? "",
  );
  const isAllowed = Number(limit?.[1] ?? 0) >= 20 - getPriority();
  return isAllowed || ((BigInt(`0x${rights?.[1] ?? "0"}`) >> sysNice) & 1n) === 1n;
}

const told = Buffer.alloc(64);

/** What a thread has used so far; undefined where that cannot be told. Asked often, so it is one reading and no more. */
export function processorMs(thread: string | undefined): number | undefined {
  return attempt(() => {
    const file = openSync(`/proc/${thread}/schedstat`);
    try {
      return Number.parseInt(told.latin1Slice(0, readSync(file, told)), 10) / 1e6;
    } finally {
      closeSync(file);
    }
  });
}

/** Undefined where the system refuses it, or does not have it. */
export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
