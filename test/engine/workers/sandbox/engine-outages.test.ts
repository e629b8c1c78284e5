import { join } from "node:path";
import { tmpdir } from "node:os";
import { mkdtempSync, rmSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { openLog } from "../../../../platform/log.ts";
import { until } from "../../../support/until.ts";
import { startEngineProxy } from "./docker/engine-proxy.ts";
import { findWorking } from "./working-container.ts";
import { outcomeOf } from "./outcome-of.ts";
import { containersOf, openTestSandbox, requireDocker, runOne, takeBox } from "../../../support/sandbox.ts";

const never = new AbortController().signal;

beforeAll(requireDocker);

describe("a container engine", () => {
  test("may be missing at the start, and the sandbox recovers when it appears", async () => {
    const proxy = await startEngineProxy();
    await using _proxy = proxy;
    proxy.kill();
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost });
    expect(sandbox.state()).toBe("down");
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    proxy.revive();
    await until(() => sandbox.state() === "ok");
    await using box = await takeBox(sandbox);
    expect(await runOne(box, "print(1)")).toMatchObject({ stdout: "1\n" });
  });

  test("may have no socket at the start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-engine-"));
    await using sandbox = await openTestSandbox({ dockerHost: `unix://${folder}/docker.sock` });
    expect(sandbox.state()).toBe("down");
    rmSync(folder, { recursive: true });
  });

  test("is not used when its runtime ignores the seccomp profile, and the log says why", async () => {
    const lines: string[] = [];
    const log = {
      ...openLog("silent"),
      error: (event: string, facts?: object) => void lines.push(`${event} ${JSON.stringify(facts)}`),
    };
    await using proxy = await startEngineProxy({ ignoresProfile: true });
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost, log });
    expect(sandbox.state()).toBe("down");
    expect(sandbox.trouble()).toContain("--oci-seccomp");
    expect(lines).toEqual([expect.stringMatching(/^sandbox box cannot be started .*--oci-seccomp/)]);
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    await until(async () => (await containersOf(process.pid)).length === 0);
  });

  test("fails a request early as silent when it hangs, opens the breaker, and recovers", async () => {
    await using proxy = await startEngineProxy();
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost, poolSize: 2 });
    await using box = await takeBox(sandbox);
    proxy.freeze();
    const startedAt = performance.now();
    const failure = await runOne(box, "print(1)").catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: "silent" });
    expect(performance.now() - startedAt).toBeLessThan(8000);
    await until(() => sandbox.state() === "down");
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    expect(sandbox.numbers()).toMatchObject({ idle: 0 });
    proxy.revive();
    await until(() => sandbox.state() === "ok");
    await using next = await takeBox(sandbox);
    expect(await runOne(next, "print(1)")).toMatchObject({ stdout: "1\n" });
  });

  test("is reported at once when it dies during a run", async () => {
    await using proxy = await startEngineProxy();
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost });
    await using box = await takeBox(sandbox);
    const running = runOne(box, "import time; time.sleep(20)", { wallMs: 20_000 }).catch(
      (error: unknown) => error,
    );
    await findWorking();
    // A container that is made but not started would stay: nobody can remove it while the engine is away.
    await until(() => sandbox.numbers().starting === 0);
    proxy.kill();
    expect(await running).toMatchObject({ reason: "died" });
    await until(() => sandbox.state() === "down");
  });
});
