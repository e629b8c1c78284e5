import { createBoard } from "./progress-board.mjs";

const heartbeatMs = 15_000;
const shownLines = 15;
const board = process.stderr.isTTY ? createBoard(process.stderr) : undefined;

/**
 * Progress goes to standard error: standard output belongs to the command.
 * @param {string} step
 * @param {string} text
 */
export function say(step, text) {
  write(lineOf(step, text));
}

/**
 * In a terminal one line that counts the seconds. Elsewhere one when the work starts, one when it has ended, and a sign of
 * life in between.
 * @template T
 * @param {string} step
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(step, what, work) {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const stop = board
    ? board.show(() => lineOf(step, `${what} … ${seconds()}`))
    : keepSaying(step, what, seconds);
  try {
    const result = await work();
    stop();
    say(step, `${what}  ${seconds()}`);
    return result;
  } finally {
    stop();
  }
}

/** @param {import("./failure.mjs").SetupFailure} failure */
export function reportFailure(failure) {
  const lines = failure.toolOutput.trimEnd().split("\n").slice(-shownLines);
  if (failure.toolOutput) write(lines.map((line) => `    ${line}`).join("\n"));
  say("failed", failure.message + (failure.toolOutput ? " (everything it said: .tools/setup.log)" : ""));
}

/**
 * @param {string} step
 * @param {string} what
 * @param {() => string} seconds
 */
function keepSaying(step, what, seconds) {
  say(step, `${what} …`);
  const heartbeat = setInterval(() => say(step, `${what} … ${seconds()} so far`), heartbeatMs);
  return () => clearInterval(heartbeat);
}

/**
 * @param {string} step
 * @param {string} text
 */
function lineOf(step, text) {
  return `setup  ${step.padEnd(9)}  ${text}`;
}

/** @param {string} lines */
function write(lines) {
  if (board) board.write(lines);
  else process.stderr.write(`${lines}\n`);
}
