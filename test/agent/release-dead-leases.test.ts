import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { senderLease, watchLease } from "../../agent/journal/leases.ts";
import { startAgentProcess } from "../support/agent-process.ts";
import { until } from "../support/until.ts";
import { countDeliveries } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
let DATA_DIR: string;
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), "assay-predecessors-"));
  return async () => rm(DATA_DIR, { recursive: true, force: true });
});

const anHourMs = 3_600_000;

test("a restarted agent does not wait for the leases and locks of its previous process", async () => {
  scene.service.reply(() => "hang");
  const [held] = await scene.ask([validation("held = 1\n")]);
  const env = { SERVICE_URL: scene.service.url, IPFS_API_URL: scene.ipfs.apiUrl, DEPOSIT_CONTRACT: "" };
  await using first = startAgentProcess({ ...chain.env, ...env, DATA_DIR });
  await until(() => scene.service.asked.length === 1);
  first.kill("SIGKILL");
  await first.ended;
  scene.service.heal();
  {
    // As if the first had died a moment ago, with its leases valid for a long time.
    await using parts = await scene.openParts({ DATA_DIR });
    const { store, market } = parts;
    const note = await store.readNote(`owners:${market.book}`);
    const [owner] = JSON.parse(note!.text) as [string];
    for (const name of [watchLease(parts), senderLease(parts)])
      expect(await store.takeLease({ name, owner, lifeMs: anHourMs })).toBe(true);
    const holding = { book: market.book, id: held!, owner, holdMs: anHourMs };
    expect(await store.holdEntry(holding)).toBe("held");
  }
  await using second = await scene.openAgent({ DATA_DIR });
  const [next] = await scene.ask([validation("next = 1\n")]);
  for (const id of [held!, next!]) {
    await second.reaches(id, "settled");
    expect(await countDeliveries(scene, id)).toBe(1);
  }
});

test("an agent leaves the leases of live agents alone", async () => {
  await using first = await scene.openAgent({ DATA_DIR });
  const { store, owner } = first.parts;
  await using _ = await scene.openAgent({ DATA_DIR });
  const lease = { name: senderLease(first.parts), lifeMs: anHourMs };
  expect(await store.takeLease({ ...lease, owner: "a stranger" })).toBe(false);
  expect(await store.takeLease({ ...lease, owner })).toBe(true);
});
