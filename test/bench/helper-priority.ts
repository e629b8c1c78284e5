import { constants, setPriority } from "node:os";

/**
 * Attackers and the chain's node work on machines of their own. Here they share the processors, so they stand behind what
 * the service has just begun, beside what it has worked on for long.
 */
export function atHelpersPriority(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
}
