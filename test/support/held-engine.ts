import type { Engine, Judgement } from "../../engine/engine.ts";
import type { WorkStep } from "../../engine/progress.ts";
import { noTools } from "./no-tools.ts";

/** An engine whose work lasts until it is released or stopped. */
export type HeldEngine = Readonly<{
  engine: Engine;
  /** The codes in progress, oldest first. */
  underWay(): readonly string[];
  stopped(): number;
  /** Ends the work on this code with a verdict. */
  finish(code: string): void;
  /** Reports a step of the work on this code. */
  report(code: string, step: WorkStep): void;
}>;

export function heldEngine(): HeldEngine {
  const working = new Map<string, Readonly<{ resolve: () => void; report: (step: WorkStep) => void }>>();
  let stopped = 0;
  return {
    underWay: () => [...working.keys()],
    stopped: () => stopped,
    finish: (code) => working.get(code)?.resolve(),
    report: (code, step) => working.get(code)?.report(step),
    engine: {
      modes: ["static", "repair", "execute"],
      isReady: () => true,
      ...noTools,
      judge: async ({ code }, signal, _, report = () => undefined) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        working.set(code, { resolve, report });
        const stop = (): void => {
          stopped += 1;
          reject(signal.reason as Error);
        };
        signal.addEventListener("abort", stop, { once: true });
        try {
          await promise;
          return {
            verdict: { valid: true, score: 1, meta: { incomplete: [] } },
            isComplete: true,
          } as unknown as Judgement;
        } finally {
          signal.removeEventListener("abort", stop);
          working.delete(code);
        }
      },
    },
  };
}
