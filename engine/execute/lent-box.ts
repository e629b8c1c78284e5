import type { PythonVersion } from "../python-version.ts";
import { EngineUnavailable } from "../unavailable.ts";
import { foldersInBox, pinsOf, type Layers } from "../package-layer.ts";
import type { Box, Sandbox } from "../workers/sandbox/sandbox.ts";

/** A box that can be given back while nothing runs in it; the next request takes another one. */
export type LentBox = Box & Readonly<{ giveBack(): Promise<void> }>;

/** A call that had a box before has more to lose than one that comes: it waits longer, a second each time. */
const maxWaits = 15;

export async function lendBox(
  sandbox: Pick<Sandbox, "take">,
  signal: AbortSignal,
  { python, layers }: Readonly<{ python?: PythonVersion | undefined; layers?: Layers | undefined }> = {},
): Promise<LentBox> {
  async function take(): Promise<Box> {
    const taken = await sandbox.take(signal, python);
    if (layers !== undefined) await showLayers(taken, layers, signal);
    return taken;
  }

  const first = await take();
  let box: Box | undefined = first;

  async function again(): Promise<Box> {
    for (let waits = 1; ; waits += 1) {
      try {
        return await take();
      } catch (error) {
        const isBusy = error instanceof EngineUnavailable && error.reason === "busy";
        if (!isBusy || waits === maxWaits) throw error;
      }
    }
  }

  async function giveBack(): Promise<void> {
    const given = box;
    box = undefined;
    await given?.[Symbol.asyncDispose]();
  }

  return {
    kind: first.kind,
    python: first.python,
    packages: layers === undefined ? first.packages : pinsOf(layers.program),
    async *request(...asked) {
      box ??= await again();
      yield* box.request(...asked);
    },
    giveBack,
    [Symbol.asyncDispose]: giveBack,
  };
}

const layerMs = 5000;

/** From then on all programs in the box find these packages, and no others. */
async function showLayers(box: Box, { program, judge }: Layers, signal: AbortSignal): Promise<void> {
  const folders = foldersInBox(program);
  const ofJudge = judge === undefined ? [] : foldersInBox(judge);
  try {
    for await (const { missing } of box.request(
      "L",
      { folders, of_judge: ofJudge },
      { deadlineMs: layerMs, signal },
    ))
      if (!Array.isArray(missing) || missing.length > 0) throw notSeen();
  } catch (error) {
    await box[Symbol.asyncDispose]();
    throw error;
  }
}

function notSeen(): EngineUnavailable {
  return new EngineUnavailable("down", {
    message:
      "The sandbox does not see the packages that were installed. Nothing was charged. Operators: set PACKAGE_VOLUME.",
    retryAfterS: 30,
  });
}
