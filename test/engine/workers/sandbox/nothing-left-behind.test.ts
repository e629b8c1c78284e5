import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, describe, expect, test } from "vitest";
import { createMetrics } from "../../../../parts/observe/metrics.ts";
import { isExhaustive } from "../../../support/exhaustive.ts";
import { until } from "../../../support/until.ts";
import { createdLabel, ownerLabel } from "../../../../engine/workers/sandbox/docker/container-options.ts";
import type { Sandbox } from "../../../../engine/workers/sandbox/sandbox.ts";
import {
  askDocker,
  config,
  containersOf,
  openTestSandbox,
  processesOutside,
  requireDocker,
  runOne,
  takeBox,
} from "../../../support/sandbox.ts";

beforeAll(requireDocker);

describe("cleanup of containers", () => {
  const stranger = "elsewhere 0 pid|1|1|stranger";

  async function plant(labels: Record<string, string>): Promise<string> {
    const { body } = await askDocker("POST", "/containers/create", {
      Image: config.SANDBOX_IMAGE,
      Labels: labels,
    });
    return (JSON.parse(body) as { Id: string }).Id;
  }
  async function isThere(id: string): Promise<boolean> {
    return (await askDocker("GET", `/containers/${id}/json`)).status === 200;
  }

  test("removes those of an ended service and any older than fifteen minutes, and keeps others", async () => {
    const minutesAgo = (minutes: number): string => String(Date.now() - minutes * 60_000);
    const young = await plant({ [ownerLabel]: stranger, [createdLabel]: minutesAgo(14) });
    const notOurs = await plant({ other: "label" });
    try {
      // The sandboxes of other tests remove old boxes too: it is tried until this one was first.
      await until(async () => {
        const old = await plant({ [ownerLabel]: stranger, [createdLabel]: minutesAgo(16) });
        const metrics = createMetrics();
        await using _sandbox = await openTestSandbox({ metrics });
        await until(async () => !(await isThere(old)));
        return /events_total\{event="reaped"\} [1-9]/.test((await metrics.text()).body);
      });
      expect(await isThere(young)).toBe(true);
      expect(await isThere(notOurs)).toBe(true);
    } finally {
      for (const id of [young, notOurs]) await askDocker("DELETE", `/containers/${id}?force=1`);
    }
  });

  test("includes a container whose creation was never confirmed when a service closes", async () => {
    const before = new Set((await containersOf(process.pid)).map(({ Id }) => Id));
    const sandbox = await openTestSandbox({ poolSize: 1 });
    const known = (await containersOf(process.pid)).find(({ Id }) => !before.has(Id));
    const unknown = await plant({ ...known!.Labels });
    await sandbox[Symbol.asyncDispose]();
    expect([await isThere(known!.Id), await isThere(unknown)]).toEqual([false, false]);
  });

  test("does not remove the boxes of another service on the same engine", async () => {
    await using first = await openTestSandbox({ poolSize: 2 });
    await until(() => first.numbers().idle === 2);
    const before = (await containersOf(process.pid)).map(({ Id }) => Id);
    await using second = await openTestSandbox({ poolSize: 1 });
    await until(() => second.numbers().idle === 1);
    await using box = await takeBox(first);
    expect(await runOne(box, "print(1)")).toMatchObject({ stdout: "1\n" });
    const after = (await containersOf(process.pid)).map(({ Id }) => Id);
    expect(after).toEqual(expect.arrayContaining(before.slice(0, 1)));
  });

  test("covers a killed service with ready, taken and working boxes", async () => {
    const child = spawn(process.execPath, [new URL("owning-process.ts", import.meta.url).pathname], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect((await containersOf(child.pid!)).length).toBeGreaterThanOrEqual(2);
    child.kill("SIGKILL");
    // What ran ends with its input. What was made and not started yet is removed by the next service.
    await until(async () => (await containersOf(child.pid!)).every(({ State }) => State === "created"));
    await using _next = await openTestSandbox();
    await until(async () => (await containersOf(child.pid!)).length === 0);
  });

  test("leaves nothing of many runs in the engine or in our memory", { timeout: 300_000 }, async () => {
    const sandbox: Sandbox = await openTestSandbox({ poolSize: 4 });
    const runs = isExhaustive ? 200 : 60;
    let left = runs;
    let early = 0;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        if (left === runs / 2) early = process.memoryUsage().rss;
        await using box = await takeBox(sandbox);
        expect(await runOne(box, "import os\nif os.fork(): print('parent')")).toMatchObject({
          stdout: "parent\n",
        });
      }
    };
    await Promise.all([caller(), caller()]);
    expect(process.memoryUsage().rss - early).toBeLessThan(64 * 2 ** 20);
    await sandbox[Symbol.asyncDispose]();
    expect(await containersOf(process.pid)).toEqual([]);
  });

  test("leaves no process when every sandbox is closed", async () => {
    expect(await containersOf(process.pid)).toEqual([]);
    await until(async () => {
      const { body } = await askDocker("GET", "/containers/json?all=1");
      return processesOutside((JSON.parse(body) as { Id: string }[]).map(({ Id }) => Id)) === 0;
    });
  });
});
