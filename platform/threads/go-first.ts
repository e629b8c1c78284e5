import { readFileSync, writeFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { attempt } from "./os-priority.ts";

/** Above what starts containers, below what the system itself needs. */
const first = constants.priority.PRIORITY_ABOVE_NORMAL;

/**
 * Puts this process before others where the system allows it: answering takes milliseconds, and is not to wait for
 * containers that start meanwhile. To be called before threads and processes are started, which inherit it.
 */
export function goFirst(): void {
  if (getPriority() !== 0) return; // somebody has already chosen
  attempt(() => setPriority(first));
  // Where Linux shares processors out to sessions first, a priority counts only inside its session.
  if (getPriority() === first && hasOwnSession())
    attempt(() => writeFileSync("/proc/self/autogroup", String(first)));
}

/** As a container or a unit has; one that was started from a terminal shares it with everything else there. */
function hasOwnSession(): boolean {
  const fields = attempt(() => readFileSync("/proc/self/stat", "latin1"))
    ?.split(") ")
    .at(-1)!
    .split(" ");
  return Number(fields?.[3]) === process.pid;
}
