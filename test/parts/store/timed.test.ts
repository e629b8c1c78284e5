import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../../platform/clock.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import { timed } from "../../../parts/store/timed.ts";

test("commands are timed by name; of a lease only its kind is reported, whatever follows in its name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-timed-"));
  const metrics = createMetrics();
  {
    await using store = await openSqliteStore(join(folder, "store.sqlite"));
    const watched = timed(store, { clock: systemClock, metrics });
    const lease = { owner: "this test", lifeMs: 1000 };
    for (const name of ["watch:1:0xabc", "sign-in 0xdef nonce1", "sign-in 0x123 nonce2", "card-polling"])
      expect(await watched.takeLease({ ...lease, name })).toBe(true);
    expect(await watched.takeLease({ ...lease, owner: "another", name: "watch:1:0xabc" })).toBe(false);
  }
  const { body } = await metrics.text();
  const held = body.split("\n").filter((text) => text.startsWith("assay_lease_held{"));
  expect(held.toSorted()).toEqual([
    'assay_lease_held{lease="card-polling"} 1',
    'assay_lease_held{lease="sign-in"} 1',
    'assay_lease_held{lease="watch"} 0',
  ]);
  expect(body).toContain('assay_store_seconds_count{command="takeLease"} 5');
  await rm(folder, { recursive: true });
});
