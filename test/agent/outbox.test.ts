import { describe, expect, test } from "vitest";
import { readOutbox, writeOutbox, type Pending } from "../../agent/journal/outbox.ts";
import { useScene } from "./scene.ts";

const scene = useScene();

function pendingOf(nonce: number): Pending {
  const { address } = scene.chain.mech;
  return {
    purpose: { kind: "collect", mech: address },
    to: address,
    data: "0x",
    nonce,
    gas: "21000",
    maxFeeWei: "1",
    tipWei: "1",
    hashes: [`0x${"ab".repeat(32)}`],
    raw: "0x",
    firstSentAtMs: nonce,
    sentAtMs: nonce,
  };
}

/** An agent that never writes its outbox by itself: its key is another's, and so is its outbox. */
async function openOutbox() {
  const agent = await scene.openAgent({ AGENT_POLL_MS: "60000" });
  const account = { ...agent.parts.account, address: scene.chain.users[7]!.address };
  return { agent, parts: { ...agent.parts, account } };
}

describe("the outbox", () => {
  test("has one writer for each version: a second writer that read the same version is refused, and nothing of its write is kept", async () => {
    const { agent, parts } = await openOutbox();
    await using _ = agent;
    for (const version of [0, 1]) {
      const read = await Promise.all([readOutbox(parts), readOutbox(parts)]);
      expect(read.map((one) => one.version)).toEqual([version, version]);
      const mine = { ...read[0], pending: [pendingOf(version * 10 + 1)] };
      const theirs = { ...read[1], pending: [pendingOf(version * 10 + 2)] };
      expect(await writeOutbox(parts, mine)).toMatchObject({ version: version + 1 });
      await expect(writeOutbox(parts, theirs)).rejects.toThrow("Another replica is sending.");
      expect((await readOutbox(parts)).pending.map(({ nonce }) => nonce)).toEqual([version * 10 + 1]);
    }
  });

  test("keeps one of several concurrent writes and rejects the others", async () => {
    const { agent, parts } = await openOutbox();
    await using _ = agent;
    const read = await readOutbox(parts);
    const writing = [1, 2, 3, 4].map(async (nonce) =>
      writeOutbox(parts, { ...read, pending: [pendingOf(nonce)] }),
    );
    const outcomes = (await Promise.allSettled(writing)).map(({ status }) => status).toSorted();
    expect(outcomes).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
  });

  test("accepts the same write twice, as when the first answer was lost", async () => {
    const { agent, parts } = await openOutbox();
    await using _ = agent;
    const next = { ...(await readOutbox(parts)), pending: [pendingOf(1)] };
    await writeOutbox(parts, next);
    expect(await writeOutbox(parts, next)).toMatchObject({ version: 1 });
  });

  test.for([
    ["a transaction in progress", (one: Pending) => one, [7]],
    ["no transaction in progress", () => null, []],
  ] as const)("reads an entry with %s as earlier versions wrote it", async ([, write, nonces]) => {
    const { agent, parts } = await openOutbox();
    await using _ = agent;
    await writeOutbox(parts, await readOutbox(parts));
    const name = `outbox:${parts.market.chainId}:${parts.account.address.toLowerCase()}`;
    const text = JSON.stringify({ pending: write(pendingOf(7)), collectedWei: "5" });
    await parts.store.writeNote({ name, version: 1, text });
    const read = await readOutbox(parts);
    expect(read.pending.map(({ nonce }) => nonce)).toEqual(nonces);
    expect(read.collectedWei).toBe(5n);
  });
});
