import { readdirSync, readFileSync } from "node:fs";

/** Resident memory of a process and of everything it started, in MB; what they share counts once. */
export function memoryMbOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + ownMemoryKb(member), 0) / 1024;
}

/** A process and all that it started. One that has ended meanwhile has no family. */
export function familyOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) =>
    readIfThere(`/proc/${pid}/task/${task}/children`).trim().split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

/** None of a process that has ended, also while it was looked at. */
export function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** What this process alone holds: forked workers share most of their pages. */
function ownMemoryKb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
