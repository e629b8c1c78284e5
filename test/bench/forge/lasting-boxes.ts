import type { Box, Sandbox } from "../../../engine/workers/sandbox/sandbox.ts";

/** Starting a box takes a tenth of a second of processor time, ten times what most cases take in it. */
const callsABox = 40;

/** A sandbox whose boxes serve several calls, one after another. A box that fails once is given up. */
export function lastingBoxes(sandbox: Sandbox): Sandbox {
  const shelf: { box: Box; calls: number }[] = [];
  const take = async (signal: AbortSignal): Promise<Box> => {
    const kept = shelf.pop() ?? { box: await sandbox.take(signal), calls: 0 };
    kept.calls += 1;
    let isWhole = true;
    return {
      ...kept.box,
      async *request(...asked) {
        isWhole = false;
        yield* kept.box.request(...asked);
        isWhole = true;
      },
      [Symbol.asyncDispose]: async () => {
        if (isWhole && kept.calls < callsABox) shelf.push(kept);
        else await kept.box[Symbol.asyncDispose]();
      },
    };
  };
  return {
    ...sandbox,
    take,
    [Symbol.asyncDispose]: async () => {
      for (const { box } of shelf.splice(0)) await box[Symbol.asyncDispose]();
    },
  };
}
