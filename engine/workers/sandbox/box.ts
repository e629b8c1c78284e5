import type { Duplex } from "node:stream";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { BoxDriver, BoxKind } from "./driver.ts";
import { createFrameReader, encodeRequest, type HarnessFrame, type Op } from "./frames.ts";
import type { Meters } from "./meters.ts";
import { BoxFailure } from "./sandbox.ts";

/** How one request is answered: frames of the middle kind, if any, then the last. */
const answers = {
  E: { middle: undefined, last: "examined" },
  R: { middle: "result", last: "done" },
  P: { middle: undefined, last: "plan" },
  C: { middle: "screened", last: "done" },
  J: { middle: undefined, last: "judge" },
} as const satisfies Record<Op, { middle: string | undefined; last: string }>;

const protocol = 7;
const readyMs = 10_000;
const acceptedMs = 1000;
/** Of everything a box ever says. */
const totalLimit = 64 * 1024 * 1024;
const complaintLimit = 2000;
/** Frames that nobody has asked for yet; beyond it the box has to wait. */
const maxQueued = 64;

/** A started box with the harness in it. */
export type WarmBox = Readonly<{
  id: string;
  kind: BoxKind;
  python: string;
  packages: readonly string[];
  /** Whether the profile of system calls is in force in it. */
  isConfined: boolean;
  /** True until the first byte has been sent to it: such a box may serve another caller. */
  isUntouched(): boolean;
  isAlive(): boolean;
  request(
    op: Op,
    body: object,
    options: { deadlineMs: number; signal: AbortSignal },
  ): AsyncGenerator<HarnessFrame, void, undefined>;
  /** Kills and removes the box; resolves when it is gone or cannot be removed now. */
  destroy(): Promise<void>;
  /** Resolves when the box is of no further use, for whatever reason. */
  ended: Promise<void>;
}>;

type Surroundings = Readonly<{ driver: BoxDriver; clock: Clock; log: Log; meters: Meters }>;

