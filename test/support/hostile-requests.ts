import { gzipSync } from "node:zlib";
import { maxSmallBody, maxBodyBytesFor } from "../../service/entrances/http/body.ts";
import type { Route } from "../../service/entrances/http/route.ts";

export type HostileRequest = Readonly<{
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}>;

/** A text of this length: a start, a repeated part, an end. */
type Text = (length: number) => string;

const filled =
  (start: string, unit: string, end: string): Text =>
  (length) =>
    start + unit.repeat(Math.max(1, Math.floor((length - start.length - end.length) / unit.length))) + end;

const members =
  (member: (at: number) => string): Text =>
  (length) => {
    const count = Math.floor(length / (member(10_000).length + 2));
    return `{${Array.from({ length: count }, (_, at) => member(at)).join(",")}}`;
  };

const message =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate_python","arguments":';

/** Legal JSON that is slow to read, or nearly legal JSON. */
const bodies: Readonly<Record<string, Text>> = {
  "opened lists": filled("", "[", ""),
  "lists in lists": (length) => "[".repeat(length / 2) + "]".repeat(length / 2),
  "objects in objects": filled("", '{"a":', ""),
  "empty lists": filled("[", "[],", "1]"),
  "many names": members((at) => `"k${at}":1`),
  "many numbers as names": members((at) => `"${at * 7919}":1`),
  "one name again and again": filled("{", '"code":1,', '"a":1}'),
  "files that are no text": (length) =>
    `{"code":"x","files":${members((at) => `"f${at}.py":1`)(length - 24)}}`,
  "files with odd names": (length) =>
    `{"code":"x","files":${members((at) => `"(a+)+${at}":""`)(length - 24)}}`,
  "a number": filled('{"code":', "1", "}"),
  spaces: filled("{", " ", "}"),
  "code in escapes": filled('{"code":"', "\\ud83d\\ude00", '"}'),
  "code of quotes": filled('{"code":"', '\\"', '"}'),
  "an option of control characters": filled('{"code":"x","options":{"examples":"', "\\u0001", '"}}'),
  "a document of brackets": filled('{"document":"', "[", '"}'),
  "a document of quotes": filled('{"document":"', '\\"', '"}'),
  "a document with a long tool": filled(
    '{"document":"{\\"requestId\\":1,\\"result\\":\\"\\",\\"tool\\":\\"',
    "a",
    '\\"}"}',
  ),
  "a message with long code": filled(`${message}{"code":"`, "a", '"}}}'),
  "a message with lists for arguments": filled(message, "[", ""),
  "a long id": filled('{"jsonrpc":"2.0","method":"x","id":"', "a", '"}'),
  "a long signature": filled(`{"api_key":"k","tx_hash":"0x${"a".repeat(64)}","signature":"0x`, "aa", '"}'),
};

const forms: Readonly<Record<string, string>> = {
  slashes: `grant_type=refresh_token&client_id=https://a.example/b&resource=https://h/${"/".repeat(60_000)}x`,
  "many fields": "a=1&".repeat(16_000),
  "percent signs": "%".repeat(65_000),
  "a long token": `token=${"a.".repeat(32_000)}`,
};

/** Near the longest line and header that HTTP allows. */
const long = 7500;
const pieces = [
  "a".repeat(long),
  "%2e%2e%2f".repeat(800),
  "Qm".repeat(3700),
  "%".repeat(long),
  "[".repeat(long),
];
const queries = [
  `?${"a=b&".repeat(1800)}`,
  `?client_id=https://a.example/${"/".repeat(long)}`,
  `?resource=https://h/${"/".repeat(long)}x&response_type=code`,
  `?src=${"a.".repeat(3700)}`,
];
const headers: readonly Record<string, string>[] = [
  { accept: "text/event-stream,".repeat(700) },
  { authorization: `Bearer ${"a.".repeat(6000)}` },
  { authorization: `Bearer ${" ".repeat(12_000)}x y` },
  { cookie: "assay_sign_in=;".repeat(800) },
  { "content-type": `application/json${" ".repeat(12_000)}x` },
  { "payment-signature": Buffer.from("[".repeat(9000)).toString("base64") },
  { "x-client": "a.".repeat(5000), "x-request-id": "a".repeat(2000), origin: `http://${"a.".repeat(2000)}` },
  { "x-forwarded-for": "1.1.1.1,".repeat(1000), "a2a-version": "1.".repeat(2000) },
];

const json = { "content-type": "application/json" };
const packed = { ...json, "content-encoding": "gzip" };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** All of them, at one route: each body as long as the route accepts, and compressed as far as possible. */
export function* hostileRequests(route: Route, maxCodeLength: number): Generator<HostileRequest> {
  const method = route.method.toUpperCase();
  const at = (piece: string): string => route.path.replaceAll(/\{\w+\}/g, piece);
  const path = at("x");
  for (const piece of route.path.includes("{") ? pieces : [])
    yield { name: "a long piece of the path", method, path: at(piece), headers: {} };
  for (const query of queries) yield { name: "a long query", method, path: path + query, headers: {} };
  const body = route.method === "post" ? { body: "{}" } : {};
  for (const own of headers)
    yield { name: "long headers", method, path, headers: { ...json, ...own }, ...body };
  if (route.method !== "post") return;
  for (const [name, text] of Object.entries(forms)) yield { name, method, path, headers: form, body: text };
  const maxCodeBody = maxBodyBytesFor(maxCodeLength);
  const { maxBodyBytes = route.takesCode ? maxCodeBody : maxSmallBody } = route;
  for (const [name, text] of Object.entries(bodies)) {
    const body = made(`${name} ${maxBodyBytes}`, () => Uint8Array.from(Buffer.from(text(maxBodyBytes))));
    yield { name, method, path, headers: json, body };
    const small = made(`${name}, packed`, () => Uint8Array.from(gzipSync(text(maxCodeBody))));
    yield { name: `${name}, packed`, method, path, headers: packed, body: small };
  }
}

const bytes = new Map<string, Uint8Array<ArrayBuffer>>();

function made(name: string, make: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const known = bytes.get(name) ?? make();
  bytes.set(name, known);
  return known;
}
