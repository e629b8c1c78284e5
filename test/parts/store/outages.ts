import { expect, test, vi } from "vitest";
import type { Store } from "../../../parts/store/store.ts";
import type { PostgresServer } from "../../support/postgres-server.ts";
import { patienceMs } from "../../support/until.ts";
import { aCall, aGrant, aName, anAccount, noonMs, today } from "./builders.ts";

export const unavailable = { code: "store_unavailable" };
export const patience = { timeout: patienceMs, interval: 50 };

type Scene = Readonly<{
  /** The server that tests may stop and hold still. */
  server: () => Pick<PostgresServer, "stop" | "start" | "pause" | "resume">;
  open: (url?: string) => Promise<Store>;
  /** An address where nobody listens. */
  nowhere: string;
}>;

/** What every store in another process promises about a server that is away. */
export function testOutages({ server, open, nowhere }: Scene): void {
  test("cannot be opened", async () => {
    await expect(open(nowhere)).rejects.toMatchObject(unavailable);
  });

  test("is soon unavailable, and is back with everything when it is started again", async () => {
    await using store = await open();
    const account = await anAccount(store, 7);
    await server().stop();
    const startedMs = performance.now();
    await expect(store.grant(aGrant(account, 1))).rejects.toMatchObject(unavailable);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    await server().start();
    await vi.waitFor(() => store.ping(), patience);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 7 });
    expect(await store.grant(aGrant(account, 1))).toBe("granted");
  });

  test("that hangs is soon unavailable, and a call it wakes up to can be given back", async () => {
    await using store = await open();
    const account = await anAccount(store, 7);
    const call = aCall({ account, credits: 2 });
    server().pause();
    const startedMs = performance.now();
    await expect(store.beginCall(call)).rejects.toMatchObject(unavailable);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    server().resume();
    await vi.waitFor(() => store.giveBackCall(call.id, noonMs), patience);
    await store.ping();
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 7 });
    expect(await store.beginCall({ ...call, id: aName() })).toMatchObject({ outcome: "taken" });
  });
}
