import { duplexPair, type Duplex } from "node:stream";
import { describe, expect, test } from "vitest";
import { openLog } from "../../../../platform/log.ts";
import { createMetrics } from "../../../../parts/observe/metrics.ts";
import { startBox, type WarmBox } from "../../../../engine/workers/sandbox/box.ts";
import { createMultiplexReader } from "../../../../engine/workers/sandbox/docker/multiplex.ts";
import type { BoxDriver } from "../../../../engine/workers/sandbox/driver.ts";
import type { HarnessFrame } from "../../../../engine/workers/sandbox/frames.ts";
import { createMeters } from "../../../../engine/workers/sandbox/meters.ts";
import { BoxFailure } from "../../../../engine/workers/sandbox/sandbox.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const ready = { type: "ready", python: "3.13.5", packages: ["six==1.17.0"], confined: true, protocol: 7 };
const accepted = { type: "accepted" };
const done = { type: "done" };
const signal = new AbortController().signal;

function multiplexed(bytes: Buffer, kind = 1): Buffer {
  const head = Buffer.alloc(8);
  head[0] = kind;
  head.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

/** A box whose other end the test plays: no container can be made to misbehave in all these ways. */
function playHarness() {
  const [service, harness] = duplexPair();
  const clock = manualClock();
  const removed: string[] = [];
  const heard: Buffer[] = [];
  harness.on("data", (chunk: Buffer) => heard.push(chunk));
  const driver = {
    connect: async () => ({
      stream: service as Duplex,
      read: createMultiplexReader(),
      start: async () => undefined,
    }),
    remove: async (id: string) => void removed.push(id),
  } as Partial<BoxDriver> as BoxDriver;
  const write = (bytes: Buffer, kind?: number) => harness.write(multiplexed(bytes, kind));
  const say = (...frames: object[]) => {
    for (const frame of frames) {
      const json = Buffer.from(JSON.stringify(frame), "latin1");
      const head = Buffer.alloc(4);
      head.writeUInt32BE(json.length);
      write(Buffer.concat([head, json]));
    }
  };
  const starting = startBox(
    { driver, clock, log: openLog("silent"), meters: createMeters(createMetrics()) },
    "an-id",
  );
  starting.catch(() => undefined);
  return {
    starting,
    say,
    write,
    harness,
    clock,
    removed,
    heard: () => Buffer.concat(heard).toString("latin1"),
  };
}

async function startReady() {
  const played = playHarness();
  played.say(ready);
  return { ...played, box: await played.starting };
}

async function ask(box: WarmBox, op: "P" | "R" = "R", caller = signal): Promise<HarnessFrame[]> {
  return Array.fromAsync(box.request(op, {}, { deadlineMs: 5000, signal: caller }));
}

/** Until everything that was said has been heard. */
async function settle(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await new Promise(setImmediate);
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => "no failure",
    (reason: unknown) => reason,
  );
  return error instanceof BoxFailure ? error.reason : String(error);
}

describe("at the start", () => {
  test("a box is ready when its harness says so", async () => {
    const { box } = await startReady();
    expect(box).toMatchObject({ id: "an-id", python: "3.13.5", packages: ["six==1.17.0"] });
    expect(box.isUntouched()).toBe(true);
  });

  test.for([
    ["another protocol", { ...ready, protocol: 2 }],
    ["no version", { ...ready, python: undefined }],
    ["no list of packages", { ...ready, packages: undefined }],
    ["no word on its confinement", { ...ready, confined: undefined }],
    ["another frame", done],
  ] as [string, object][])("a harness with %s is rejected", async ([, frame]) => {
    const { starting, say, removed } = playHarness();
    say(frame);
    expect(await failureOf(starting)).toBe("protocol");
    expect(removed).toEqual(["an-id"]);
  });

  test("a harness that sends nothing is abandoned", async () => {
    const { starting, clock, removed } = playHarness();
    await settle();
    await clock.advance(10_000);
    expect(await failureOf(starting)).toBe("silent");
    expect(removed).toEqual(["an-id"]);
  });

  test("a container that ends at once is reported", async () => {
    const { starting, harness } = playHarness();
    harness.destroy();
    expect(await failureOf(starting)).toBe("died");
  });
});

