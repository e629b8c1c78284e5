const quote = 0x22;
const backslash = 0x5c;

/**
 * The top-level members of a JSON object as they are written, for what JavaScript's numbers would round. The text
 * must be valid JSON. A reviver would show the same, but takes seconds for a text made to hold it up.
 */
export function memberSources(text: string): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  let depth = 0;
  let name: string | undefined;
  let start = 0;
  const endMember = (end: number): void => {
    if (name === undefined) return;
    const source = text.slice(start, end).trim();
    const sources = members.get(name);
    if (sources) sources.push(source);
    else members.set(name, [source]);
    name = undefined;
  };

  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && name === undefined) name = JSON.parse(text.slice(at, end)) as string;
      at = end - 1;
    } else if (character === ":" && depth === 1) start = at + 1;
    else if (character === "," && depth === 1) endMember(at);
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      if (depth === 1) endMember(at);
      depth -= 1;
    }
  }
  return members;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}
