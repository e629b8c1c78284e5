const maxProposals = 4;

/** The programs an answer may mean, in its order: what is fenced, else the whole text, else what follows prose. */
export function proposalsIn(answer: string): string[] {
  const fenced = [...fencedIn(answer, closedByLine), ...fencedIn(answer, closedAnywhere)];
  const found = fenced.length > 0 ? fenced : [answer, ...afterProse(answer)];
  const sources = found.filter((text) => text.trim() !== "").map(endLine);
  return [...new Set(sources)].slice(0, maxProposals);
}

/**
 * A fence ends at a line of its own, as far in as it began, or with an answer that was cut off: programs may have fences
 * in their texts.
 */
const closedByLine =
  /^(?<fence>[ \t]*(?:`{3,}|~{3,}))[ \t]*(?<language>\w*)[^\n]*\n(?<text>[\s\S]*?)(?:^\k<fence>[ \t]*\r?$|(?![\s\S]))/gm;
const closedAnywhere = /```[ \t]*(?<language>\w*)[^\n]*\n(?<text>[\s\S]*?)```/g;

function fencedIn(answer: string, fence: RegExp): string[] {
  return Array.from(answer.matchAll(fence)).flatMap(({ groups }) =>
    /^(?:python3?|py)?$/i.test(groups!["language"]!) ? [groups!["text"]!] : [],
  );
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
  const lines = source.replaceAll("\r\n", "\n");
  return lines.endsWith("\n") ? lines : `${lines}\n`;
}
