import { once } from "node:events";
import { connect, type Socket } from "node:net";

export type RawAnswer = Readonly<{ status: number; headers: Headers; body: string }>;

export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
}

/** Sends raw bytes and reads until the other side closes; `undefined` without an answer. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer | undefined> {
  const socket = await openSocket(url);
  socket.on("error", () => undefined);
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  const text = Buffer.concat(chunks).toString();
  return text === "" ? undefined : toAnswer(text);
}

/** A request line and headers, with those that HTTP/1.1 requires. */
export function requestText(line: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { host: "assay.test", connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

function toAnswer(text: string): RawAnswer {
  const [head, body] = splitOnce(text, "\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = lines.map((header) => splitOnce(header, ": "));
  return { status: Number(line.split(" ")[1]), headers: new Headers(headers), body };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
