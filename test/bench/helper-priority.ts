/**
 * Attackers and the chain's node work on machines of their own. Here they share the processors, so they stand behind what
 * the service has just begun, beside what it has worked on for long.
 */
export const behindOthers = ["nice", "-n", "10"] as const;
