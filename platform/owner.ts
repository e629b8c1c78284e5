import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Names this process, so that another one on the same machine can tell when it is gone. */
export function nameOwner(): string {
  return [placeOf(), process.pid, startOf(process.pid) ?? "", randomUUID()].join("|");
}

/**
 * Whether a process of this machine lives, however long it has been silent: it may be stopped, or busy. Of other machines
 * nothing is known: their lease must run out.
 */
export function fateOf(owner: string): "alive" | "gone" | "unknown" {
  const [place, pid, start] = owner.split("|");
  if (place !== placeOf() || place === "" || start === "") return "unknown";
  return startOf(Number(pid)) === start ? "alive" : "gone";
}

/** True only when the process is known to be gone. */
export function isGone(owner: string): boolean {
  return fateOf(owner) === "gone";
}

/** The machine and, in a container, its own numbering of processes. */
function placeOf(): string {
  try {
    return `${hostname()} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}

/** When a process started, in ticks since boot: a number used again has another start. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const state = fields[0];
    return state === "Z" || state === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