/** Connects to a box that was created, starts it, and waits until its harness is ready. */
export async function startBox({ driver, clock, log, meters }: Surroundings, id: string): Promise<WarmBox> {
  const { stream, read: readPieces, start } = await driver.connect(id);
  const inbox = createInbox(stream);
  const ended = Promise.withResolvers<void>();
  let failure: BoxFailure | undefined;
  let removal: Promise<void> | undefined;
  let isBusy = true;
  let isTouched = false;

  async function remove(): Promise<void> {
    const startedAt = clock.monotonic();
    try {
      await driver.remove(id);
      meters.took("remove", clock.monotonic() - startedAt);
    } catch (error) {
      // The engine is away. The box ends with its input, and the reaper looks after the rest.
      log.warn("sandbox box not removed", { id, error: String(error) });
    }
  }

  async function end(why: BoxFailure): Promise<void> {
    if (!failure) {
      failure = why;
      inbox.fail(why);
      removal = remove();
      stream.destroy();
      ended.resolve();
    }
    return removal;
  }

  function fail(reason: BoxFailure["reason"], message: string, cause?: unknown): BoxFailure {
    const isNew = failure === undefined;
    void end(new BoxFailure(reason, { message, cause }));
    if (isNew) {
      meters.count(reason === "died" ? "died" : `killed_${reason}`);
      if (reason !== "timeout") log.warn("sandbox box failed", { id, reason, message });
    }
    return failure!;
  }

  /** Fails the box after this long, unless the signal comes first. */
  function limit(ms: number, over: AbortSignal, reason: BoxFailure["reason"], message: string): void {
    void clock.sleep(ms, over).then(
      () => fail(reason, message),
      () => undefined,
    );
  }

  stream.on("error", (error) => fail("died", "the connection to the box broke", error));
  stream.on("close", () => fail("died", "the box ended"));
  stream.on("end", () => fail("died", "the box ended"));
  const readFrames = createFrameReader();
  let said = 0;
  let complaints = 0;
  stream.on("data", (chunk: Buffer) => {
    try {
      said += chunk.length;
      if (said > totalLimit) throw new RangeError(`more than ${totalLimit} bytes in all`);
      for (const { stream: kind, bytes } of readPieces(chunk)) {
        if (kind === "output") inbox.add(readFrames(bytes));
        else if ((complaints += bytes.length) <= complaintLimit)
          log.warn("sandbox harness complained", { id, text: bytes.toString("utf8") });
      }
      if (!isBusy && inbox.waiting() > 0) throw new Error("a frame that nobody asked for");
    } catch (error) {
      fail("protocol", error instanceof Error ? error.message : String(error));
    }
  });

  async function next(): Promise<HarnessFrame> {
    const frame = await inbox.next();
    if (frame.type === "error") throw fail("protocol", `refused: ${String(frame.message)}`);
    return frame;
  }

  async function* request(
    op: Op,
    body: object,
    { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
  ): AsyncGenerator<HarnessFrame, void, undefined> {
    if (failure) throw failure;
    if (isBusy) throw new Error("a box answers one request at a time");
    signal.throwIfAborted();
    const bytes = encodeRequest(op, body);
    const { middle, last } = answers[op];
    const startedAt = clock.monotonic();
    const over = new AbortController();
    const accepted = new AbortController();
    const give = (): void => void end(new BoxFailure("died", { message: "the caller has gone" }));
    isBusy = true;
    isTouched = true;
    let isDone = false;
    try {
      signal.addEventListener("abort", give, { once: true });
      limit(deadlineMs, over.signal, "timeout", `no answer within ${deadlineMs} ms`);
      limit(acceptedMs, accepted.signal, "silent", `not accepted within ${acceptedMs} ms`);
      stream.write(bytes);
      if ((await next()).type !== "accepted") throw fail("protocol", "not accepted first");
      accepted.abort();
      while (!isDone) {
        const frame = await next();
        if (frame.type !== last && frame.type !== middle)
          throw fail("protocol", `${frame.type} in answer to ${op}`);
        isDone = frame.type === last;
        if (isDone && inbox.waiting() > 0) throw fail("protocol", "more than the answer");
        if (isDone) isBusy = false;
        yield frame;
      }
      meters.took("run", clock.monotonic() - startedAt);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      over.abort();
      accepted.abort();
      signal.removeEventListener("abort", give);
      // What is still coming would be taken for the next answer. Removing it is nothing to wait for.
      if (!isDone) void end(new BoxFailure("died", { message: "the answer was not read to its end" }));
    }
  }

  const isReady = new AbortController();
  try {
    limit(readyMs, isReady.signal, "silent", `not ready within ${readyMs} ms`);
    await start();
    const ready = await next();
    const { python, packages, confined } = ready;
    if (
      ready.type !== "ready" ||
      ready.protocol !== protocol ||
      typeof python !== "string" ||
      typeof confined !== "boolean" ||
      !areTexts(packages)
    ) {
      throw fail("protocol", "not ready first, or another protocol");
    }
    isBusy = false;
    return {
      id,
      kind: driver.kind,
      python,
      packages,
      isConfined: confined,
      isUntouched: () => !isTouched,
      isAlive: () => failure === undefined,
      request,
      destroy: async () => end(new BoxFailure("died", { message: "the box was destroyed" })),
      ended: ended.promise,
    };
  } catch (error) {
    await end(new BoxFailure("died", { message: "the box did not start", cause: error }));
    throw error;
  } finally {
    isReady.abort();
  }
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

type Inbox = Readonly<{
  add(frames: readonly HarnessFrame[]): void;
  next(): Promise<HarnessFrame>;
  fail(why: BoxFailure): void;
  waiting(): number;
}>;

/** Frames in their order, for one reader. The stream rests while too many wait. */
function createInbox(stream: Duplex): Inbox {
  const queue: HarnessFrame[] = [];
  let reader: PromiseWithResolvers<HarnessFrame> | undefined;
  let failure: BoxFailure | undefined;
  return {
    add: (frames) => {
      queue.push(...frames);
      if (reader && queue.length > 0) {
        reader.resolve(queue.shift()!);
        reader = undefined;
      }
      if (queue.length > maxQueued) stream.pause();
    },
    next: async () => {
      const ready = queue.shift();
      if (queue.length === 0) stream.resume();
      if (ready) return ready;
      if (failure) throw failure;
      reader = Promise.withResolvers<HarnessFrame>();
      return reader.promise;
    },
    fail: (why) => {
      failure = why;
      queue.length = 0;
      reader?.reject(why);
      reader = undefined;
    },
    waiting: () => queue.length,
  };
}
