/**
 * Attackers, the chain's node and the honest caller work on machines of their own. Here they share the processors of the
 * service, so a command puts each where it takes little from what is measured. What is run by one needs a session of its
 * own: Linux shares processors out to sessions first, and `nice` counts only inside one.
 */

/** Behind what the service has just begun, beside what it has worked on for long. */
export const behindOthers = [
  "sh",
  "-c",
  'echo 10 2>/dev/null > /proc/self/autogroup; exec nice -n 10 "$@"',
  "sh",
] as const;

/** Gets a processor as soon as it asks for one, where the system allows that: its times are those of the service. */
export const beforeOthers = [
  "sh",
  "-c",
  'chrt --fifo 1 true 2>/dev/null && exec chrt --fifo 1 "$@"; exec "$@"',
  "sh",
] as const;
