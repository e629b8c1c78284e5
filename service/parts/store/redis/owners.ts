import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import type { SentTime } from "./time.ts";
import type { Store } from "../store.ts";

export function ownerCommands(
  { run }: Connection,
  keys: Keys,
  time: SentTime,
): Pick<Store, "beat" | "readOwners" | "giveBackCallsOf"> {
  return {
    async beat(owner, lifeMs) {
      await run("beat", [keys.owners], [owner, lifeMs, time()]);
    },
    async readOwners() {
      const told = (await run("readOwners", [keys.owners], [time()])) as (string | number)[];
      return Array.from({ length: told.length / 2 }, (_, n) => ({
        owner: String(told[2 * n]),
        isSilent: told[2 * n + 1] === 1,
      })).toSorted((a, b) => (a.owner < b.owner ? -1 : 1));
    },
    giveBackCallsOf: async (owner, atMs, only) => {
      const values = [owner, atMs, only ?? "", time()];
      return (await run("giveBackCallsOf", [keys.callsOf(owner), keys.owners], values)) as number;
    },
  };
}
