/** Maps, lists, plain or quoted text and `|` blocks: as much of YAML as our files use. Anything else is thrown out. */
export type Yaml = string | readonly Yaml[] | { readonly [name: string]: Yaml };

type Line = Readonly<{ indent: number; text: string; number: number }>;

export function readYaml(source: string): Yaml {
  const lines = source.split("\n").map((text, index) => ({
    indent: text.length - text.trimStart().length,
    text: text.trimStart(),
    number: index + 1,
  }));
  const reader = { lines, at: 0 };
  const value = readNode(reader, 0);
  if (peek(reader)) throw unreadable(peek(reader)!);
  return value;
}

type Reader = { lines: Line[]; at: number };

/** The next line that says something. */
function peek(reader: Reader): Line | undefined {
  while (reader.at < reader.lines.length && /^(?:#.*)?$/.test(reader.lines[reader.at]!.text)) reader.at += 1;
  return reader.lines[reader.at];
}

function readNode(reader: Reader, indent: number): Yaml {
  return peek(reader)?.text.startsWith("- ") ? readList(reader, indent) : readMap(reader, indent);
}

function readList(reader: Reader, indent: number): Yaml[] {
  const items: Yaml[] = [];
  for (let line = peek(reader); line?.indent === indent && line.text.startsWith("- "); line = peek(reader)) {
    // The dash is as good as indentation to what stands behind it.
    reader.lines[reader.at] = { ...line, indent: indent + 2, text: line.text.slice(2) };
    items.push(readMap(reader, indent + 2));
  }
  return items;
}

function readMap(reader: Reader, indent: number): Yaml {
  const map: Record<string, Yaml> = {};
  for (let line = peek(reader); line?.indent === indent; line = peek(reader)) {
    const [, name, rest = ""] = /^([\w-]+):(?: (.*))?$/.exec(line.text) ?? [];
    if (name === undefined || name in map) throw unreadable(line);
    reader.at += 1;
    map[name] = rest === "" ? readNode(reader, indent + 2) : readScalar(reader, line, rest);
  }
  return map;
}

function readScalar(reader: Reader, line: Line, text: string): Yaml {
  if (text === "|") return readBlock(reader, line.indent + 2);
  if (/^\[[\w, ]*\]$/.test(text)) return text.slice(1, -1).split(", ");
  if (text.startsWith('"')) return String(JSON.parse(text));
  if (/^[[\]{}&*!|>'%@`#?,-]|: | #/.test(text)) throw unreadable(line);
  return text;
}

function readBlock(reader: Reader, indent: number): string {
  const block: string[] = [];
  for (; reader.at < reader.lines.length; reader.at += 1) {
    const line = reader.lines[reader.at]!;
    if (line.text !== "" && line.indent < indent) break;
    block.push(" ".repeat(Math.max(0, line.indent - indent)) + line.text);
  }
  return `${block.join("\n").trimEnd()}\n`;
}

function unreadable({ number, text }: Line): Error {
  return new Error(`line ${number} cannot be read: ${text}`);
}
