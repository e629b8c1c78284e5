import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { passedOn } from "../../support/processes.ts";
import { assay } from "./project.ts";

type Options = Readonly<{
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void;
  signal?: AbortSignal;
}>;

/** An agent with one of the official clients, connected to `assay mcp`. */
export type ConnectedAgent = Readonly<{
  version: string | undefined;
  tools(): Promise<{ name: string }[]>;
  /** The text that a model reads. */
  call(name: string, args?: object, options?: Options): Promise<{ text: string; isError: boolean }>;
  /** What the server has written to standard error until it ended. */
  errors(): Promise<string>;
}> &
  AsyncDisposable;

type Place = Readonly<{
  folder: string;
  env?: Record<string, string | undefined>;
  /** The folders that the client names as its roots; unset: it has none. */
  roots?: readonly string[];
  command?: readonly string[];
}>;

export type ConnectAgent = (place: Place) => Promise<ConnectedAgent>;

const info = { name: "test", version: "1" };

function startOf({ folder, env = {}, command = assay }: Place) {
  const [file = "", ...args] = command;
  const known = Object.entries({ ...passedOn(), ...env }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    command: file,
    args: [...args, "mcp"],
    cwd: folder,
    env: Object.fromEntries(known),
    stderr: "pipe" as const,
  };
}

function rootsOf(roots: readonly string[]) {
  return { roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })) };
}

function toRead({ content, isError }: Record<string, unknown>): { text: string; isError: boolean } {
  const texts = (content as { text: string }[]).map((part) => part.text);
  return { text: texts.join("\n"), isError: isError === true };
}

/** The client of the line that begins with `initialize`, up to 2025-11-25. */
const connectOld: ConnectAgent = async (place) => {
  const transport = new OldTransport(startOf(place));
  const errors = text(transport.stderr as Readable);
  const client = new OldClient(info, { capabilities: place.roots ? { roots: {} } : {} });
  if (place.roots) client.setRequestHandler(ListRootsRequestSchema, () => rootsOf(place.roots!));
  await client.connect(transport);
  return {
    version: client.getServerVersion()?.version,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      toRead(await client.callTool({ name, arguments: { ...args } }, undefined, options as object)),
    errors: async () => errors,
    [Symbol.asyncDispose]: async () => client.close(),
  };
};

/** The newer client: as it opens by default, or with revision 2026-07-28, which has no `initialize` and no roots. */
const connectNew =
  (mode: "legacy" | "auto"): ConnectAgent =>
  async (place) => {
    const transport = new NewTransport(startOf(place));
    const errors = text(transport.stderr as Readable);
    const client = new NewClient(info, {
      capabilities: place.roots ? { roots: {} } : {},
      versionNegotiation: { mode },
    });
    if (place.roots) client.setRequestHandler("roots/list", () => rootsOf(place.roots!));
    await client.connect(transport);
    return {
      version: client.getServerVersion()?.version,
      tools: async () => (await client.listTools()).tools,
      call: async (name, args = {}, options = {}) =>
        toRead(await client.callTool({ name, arguments: { ...args } }, options as object)),
      errors: async () => errors,
      [Symbol.asyncDispose]: async () => client.close(),
    };
  };

export const clients: readonly (readonly [string, ConnectAgent])[] = [
  ["@modelcontextprotocol/sdk", connectOld],
  ["@modelcontextprotocol/client", connectNew("legacy")],
  ["@modelcontextprotocol/client, revision 2026-07-28", connectNew("auto")],
];
