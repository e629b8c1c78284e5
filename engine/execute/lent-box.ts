import type { PythonVersion } from "../python-version.ts";
import { EngineUnavailable } from "../unavailable.ts";
import type { Box, Sandbox } from "../workers/sandbox/sandbox.ts";

/** A box that can be given back while nothing runs in it; the next request takes another one. */
export type LentBox = Box & Readonly<{ giveBack(): Promise<void> }>;

/** A call that had a box before has more to lose than one that comes: it waits longer, a second each time. */
const maxWaits = 15;

export async function lendBox(
  sandbox: Pick<Sandbox, "take">,
  signal: AbortSignal,
  python?: PythonVersion,
): Promise<LentBox> {
  const first = await sandbox.take(signal, python);
  let box: Box | undefined = first;

  async function again(): Promise<Box> {
    for (let waits = 1; ; waits += 1) {
      try {
        return await sandbox.take(signal, python);
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
    packages: first.packages,
    async *request(...asked) {
      box ??= await again();
      yield* box.request(...asked);
    },
    giveBack,
    [Symbol.asyncDispose]: giveBack,
  };
}
