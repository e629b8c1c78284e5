import { beforeAll, expect, test } from "vitest";
import { readDockerHost } from "../../../../../engine/docker-host.ts";
import { connectEngine } from "../../../../../engine/workers/sandbox/docker/engine.ts";
import { askDocker, config, requireDocker } from "../../../../support/sandbox.ts";

beforeAll(requireDocker);

test("a container is gone when its removal is reported, however many callers remove it at once", async () => {
  const engine = await connectEngine(readDockerHost(config.DOCKER_HOST)!);
  for (let round = 0; round < 3; round += 1) {
    const id = await engine.create({ Image: config.SANDBOX_IMAGE, HostConfig: { AutoRemove: true } });
    await engine.start(id);
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => {
        await engine.remove(id);
        return (await askDocker("GET", `/containers/${id}/json`)).status;
      }),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
  }
});

test("removing a missing container succeeds", async () => {
  const engine = await connectEngine(readDockerHost(config.DOCKER_HOST)!);
  await expect(engine.remove("0".repeat(64))).resolves.toBeUndefined();
});
