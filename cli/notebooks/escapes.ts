import { marker } from "./markers.ts";
import { createScanner, type Scanner } from "./scan-line.ts";

/**
 * The lines of a cell as Python: each line of a magic, a shell command or a question for help has become a statement
 * that does nothing, with what was written in a comment. Undefined: the cell is written in something else.
 */
export function toPython(lines: readonly string[]): readonly string[] | undefined {
  const first = lines.findIndex((line) => line.trim() !== "");
  const [, magic] = /^[ \t]*%%(\w*)/.exec(lines[first] ?? "") ?? [];
  if (magic !== undefined && !pythonMagics.has(magic)) return undefined;
  const scanner = createScanner();
  let isContinued = false;
  /** Nothing but magics and comments is above. */
  let isFirst = true;
  return lines.map((line, at) => {
    if (isContinued) {
      isContinued = line.endsWith("\\");
      return `# ${line}`;
    }
    isFirst &&= /^\s*(?:[#%!?]|$)/.test(line) || line.startsWith(fromFuture);
    const isFuture = isFirst && line.startsWith(fromFuture) && !/[(\\]/.test(line);
    const escaped = isFuture
      ? withComment("pass", line)
      : at === first && magic !== undefined
        ? cellMagic(line)
        : escape(line, scanner);
    if (escaped === undefined) return marker.test(line) ? `# ${line}` : line;
    isContinued = line.endsWith("\\");
    return escaped;
  });
}

/** Cell magics whose cell is Python; ruff knows the same. */
const pythonMagics: ReadonlySet<string> = new Set([
  "capture",
  "debug",
  "ipytest",
  "prun",
  "pypy",
  "python",
  "python3",
  "time",
  "timeit",
]);

/** `%%capture output` binds a name. */
function cellMagic(line: string): string {
  const [, name] = /^[ \t]*%%capture[ \t]+(?:--\S+[ \t]+)*([A-Za-z_]\w*)/.exec(line) ?? [];
  return withComment(name === undefined ? "pass" : `${name} = get_ipython()`, line);
}

/** The signs that begin a line of IPython's own: `%`, `!` and `?` never begin one of Python. */
const whole = /^[ \t]*(?:[%!?]|[,;/](?=[A-Za-z_]))/;
/** `name?` and `module.name??` */
const help = /^[ \t]*[A-Za-z_%*][\w.*[\]'"]*\?{1,2}[ \t]*$/;
/** Jupyter compiles cells one by one: each may begin with one. Of a whole text only the beginning may. */
export const fromFuture = "from __future__ import";
/** Runs a statement and tells how long that took. */
const timed = /^([ \t]*)%time[ \t]+([^\s!%?-].*[^\\]|[^\s!%?-])$/;

function escape(line: string, scanner: Scanner): string | undefined {
  if (scanner.isInside()) {
    scanner.read(line);
    return undefined;
  }
  const [, indent = "", statement] = timed.exec(line) ?? [];
  if (statement !== undefined) return withComment(`${indent}${statement}`, line);
  if (whole.test(line) || help.test(line)) return withComment(`${/^[ \t]*/.exec(line)![0]}pass`, line);
  const at = scanner.read(line);
  return at === undefined
    ? undefined
    : withComment(`${line.slice(0, at)}= get_ipython()`, line.slice(at + 1));
}

function withComment(python: string, written: string): string {
  return `${python}  # ${written.trim()}`;
}
