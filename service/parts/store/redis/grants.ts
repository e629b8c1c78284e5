import type { Grants } from "../grants.ts";
import type { Connection } from "./connection.ts";
import type { Keys } from "./keys.ts";

export function grantCommands({ run, send }: Connection, keys: Keys): Grants {
  return {
    async openGrant({ id, account, tokenHash, nowMs, expiresAtMs, maxOpen }) {
      const names = [keys.oauthGrant(id), keys.oauthGrantsOf(account)];
      const values = [account, tokenHash, nowMs, expiresAtMs, maxOpen];
      return (await run("openGrant", names, values)) as "opened" | "used";
    },
    async turnGrant({ id, tokenHash, nextHash, nowMs, expiresAtMs }) {
      const values = [tokenHash, nextHash, nowMs, expiresAtMs];
      return (await run("turnGrant", [keys.oauthGrant(id)], values)) as "turned" | "reused" | "gone";
    },
    async endGrant(id) {
      await run("endGrant", [keys.oauthGrant(id)], []);
    },
    async readGrant(id, nowMs) {
      const { account, expiresAtMs, isEnded } = await send((client) => client.hgetall(keys.oauthGrant(id)));
      const isLive = account !== undefined && isEnded === undefined && Number(expiresAtMs) > nowMs;
      return isLive ? { id, account, expiresAtMs: Number(expiresAtMs) } : undefined;
    },
  };
}
