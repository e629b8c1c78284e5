/** Where a value is in a JSON text: from its first character to behind its last one. */
export type JsonPlace = Readonly<{ start: number; end: number }>;

/** The members of an object in a text that is valid JSON. Of members of one name the last one counts. */
export function membersAt(json: string, { start }: JsonPlace): ReadonlyMap<string, JsonPlace> {
  const members = new Map<string, JsonPlace>();
  if (json[start] !== "{") return members;
  for (let at = spaceEnd(json, start + 1); json[at] !== "}";) {
    const nameEnd = stringEnd(json, at);
    const value = placeAt(json, spaceEnd(json, nameEnd) + 1);
    members.set(JSON.parse(json.slice(at, nameEnd)) as string, value);
    at = nextAt(json, value);
  }
  return members;
}

/** The items of a list; undefined where the value is none. */
export function itemsAt(json: string, { start }: JsonPlace): readonly JsonPlace[] | undefined {
  if (json[start] !== "[") return undefined;
  const items: JsonPlace[] = [];
  for (let at = spaceEnd(json, start + 1); json[at] !== "]";) {
    const item = placeAt(json, at);
    items.push(item);
    at = nextAt(json, item);
  }
  return items;
}

/** The value that begins at a place, or behind the space there. */
export function placeAt(json: string, from: number): JsonPlace {
  const start = spaceEnd(json, from);
  return { start, end: valueEnd(json, start) };
}

export function valueAt(json: string, { start, end }: JsonPlace): unknown {
  return JSON.parse(json.slice(start, end));
}

/** Behind the comma that follows a value, or at what ends the list or object. */
function nextAt(json: string, { end }: JsonPlace): number {
  const at = spaceEnd(json, end);
  return json[at] === "," ? spaceEnd(json, at + 1) : at;
}

function spaceEnd(json: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(json[at] ?? "x")) at += 1;
  return at;
}

function stringEnd(json: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at + 1;
  }
}

/** Outputs may be nested deeper than functions can call themselves. */
function valueEnd(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const sign = json[at]!;
    if (sign === '"') at = stringEnd(json, at);
    else {
      if ("[{".includes(sign)) depth += 1;
      if ("]}".includes(sign)) depth -= 1;
      at += 1;
    }
  } while (depth > 0);
  if (/["[{]/.test(json[start]!)) return at;
  while (/[^\s,\]}]/.test(json[at] ?? " ")) at += 1;
  return at;
}
