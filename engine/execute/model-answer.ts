const maxProposals = 4;

/** The programs an answer may mean, in its order: what is fenced, else the whole text, else what follows prose. */
export function proposalsIn(answered: string): string[] {
  const answer = answered.replaceAll("\r\n", "\n");
  const fenced = [...closedByLine(answer), ...closedAnywhere(answer)];
  const found = fenced.length > 0 ? fenced : [answer, ...afterProse(answer)];
  const sources = found.filter((text) => text.trim() !== "").map(endLine);
  return [...new Set(sources)].slice(0, maxProposals);
}

const fenceStart = /^([ \t]*(?:`{3,}|~{3,}))[ \t]*(\w*)/;

/**
 * A fence ends at a line of its own, as far in as it began, or with an answer that was cut off: programs may have fences
 * in their texts.
 */
function closedByLine(answer: string): string[] {
  const found: string[] = [];
  let open: Readonly<{ fence: string; isPython: boolean; lines: string[] }> | undefined;
  const close = (): void => {
    if (open?.isPython) found.push(open.lines.join("\n"));
    open = undefined;
  };
  for (const line of answer.split("\n")) {
    const [, fence, language = ""] = fenceStart.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== undefined) open = { fence, isPython: isPython(language), lines: [] };
    } else if (fence === open.fence && line.slice(fence.length).trim() === "") close();
    else open.lines.push(line);
  }
  close();
  return found;
}

/** What stands between two fences, wherever they are. */
function closedAnywhere(answer: string): string[] {
  return answer
    .split("```")
    .filter((_, at, pieces) => at % 2 === 1 && at < pieces.length - 1)
    .flatMap((piece) => {
      const end = piece.indexOf("\n");
      const [language = ""] = piece.slice(0, Math.max(end, 0)).trim().split(/\W/, 1);
      return end >= 0 && isPython(language) ? [piece.slice(end + 1)] : [];
    });
}

function isPython(language: string): boolean {
  return /^(?:python3?|py)?$/i.test(language);
}

const firstStatement = /^(?:(?:async )?def \w|class \w|import \w|from [\w.]+ import |@\w|\w+ = )/m;

/** From the first line that only a program has; also without the last paragraph, which may be prose again. */
function afterProse(answer: string): string[] {
  const start = answer.search(firstStatement);
  if (start < 0) return [];
  const rest = answer.slice(start);
  const lastGap = rest.trimEnd().lastIndexOf("\n\n");
  return lastGap < 0 ? [rest] : [rest, rest.slice(0, lastGap)];
}

function endLine(source: string): string {
  return source.endsWith("\n") ? source : `${source}\n`;
}
