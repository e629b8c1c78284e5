import type { CheckedFile } from "../../finding.ts";
import { openLiveProject, type ProjectState } from "../../project/live/live-project.ts";
import type { TrustPolicy } from "../../project/trust.ts";
import type { Terminal } from "../../terminal.ts";

/** Checks a project again after each change, and tells what is other than before. */
export type ProjectWatch = Readonly<{
  /** Makes ready, so that the first change costs no more than the others. */
  prepare(state: ProjectState): void;
  /** Tells what is known at once, and again where the whole build of types says something else, unless it is aborted. */
  check(
    state: ProjectState,
    tell: (files: readonly CheckedFile[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
}> &
  AsyncDisposable;

export function openProjectWatch(terminal: Terminal, trust: TrustPolicy): ProjectWatch {
  const live = openLiveProject(terminal, { trust, tell: (message) => terminal.err(`assay: ${message}\n`) });
  let before: Promise<unknown> = Promise.resolve();
  return {
    prepare: (state) => {
      before = live.exact(state).catch(() => undefined); // what is wrong is told by the next check
    },
    check: async (state, tell, signal) => {
      await before;
      const quick = await live.quick(state);
      if (quick) tell(quick);
      try {
        const exact = await live.exact(state, signal);
        if (!quick || JSON.stringify(quick) !== JSON.stringify(exact)) tell(exact);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await before;
      await live[Symbol.asyncDispose]();
    },
  };
}
