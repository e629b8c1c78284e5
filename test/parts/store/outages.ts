import { expect, test, vi } from "vitest";
import type { Store } from "../../../parts/store/store.ts";
import type { PostgresServer } from "../../support/postgres-server.ts";
import { patienceMs } from "../../support/until.ts";
import { aCall, aGrant, aName, anAccount, noonMs, today } from "./builders.ts";

export const unavailable = { code: "store_unavailable" };
export const patience = { timeout: patienceMs, interval: 50 };

type Scene = Readonly<{
  /** The server that tests may stop and pause. */
  server: () => Pick<PostgresServer, "stop" | "start" | "pause" | "resume">;
  open: (url?: string) => Promise<Store>;
  /** An address without a listener. */
  nowhere: string;
}>;

/** The guarantees of every store in another process when its server is unavailable. */
export function testOutages({ server, open, nowhere }: Scene): void {
  test("a store that is unavailable cannot be opened", async () => {
    await expect(open(nowhere)).rejects.toMatchObject(unavailable);
  });

  test("a store that stops is soon unavailable, and has everything after a restart", async () => {
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

  test("a store that hangs is soon unavailable, and a call that it finishes late can be given back", async () => {
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
