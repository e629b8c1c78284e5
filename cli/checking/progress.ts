import type { Terminal } from "../terminal.ts";

/** How far a run is, on one line of standard error; nothing where nobody watches. */
export function showProgress({ isErrTerminal, env, err }: Terminal, verb: string) {
  const isShown = isErrTerminal && !env.CI;
  const clear = "\r\u001b[K";
  return {
    onDone: (done: number, total: number): void => {
      if (isShown) err(done === total ? clear : `${clear}${verb} ${done}/${total}`);
    },
  };
}
