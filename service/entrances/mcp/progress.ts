import type { Report, WorkStep } from "../../../engine/progress.ts";
import type { Clock } from "../../../platform/clock.ts";
import { membersOf } from "./rpc/rpc.ts";

type ProgressToken = string | number;

/** Under which a caller wants to be told how far its call is. */
export function progressTokenIn(body: unknown): ProgressToken | undefined {
  const { method, params } = membersOf(body);
  const { progressToken } = membersOf(membersOf(params)._meta);
  const isToken = typeof progressToken === "string" || Number.isSafeInteger(progressToken);
  return method === "tools/call" && isToken ? (progressToken as ProgressToken) : undefined;
}

/** At most so often is anybody told. */
const minGapMs = 200;

/**
 * Steps as the protocol's notifications. Nobody knows how many there will be, so the number is that of everything done so
 * far, which only grows; the words say what it was.
 */
export function notifying(
  clock: Pick<Clock, "monotonic">,
  progressToken: ProgressToken,
  send: (message: object) => void,
): Report {
  const done = new Map<WorkStep["what"], number>();
  let told = { progress: 0, atMs: -Infinity };
  return (step) => {
    done.set(step.what, Math.max(step.done, done.get(step.what) ?? 0));
    const progress = [...done.values()].reduce((sum, count) => sum + count, 0);
    const atMs = clock.monotonic();
    if (progress <= told.progress || atMs - told.atMs < minGapMs) return;
    told = { progress, atMs };
    const params = { progressToken, progress, message: toWords(step) };
    send({ jsonrpc: "2.0", method: "notifications/progress", params });
  };
}

function toWords({ what, done, of }: WorkStep): string {
  const [noun, ...rest] = what.split(" ");
  const name = done === 1 && of === undefined ? [noun!.replace(/s$/, ""), ...rest].join(" ") : what;
  return of === undefined ? `${done} ${name}` : `${done} of ${of} ${name}`;
}