describe("a request", () => {
  test("is answered by the frames up to the last, without `accepted`", async () => {
    const { box, say, heard } = await startReady();
    const answer = ask(box);
    expect(box.isUntouched()).toBe(false);
    say(accepted, { type: "result", id: "a" }, { type: "result", id: "b" }, done);
    expect(await answer).toEqual([{ type: "result", id: "a" }, { type: "result", id: "b" }, done]);
    expect(heard()).toBe("ASY1R\0\0\0\x02{}");
    expect(box.isAlive()).toBe(true);
  });

  test("can follow another", async () => {
    const { box, say } = await startReady();
    const first = ask(box, "P");
    say(accepted, { type: "plan", steps: [] });
    expect(await first).toEqual([{ type: "plan", steps: [] }]);
    const second = ask(box);
    say(accepted, done);
    expect(await second).toEqual([done]);
  });

  test("fails as silent when it is not accepted within a second", async () => {
    const { box, clock, removed } = await startReady();
    const answer = failureOf(ask(box));
    await settle();
    await clock.advance(1000);
    expect(await answer).toBe("silent");
    expect(removed).toEqual(["an-id"]);
  });

  test("may take until its deadline once accepted", async () => {
    const { box, say, clock } = await startReady();
    const answer = failureOf(ask(box));
    say(accepted);
    await settle();
    await clock.advance(4999);
    expect(box.isAlive()).toBe(true);
    await clock.advance(1);
    expect(await answer).toBe("timeout");
  });

  test("ends with its caller and throws the caller's reason", async () => {
    const { box, say, removed } = await startReady();
    const caller = new AbortController();
    const answer = failureOf(ask(box, "R", caller.signal));
    say(accepted);
    caller.abort(new Error("gone"));
    expect(await answer).toBe("Error: gone");
    expect(removed).toEqual(["an-id"]);
  });

  test("destroys the box when its answer is not read to the end", async () => {
    const { box, say, removed } = await startReady();
    const frames = box.request("R", {}, { deadlineMs: 5000, signal });
    const first = frames.next();
    say(accepted, { type: "result", id: "a" });
    expect((await first).value).toEqual({ type: "result", id: "a" });
    await frames.return();
    expect(removed).toEqual(["an-id"]);
  });

  test("fails in the same way when the box has failed", async () => {
    const { box, harness } = await startReady();
    harness.destroy();
    await box.ended;
    expect(await failureOf(ask(box))).toBe("died");
  });

  test.for<[string, object[], string]>([
    ["an answer before `accepted`", [done], "protocol"],
    ["a frame that does not belong to the answer", [accepted, { type: "judge" }], "protocol"],
    ["a second `ready`", [accepted, ready], "protocol"],
    ["a refusal", [accepted, { type: "error", message: "cannot" }], "protocol"],
  ])("fails after %s", async ([, frames, reason]) => {
    const { box, say, removed } = await startReady();
    const answer = failureOf(ask(box));
    say(...frames);
    expect(await answer).toBe(reason);
    expect(removed).toEqual(["an-id"]);
  });

  test.for<[string, Buffer]>([
    ["a frame that is too long", Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ["a frame that is no JSON", Buffer.from([0, 0, 0, 2, 0x7b, 0x7b])],
  ])("fails after %s", async ([, bytes]) => {
    const { box, say, write } = await startReady();
    const answer = failureOf(ask(box));
    say(accepted);
    write(bytes);
    expect(await answer).toBe("protocol");
  });

  test("fails after more than 64 MiB in total", async () => {
    const { box, say } = await startReady();
    const reading = failureOf(ask(box));
    say(accepted);
    const result = { type: "result", text: "x".repeat(8 * 1024 * 1024) };
    for (let n = 0; n < 9 && box.isAlive(); n += 1) {
      say(result);
      await new Promise(setImmediate);
    }
    expect(await reading).toBe("protocol");
  });

  test("is not affected by the harness's stderr", async () => {
    const { box, say, write } = await startReady();
    const answer = ask(box);
    write(Buffer.from("Traceback"), 2);
    say(accepted, done);
    expect(await answer).toEqual([done]);
  });
});

test("an unexpected frame destroys the box", async () => {
  const { box, say, removed } = await startReady();
  say(done);
  await box.ended;
  expect(box.isAlive()).toBe(false);
  expect(removed).toEqual(["an-id"]);
});
