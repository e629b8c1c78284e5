import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const signals = ["SIGHUP", "SIGINT", "SIGTERM"];

/**
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void} Takes the listeners away.
 */
export function onSignals(listener) {
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/** @param {NodeJS.Signals} signal */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}

const controller = new AbortController();

/** Aborted by a signal: the running tool is stopped and waited for, then the lock is given back. */
export const interruption = controller.signal;

/** @returns {() => void} Takes the listeners away. */
export function interruptWhenSignalled() {
  return onSignals((signal) => {
    process.exitCode = exitCodeOf(signal);
    controller.abort();
  });
}
