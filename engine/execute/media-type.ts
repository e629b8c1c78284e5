import type { OutputFile } from "../verdict.ts";

const signatures: readonly (readonly [mediaType: string, begins: RegExp | string])[] = [
  ["image/png", "\u0089PNG\r\n\u001a\n"],
  ["image/jpeg", "\u00ff\u00d8\u00ff"],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["application/pdf", "%PDF-"],
];

/** Where a document must have begun, after its declarations and comments. */
const headLength = 4096;

/** The files as a verdict has them. */
export function toOutputFiles(files: readonly Omit<OutputFile, "media_type">[]): OutputFile[] {
  return files.map(({ path, base64 }) => {
    const bytes = Buffer.from(base64, "base64");
    return { path, media_type: mediaTypeOf(path, bytes), base64: bytes.toString("base64") };
  });
}

/** What a file is by its content. The name counts only for what no content can tell: that lines of text are a table. */
export function mediaTypeOf(path: string, bytes: Buffer): string {
  const head = bytes.toString("latin1", 0, 16);
  const signature = signatures.find(([, begins]) =>
    typeof begins === "string" ? head.startsWith(begins) : begins.test(head),
  );
  if (signature) return signature[0];
  const text = readText(bytes);
  if (text === undefined) return "application/octet-stream";
  const root = rootOf(text.slice(0, headLength));
  if (root === "svg") return "image/svg+xml";
  if (root === "html") return "text/html; charset=utf-8";
  if (isJson(text)) return "application/json";
  return path.toLowerCase().endsWith(".csv") ? "text/csv; charset=utf-8" : "text/plain; charset=utf-8";
}

function readText(bytes: Buffer): string | undefined {
  if (bytes.some(isControl)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** In no text, unlike those that place it (7 to 13) or colour it (27). */
function isControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && byte !== 0x1b && (byte < 0x07 || byte > 0x0d));
}

/** One object or list. To parse a megabyte that was written for it takes a while, so this is asked in a thread. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What may stand before the first element, by how it begins and ends. */
const before: readonly (readonly [begins: string, ends: string])[] = [
  ["<?xml", "?>"],
  ["<!--", "-->"],
  ["<!doctype svg", ">"],
];

/** The first element of a document. */
function rootOf(head: string): "svg" | "html" | undefined {
  const text = head.toLowerCase();
  let at = 0;
  for (;;) {
    while (/^\s/.test(text.charAt(at))) at += 1;
    const declaration = before.find(([begins]) => text.startsWith(begins, at));
    if (!declaration) break;
    const end = text.indexOf(declaration[1], at + declaration[0].length);
    if (end < 0) return undefined;
    at = end + declaration[1].length;
  }
  if (/^<svg[\s>/]/.test(text.slice(at, at + 5))) return "svg";
  return /^<(?:!doctype\s+html|html)[\s>]/.test(text.slice(at, at + headLength)) ? "html" : undefined;
}
