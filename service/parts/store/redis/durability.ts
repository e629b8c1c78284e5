import type { Log } from "../../../../platform/log.ts";
import type { Connection } from "./connection.ts";

const wanted = [
  {
    setting: "appendonly",
    value: "yes",
    otherwise: "every credit and key since the last snapshot is lost when Redis stops",
  },
  { setting: "appendfsync", value: "always", otherwise: "the last writes before a crash are lost" },
  {
    setting: "maxmemory-policy",
    value: "noeviction",
    otherwise: "Redis drops counters and answers when memory is short",
  },
] as const;

/** Says loudly what could lose an acknowledged write. A Redis that does not show its settings is taken as it is. */
export async function warnOfLosses({ send }: Connection, log: Log): Promise<void> {
  for (const { setting, value, otherwise } of wanted) {
    const found = await send((client) => client.config("GET", setting).catch(hidden));
    if (!Array.isArray(found)) return log.info("redis does not show its settings", { setting });
    if (found[1] === value) continue;
    const advice = `CONFIG SET ${setting} ${value}, and the same in redis.conf: otherwise ${otherwise}.`;
    log.warn("redis can lose acknowledged writes", { setting, found: found[1], advice });
  }
}

function hidden(error: Error): undefined {
  if (error.name !== "ReplyError") throw error;
}
