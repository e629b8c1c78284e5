import { endOfString } from "./parse-json.ts";

export type JsonPath = readonly (string | number)[];

/** Where a member is written, from its name to the end of its value. */
export type WrittenMember = Readonly<{ start: number; end: number; isRepeated: boolean }>;

type Visitor = Readonly<{
  /** Called after what is inside it. The path changes afterwards: copy it to keep it. */
  member?: (path: JsonPath, written: WrittenMember) => void;
  number?: (path: JsonPath, source: string) => void;
}>;

const space = new Set(" \t\r\n");
const afterNumber = new Set(" \t\r\n,]}");

/** Reads a text as it is written, which a parser does not tell. The text must be valid JSON of a modest depth. */
export function scanJson(text: string, { member, number }: Visitor): void {
  const path: (string | number)[] = [];
  let at = 0;

  function skipSpace(): void {
    while (space.has(text[at]!)) at += 1;
  }

  function scanValue(): void {
    skipSpace();
    const first = text[at];
    if (first === "{") scanObject();
    else if (first === "[") scanList();
    else if (first === '"') at = endOfString(text, at) + 1;
    else scanWord();
    skipSpace();
  }

  function scanWord(): void {
    const start = at;
    while (at < text.length && !afterNumber.has(text[at]!)) at += 1;
    if (/[-\d]/.test(text[start]!)) number?.(path, text.slice(start, at));
  }

  function scanList(): void {
    at += 1;
    skipSpace();
    for (let index = 0; text[at] !== "]"; index += 1) {
      path.push(index);
      scanValue();
      path.pop();
      if (text[at] === ",") at += 1;
    }
    at += 1;
  }

  function scanObject(): void {
    const names = new Set<string>();
    at += 1;
    skipSpace();
    while (text[at] !== "}") {
      const start = at;
      at = endOfString(text, at) + 1;
      const name = JSON.parse(text.slice(start, at)) as string;
      skipSpace();
      at += 1; // the colon
      path.push(name);
      scanValue();
      member?.(path, { start, end: at, isRepeated: names.has(name) });
      path.pop();
      names.add(name);
      if (text[at] === ",") at += 1;
      skipSpace();
    }
    at += 1;
  }

  scanValue();
}
