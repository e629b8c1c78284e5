import { seccompProfile } from "../../../../engine/workers/sandbox/seccomp.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../../platform/clock.ts";
import { openLog } from "../../../../platform/log.ts";
import { createMetrics } from "../../../../parts/observe/metrics.ts";
import { startBox } from "../../../../engine/workers/sandbox/box.ts";
import { containerOptions } from "../../../../engine/workers/sandbox/docker/container-options.ts";
import { readDockerHost } from "../../../../engine/docker-host.ts";
import { attachTo } from "../../../../engine/workers/sandbox/docker/driver.ts";
import type { BoxDriver } from "../../../../engine/workers/sandbox/driver.ts";
import { connectEngine } from "../../../../engine/workers/sandbox/docker/engine.ts";
import { createMeters } from "../../../../engine/workers/sandbox/meters.ts";
import type { Box, Sandbox } from "../../../../engine/workers/sandbox/sandbox.ts";
import {
  config,
  containersOf,
  isGvisor,
  isKubernetes,
  openTestSandbox,
  processesIn,
  requireDocker,
  runAll,
  takeBox,
  usualMs,
  type Report,
} from "../../../support/sandbox.ts";
import type { Attack } from "./attack.ts";
import { attacks } from "./attacks.ts";
import { leftovers } from "./leftovers.ts";

/** What the machine may need to stop a program, when others keep it busy. */
const graceMs = 15_000;
const innocent = `
import json, os, sys, decimal
others = [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) not in (1, os.getpid())]
print(json.dumps({"files": [name for name in os.listdir() if name != "main.py"], "shm": os.listdir("/dev/shm"), "others": others}))
with open("own", "w") as file: file.write("x" * 1_000_000)`;
const unaffected = {
  ran: true,
  returncode: 0,
  stdout: '{"files": [], "shm": [], "others": []}\n',
  stderr: "",
  timed_out: false,
};

/** Of a box at rest, as the host sees it: the harness, or nothing of what gVisor keeps to itself. */
const visibleProcesses = isGvisor ? 0 : 1;

let sandbox: Sandbox;
beforeAll(async () => {
  await requireDocker();
  sandbox = await openTestSandbox({ poolSize: 3 });
});
function asOnThisRuntime({ onGvisor, onKubernetes, onGvisorInPods, ...attack }: Attack): Attack {
  return {
    ...attack,
    ...(isGvisor && onGvisor),
    ...(isKubernetes && onKubernetes),
    ...(isGvisor && isKubernetes && onGvisorInPods),
  };
}

type Withstood = Readonly<{ report: Report; next: Report; maxProcesses: number }>;

/** In a new interpreter and in a fork, each followed by a program that means no harm. */
async function tryOut({
  source,
  wallMs = usualMs,
  holds,
  isAboutTheEnd = false,
}: Attack): Promise<Withstood[]> {
  await using box = await takeBox(sandbox);
  const tried: Withstood[] = [];
  for (const mode of isAboutTheEnd ? (["fresh"] as const) : (["fresh", "watched"] as const)) {
    const [report, next] = await runLongEnough(box, { source, wallMs, holds }, mode);
    const processes = (await containersOf(process.pid)).map(({ Id }) => processesIn(Id));
    tried.push({ report: report!, next: next!, maxProcesses: Math.max(...processes) });
  }
  return tried;
}

/** A program that has to print before it is stopped is given more time where the machine is slow. */
async function runLongEnough(
  box: Box,
  { source, wallMs, holds }: Attack & { wallMs: number },
  mode: "fresh" | "watched",
): Promise<Report[]> {
  const reports = await runAll(box, [{ source, wallMs }, innocent], { mode });
  const isTooSoon = "stdout" in holds && reports[0]!.timed_out && reports[0]!.stdout === "";
  return isTooSoon && wallMs < usualMs
    ? runLongEnough(box, { source, wallMs: wallMs * 2, holds }, mode)
    : reports;
}

describe.for([...Object.entries(attacks), ["what is left for the next program", leftovers] as const])(
  "%s",
  ([, ofThisKind]) => {
    const here = Object.entries(ofThisKind).map(([name, given]) => [name, asOnThisRuntime(given)] as const);

    test.for(here.filter(([, { endsBox }]) => endsBox))("%s ends the box", async ([, attack]) => {
      await expect(tryOut(attack)).rejects.toMatchObject({ reason: "died" });
    });

    test.for(here.filter(([, { endsBox }]) => !endsBox))("%s is contained", async ([, attack]) => {
      for (const { report, next, maxProcesses } of await tryOut(attack)) {
        expect(report).toMatchObject(attack.holds);
        expect(report.duration_ms).toBeLessThan((attack.wallMs ?? usualMs) + graceMs);
        expect(next).toMatchObject(unaffected);
        // Whatever a program started has ended when its report is there: only the harness runs.
        expect(maxProcesses).toBe(visibleProcesses);
      }
    });
  },
);

test("no container of the attacks remains", async () => {
  await sandbox[Symbol.asyncDispose]();
  expect(await containersOf(process.pid)).toEqual([]);
});

// Were the attacks harmless anyway, withstanding them would prove nothing.
test.skipIf(isKubernetes)("many attacks succeed without the restrictions", async () => {
  const engine = await connectEngine(readDockerHost(config.DOCKER_HOST)!);
  const safe = containerOptions({
    image: config.SANDBOX_IMAGE,
    runtime: config.SANDBOX_RUNTIME,
    owner: `|${process.pid}|negative control`,
    createdAtMs: Date.now(),
    engine: await engine.kind(),
    seccomp: seccompProfile,
  });
  const id = await engine.create({
    ...safe,
    User: "0:0",
    HostConfig: { AutoRemove: true, SecurityOpt: ["seccomp=unconfined"], NetworkMode: "none" },
  });
  const driver = {
    kind: "docker",
    connect: async () => attachTo(engine, id),
    remove: engine.remove,
  } as Partial<BoxDriver> as BoxDriver;
  const box = await startBox(
    { driver, clock: systemClock, log: openLog("silent"), meters: createMeters(createMetrics()) },
    id,
  );
  const harmless = ["files", "kernel", "network", "disk", "processes"].flatMap((kind) =>
    Object.entries(attacks[kind]!).filter(([name]) => !/bomb|chain|computing|inodes/.test(name)),
  );
  const succeeded: string[] = [];
  try {
    for (const [name, { source, holds, wallMs = usualMs }] of harmless) {
      const [report] = await runAll({ ...box, [Symbol.asyncDispose]: box.destroy }, [source], {
        wallMs,
      });
      if (!withstood(report!, holds)) succeeded.push(name);
    }
  } finally {
    await box.destroy();
  }
  expect(succeeded).toEqual(
    expect.arrayContaining([
      "writing outside the places for it",
      "running a file planted there",
      "becoming someone else",
      "calls that programs have no need of",
      "namespaces by clone",
      "raw sockets",
    ]),
  );
});

function withstood(report: Report, holds: object): boolean {
  try {
    expect(report).toMatchObject(holds);
    return true;
  } catch {
    return false;
  }
}
