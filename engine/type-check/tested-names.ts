/** `if x`, `not x`, `assert x`, `x or …`, `x is None`, `x == …`, `isinstance(x, …)` and their like. */
const tests = [
  /(?:\b(?:if|elif|while|and|or|not|assert)|\b(?:isinstance|callable|hasattr)\s?\()[ (]{0,8}([A-Za-z_]\w*)\b(?![.([])/g,
  /\b([A-Za-z_]\w*) (?:is|and|or|if|in|not)\b/g,
  /\b([A-Za-z_]\w*) ?[!=]=/g,
];

const keywords =
  /^(?:and|as|assert|await|del|elif|else|False|for|if|in|is|lambda|None|not|or|raise|return|True|while|with|yield)$/;

/** For a function, and for what stands in none: the names that it tests. Each is read once. */
export function testedNames(
  lines: readonly string[],
  starts: readonly number[],
): (start: number) => ReadonlySet<string> {
  const known = new Map<number, ReadonlySet<string>>();
  return (start) => {
    const tested = known.get(start) ?? readTests(lines, starts, start);
    known.set(start, tested);
    return tested;
  };
}

/** Where a line stands in no function. */
const outside = -1;

/** Where the outermost function of each line begins, by how far lines are indented. */
export function functionStarts(lines: readonly string[]): number[] {
  let [start, indent] = [outside, 0];
  return lines.map((line, at) => {
    const here = line.search(/\S/);
    if (start !== outside && here >= 0 && here <= indent && !/^\s*[)\]}#]/.test(line)) start = outside;
    if (start === outside && /^\s*(?:async\s+)?def\b/.test(line)) [start, indent] = [at, here];
    return start;
  });
}

function readTests(lines: readonly string[], starts: readonly number[], start: number): Set<string> {
  const text = lines.filter((_, at) => starts[at] === start).join("\n");
  const names = tests.flatMap((test) => Array.from(text.matchAll(test), ([, name]) => name!));
  return new Set(names.filter((name) => !keywords.test(name)));
}
