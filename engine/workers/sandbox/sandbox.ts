import type { PythonVersion } from "../../python-version.ts";
import type { BoxKind } from "./driver.ts";
import type { HarnessFrame, Op } from "./frames.ts";

/** Boxes for submitted code, started ahead of the calls. */
export type Sandbox = Readonly<{
  /** `ok` when a call could be served right now. */
  state(): "ok" | "down";
  /** Why it is down although the engine answers, and what to do; undefined where that is not known. */
  trouble(): string | undefined;
  /** The versions of Python there are boxes with, the default one first. */
  pythons: readonly PythonVersion[];
  /** A warm box for one call; unset: with the default Python. Rejects with EngineUnavailable. Disposing destroys it. */
  take(signal: AbortSignal, python?: PythonVersion): Promise<Box>;
  /** What programs may import beside the standard library, as `name==version`; none before the first box is ready. */
  packages(): readonly string[];
  numbers(): { idle: number; starting: number; inUse: number };
}> &
  AsyncDisposable;

export type Box = Readonly<{
  kind: BoxKind;
  /** The version of Python in it. */
  python: string;
  /** What programs in it may import beside the standard library, as `name==version`. */
  packages: readonly string[];
  /**
   * Sends one request and yields the frames that answer it, `accepted` excluded, up to and including the last. Throws a
   * BoxFailure when the box dies, stays silent, breaks the protocol or is out of time; the signal's reason when
   * that aborts. After either, and when the frames are not read to the last, the box is destroyed.
   */
  request(
    op: Op,
    body: object,
    options: { deadlineMs: number; signal: AbortSignal },
  ): AsyncIterable<HarnessFrame>;
}> &
  AsyncDisposable;

/**
 * Why a box gave no answer: it died; it stayed silent and may never have heard the request; it said what it may not say,
 * or that it cannot do the request; or the deadline passed.
 */
type Reason = "died" | "silent" | "protocol" | "timeout";

/** A box is of no further use. */
export class BoxFailure extends Error {
  override readonly name = "BoxFailure";
  readonly reason: Reason;

  constructor(reason: Reason, { message = reason, ...options }: ErrorOptions & { message?: string } = {}) {
    super(message, options);
    this.reason = reason;
  }
}
