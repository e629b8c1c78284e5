import { gzipSync } from "node:zlib";
import type { Route } from "../../service/entrances/route.ts";

export type HostileRequest = Readonly<{
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}>;

/** As long as a body may be where code is taken. */
const length = 200_000 * 12 + 1_048_576;
const filled = (start: string, unit: string, end: string): string =>
  start + unit.repeat(Math.floor((length - start.length - end.length) / unit.length)) + end;
const inMessage = (text: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate_python","arguments":{"code":${text}}}}`;

/** What is legal JSON and slow to read, or nearly legal, each in the longest body there is. */
const bodies: Readonly<Record<string, string>> = {
  "brackets only": "[".repeat(1_700_000),
  "brackets, closed": "[".repeat(1_700_000) + "]".repeat(1_700_000),
  "objects in objects": '{"a":'.repeat(600_000),
  "empty lists": filled("[", "[],", "1]"),
  "many names": `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
  "many numbers as names": `{${Array.from({ length: 250_000 }, (_, at) => `"${at * 7919}":1`).join(",")}}`,
  "one name again and again": filled("{", '"code":1,', '"a":1}'),
  "a number": filled('{"code":', "1", "}"),
  spaces: filled("{", " ", "}"),
  "code in escapes": filled('{"code":"', "\\ud83d\\ude00", '"}'),
  "code of quotes": filled('{"code":"', '\\"', '"}'),
  "an option of control characters": filled('{"code":"x","options":{"examples":"', "\\u0001", '"}}'),
  "a document of brackets": filled('{"document":"', "[", '"}'),
  "a document of quotes": filled('{"document":"', '\\"', '"}'),
  "a message with long code": inMessage(filled('"', "a", '"').slice(0, -200)),
  "a message with lists for code": inMessage("[".repeat(1_700_000)),
  "a long id": filled('{"jsonrpc":"2.0","method":"x","id":"', "a", '"}'),
  "a signature without end": `{"api_key":"k","tx_hash":"0x${"a".repeat(64)}","signature":"0x${"aa".repeat(8192)}"}`,
};

const forms: Readonly<Record<string, string>> = {
  slashes: `grant_type=refresh_token&client_id=https://a.example/b&resource=https://h/${"/".repeat(60_000)}x`,
  "many fields": "a=1&".repeat(16_000),
  "percent signs": "%".repeat(65_000),
  "a long token": `token=${"a.".repeat(32_000)}`,
};

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
  { "x-client": "a.".repeat(6000), "x-request-id": "a".repeat(2000), origin: `http://${"a.".repeat(2000)}` },
  { "x-forwarded-for": "1.1.1.1,".repeat(1500), "a2a-version": "1.".repeat(2000) },
];

/** All of it, at one route. */
export function* hostileRequests(route: Route): Generator<HostileRequest> {
  const method = route.method.toUpperCase();
  const at = (piece: string, query = ""): string => route.path.replaceAll(/\{\w+\}/g, piece) + query;
  for (const piece of route.path.includes("{") ? pieces : [])
    yield { name: `a long piece of the path`, method, path: at(piece), headers: {} };
  for (const query of queries) yield { name: "a long query", method, path: at("x", query), headers: {} };
  const json = { "content-type": "application/json" };
  const hasBody = method === "POST";
  for (const own of headers)
    yield {
      name: "long headers",
      method,
      path: at("x"),
      headers: { ...json, ...own },
      ...(hasBody && { body: "{}" }),
    };
  if (!hasBody) return;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (const [name, body] of Object.entries(forms))
    yield { name, method, path: at("x"), headers: form, body };
  for (const [name, body] of Object.entries(bodies)) {
    yield { name, method, path: at("x"), headers: json, body };
    const packed = { ...json, "content-encoding": "gzip" };
    yield {
      name: `${name}, compressed`,
      method,
      path: at("x"),
      headers: packed,
      body: compressed(name, body),
    };
  }
}

const made = new Map<string, Uint8Array<ArrayBuffer>>();

function compressed(name: string, body: string): Uint8Array<ArrayBuffer> {
  const known = made.get(name) ?? Uint8Array.from(gzipSync(body));
  made.set(name, known);
  return known;
}
