import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import type { SentTime } from "./time.ts";
import type { Store } from "../store.ts";

export function noteCommands({ run, send }: Connection, keys: Keys): Pick<Store, "readNote" | "writeNote"> {
  return {
    async readNote(name) {
      const { version, text } = await send((client) => client.hgetall(keys.note(name)));
      return version === undefined || text === undefined
        ? undefined
        : { name, version: Number(version), text };
    },
    writeNote: async ({ name, version, text }) =>
      (await run("writeNote", [keys.note(name)], [version, text])) as "written" | "stale",
  };
}

export function leaseCommands(
  { run }: Connection,
  keys: Keys,
  time: SentTime,
): Pick<Store, "takeLease" | "endLease"> {
  return {
    takeLease: async ({ name, owner, lifeMs }) =>
      (await run("takeLease", [keys.lease(name)], [owner, lifeMs, time()])) === 1,
    async endLease({ name, owner }) {
      await run("endLease", [keys.lease(name)], [owner]);
    },
  };
}
