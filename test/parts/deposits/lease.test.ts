import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLease } from "../../../parts/deposits/lease.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import { manualClock } from "../../support/manual-clock.ts";

test("a lease belongs to one process while it works, to another when it is silent, and is free when it ends", async () => {
  const clock = manualClock();
  const folder = await mkdtemp(join(tmpdir(), "assay-lease-"));
  const store = await openSqliteStore(join(folder, "lease.sqlite"), { clock });
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const [ours, theirs] = ["us", "them"].map((owner) => createLease({ store, clock, owner }, "watching"));
  expect([await ours!.take(), await theirs!.take()]).toEqual([true, false]);
  // Extended during long work, it lasts from then on.
  await clock.advance(14_000);
  await ours!.hold();
  await clock.advance(14_000);
  expect(await theirs!.take()).toBe(false);
  await ours!.hold();
  await clock.advance(15_001);
  expect(await theirs!.take()).toBe(true);
  await expect(ours!.hold()).rejects.toThrow("another process");
  await theirs!.end();
  expect(await ours!.take()).toBe(true);
});
