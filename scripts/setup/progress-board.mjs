const everyMs = 500;
const up = (/** @type {number} */ lines) => (lines > 0 ? `\x1b[${lines}A` : "");
const clearBelow = "\r\x1b[J";

/**
 * The last lines of a terminal: one for each piece of work under way, written again and again. What is written otherwise
 * stands above them and stays.
 * @param {{ write(text: string): unknown, columns?: number }} terminal
 */
export function createBoard(terminal) {
  /** @type {Set<() => string>} */
  const lines = new Set();
  let shown = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  /** @param {string} above */
  function redraw(above = "") {
    // A line that wraps would be two, and the way back up would be too short.
    const width = (terminal.columns ?? 80) - 1;
    const board = [...lines].map((line) => `${line().slice(0, width)}\n`).join("");
    terminal.write(up(shown) + clearBelow + above + board);
    shown = lines.size;
  }

  return {
    /** @param {string} text */
    write: (text) => redraw(`${text}\n`),
    /**
     * Shows a line until the answer is called.
     * @param {() => string} line
     */
    show: (line) => {
      lines.add(line);
      timer ??= setInterval(redraw, everyMs);
      redraw();
      return () => {
        if (!lines.delete(line)) return;
        if (lines.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        redraw();
      };
    },
  };
}
