import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readAgentConfig } from "../../agent/config.ts";
import { readOutbox } from "../../agent/journal/outbox.ts";
import { startAgent } from "../../agent/start.ts";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { countDeliveries } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
let folders: string;
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), "assay-stopping-"));
  return async () => rm(folders, { recursive: true, force: true });
});
const newFolder = async (): Promise<string> => mkdtemp(join(folders, "data-"));

describe("the current work of an agent that stops", () => {
  test("is released during a call to the service, and the next agent continues at once", async () => {
    const DATA_DIR = await newFolder();
    scene.service.reply(() => "hang");
    const [id] = await scene.ask([validation("a\n")]);
    {
      await using agent = await scene.openAgent({ DATA_DIR });
      await agent.reaches(id!, "fetched");
      await until(() => scene.service.asked.length === 1);
    }
    scene.service.heal();
    await using agent = await scene.openAgent({ DATA_DIR });
    await agent.reaches(id!, "settled");
    expect(await countDeliveries(scene, id!)).toBe(1);
  });

  test("is released during a call to a gateway, and the next agent continues at once", async () => {
    const DATA_DIR = await newFolder();
    const { digest } = await scene.ipfs.put(JSON.stringify(validation("b\n")));
    scene.ipfs.fail("hang");
    const [id] = await scene.askRaw([digest]);
    {
      const before = scene.ipfs.requests.length;
      await using agent = await scene.openAgent({ DATA_DIR });
      await agent.reaches(id!, "seen");
      await until(() => scene.ipfs.requests.length > before);
    }
    scene.ipfs.heal();
    await using agent = await scene.openAgent({ DATA_DIR });
    await agent.reaches(id!, "settled");
    expect(await countDeliveries(scene, id!)).toBe(1);
  });

  test("is released during a call to a node that does not answer, and the next agent continues at once", async () => {
    const DATA_DIR = await newFolder();
    await using node = await startRpcProxy(chain.url);
    const clock = leapingClock();
    {
      const agent = await scene.openAgent({ DATA_DIR, CHAIN_RPC_URL: node.url }, { clock });
      node.meddle(() => "hang");
      const before = node.calls.length;
      await until(() => node.calls.length > before);
      let isOver = false;
      const stopped = agent[Symbol.asyncDispose]().then(() => (isOver = true));
      await leapUntil(clock, async () => isOver, 1000);
      await stopped;
    }
    const [id] = await scene.ask([validation("d\n")]);
    await using agent = await scene.openAgent({ DATA_DIR });
    await agent.reaches(id!, "settled");
    expect(await countDeliveries(scene, id!)).toBe(1);
  });

  test("is released while a transaction is not mined yet, and the next agent continues at once", async () => {
    const DATA_DIR = await newFolder();
    const [id] = await scene.ask([validation("c\n")]);
    await chain.setMining({ auto: false, intervalMs: 0 });
    try {
      {
        await using agent = await scene.openAgent({ DATA_DIR });
        await until(async () => (await readOutbox(agent.parts)).pending.length > 0);
      }
      await using agent = await scene.openAgent({ DATA_DIR });
      await chain.clients.test.mine({ blocks: 1 });
      await agent.reaches(id!, "settled");
      expect(await countDeliveries(scene, id!)).toBe(1);
    } finally {
      await chain.setMining({ auto: true, intervalMs: 0 });
    }
  });
});

test("an agent that stops while it waits for the chain stops at once", async () => {
  const stopping = new AbortController();
  const config = readAgentConfig({
    ...chain.env,
    CHAIN_RPC_URL: "http://127.0.0.1:9",
    DATA_DIR: await newFolder(),
    AGENT_PORT: "0",
    LOG_LEVEL: "silent",
  });
  const starting = startAgent(config, stopping.signal);
  stopping.abort(new Error("stopped"));
  await expect(starting).rejects.toThrow("stopped");
});
