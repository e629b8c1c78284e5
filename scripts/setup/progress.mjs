const heartbeatMs = 15_000;
const shownLines = 15;

/**
 * Progress goes to standard error: standard output belongs to the command.
 * @param {string} step
 * @param {string} text
 */
export function say(step, text) {
  process.stderr.write(`setup  ${step.padEnd(9)}  ${text}\n`);
}

/**
 * One line when the work starts, one when it has ended, and a sign of life in between.
 * @template T
 * @param {string} step
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(step, what, work) {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  say(step, `${what} …`);
  const heartbeat = setInterval(() => say(step, `${what} … ${seconds()} so far`), heartbeatMs);
  try {
    const result = await work();
    say(step, `${what}  ${seconds()}`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/** @param {import("./failure.mjs").SetupFailure} failure */
export function reportFailure(failure) {
  const lines = failure.toolOutput.trimEnd().split("\n").slice(-shownLines);
  if (failure.toolOutput) process.stderr.write(lines.map((line) => `    ${line}\n`).join(""));
  say("failed", failure.message + (failure.toolOutput ? " (everything it said: .tools/setup.log)" : ""));
}
