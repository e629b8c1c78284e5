import type { Claim } from "./protocol.ts";

const maxCharacters = 120;

/** What a claim says, as Python would write it: for people, never for comparing. */
export function claimText([, kind, first, second]: Claim): string {
  const text = kind === "raised" ? `${String(first)}: ${String(second)}` : valueText(first);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

/** The encoding is that of `python/sandbox/encoding.py`. */
function valueText(encoded: unknown): string {
  if (encoded === null) return "None";
  if (typeof encoded === "boolean") return encoded ? "True" : "False";
  if (typeof encoded === "number") return String(encoded);
  if (typeof encoded === "string") return quote(encoded);
  if (!Array.isArray(encoded)) return (encoded as { repr?: string }).repr ?? "?";
  const [tag, ...parts] = encoded as [string, ...unknown[]];
  switch (tag) {
    case "float":
      return String(parts[0]);
    case "int":
      return `0x${String(parts[0])}`;
    case "list":
      return `[${parts.map(valueText).join(", ")}]`;
    case "tuple":
      return `(${parts.map(valueText).join(", ")}${parts.length === 1 ? "," : ""})`;
    case "set":
      return parts.length === 0 ? "set()" : `{${parts.map(valueText).join(", ")}}`;
    case "dict":
      return `{${(parts as [unknown, unknown][]).map(([key, value]) => `${valueText(key)}: ${valueText(value)}`).join(", ")}}`;
    default:
      return `${tag.replace(/^.*\./, "")}(${parts.map(valueText).join(", ")})`;
  }
}

function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return escaped.includes("'") ? JSON.stringify(text) : `'${escaped}'`;
}
