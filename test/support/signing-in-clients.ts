import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  type OAuthClientProvider as ProviderV2,
} from "@modelcontextprotocol/client";
import type { OAuthClientProvider as ProviderV1 } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { redirectUri } from "./sign-in.ts";

/** The data that an app keeps between two starts, and its last redirect. */
export type Memory = { client?: any; tokens?: any; verifier?: string; discovery?: any; asked?: URL };

/** One of the official clients, which signs in on request. */
export type SigningInClient = Readonly<{
  memory: Memory;
  listTools(): Promise<{ tools: any[] }>;
  callTool(code: string): Promise<any>;
  /** Continues with the parameters of its user's callback. */
  finishAuth(callback: URL): Promise<void>;
}> &
  AsyncDisposable;

type Kind = Readonly<{ name: string; connect(url: string, metadataUrl?: string): Promise<SigningInClient> }>;

const who = { name: "assay-test", version: "1.0.0" };

/** For both lines of clients: their differences are not used here. */
function providerFor(memory: Memory, metadataUrl: string | undefined): ProviderV1 & ProviderV2 {
  return {
    ...(metadataUrl !== undefined && { clientMetadataUrl: metadataUrl }),
    redirectUrl: redirectUri,
    clientMetadata: { client_name: "Official client", redirect_uris: [redirectUri] },
    clientInformation: () => memory.client,
    saveClientInformation: (client: unknown) => void (memory.client = client),
    tokens: () => memory.tokens,
    saveTokens: (tokens: unknown) => void (memory.tokens = tokens),
    saveCodeVerifier: (verifier: string) => void (memory.verifier = verifier),
    codeVerifier: () => memory.verifier ?? "",
    discoveryState: () => memory.discovery,
    saveDiscoveryState: (discovery: unknown) => void (memory.discovery = discovery),
    redirectToAuthorization: (asked: URL) => void (memory.asked = asked),
    invalidateCredentials: (what: string) => {
      if (what === "all" || what === "tokens") delete memory.tokens;
      if (what === "all" || what === "client") delete memory.client;
    },
  };
}

const v1: Kind = {
  name: "client v1",
  connect: async (url, metadataUrl) => {
    const memory: Memory = {};
    const client = new ClientV1(who);
    const transport = new TransportV1(new URL(url), { authProvider: providerFor(memory, metadataUrl) });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const finishAuth = async ({ searchParams }: URL) => transport.finishAuth(searchParams.get("code") ?? "");
    return faceOf(client, memory, finishAuth);
  },
};

function v2(name: string, mode: "legacy" | "auto"): Kind {
  return {
    name,
    connect: async (url, metadataUrl) => {
      const memory: Memory = {};
      const client = new ClientV2(who, { versionNegotiation: { mode } });
      const transport = new TransportV2(new URL(url), { authProvider: providerFor(memory, metadataUrl) });
      await client.connect(transport);
      return faceOf(client, memory, async ({ searchParams }) => transport.finishAuth(searchParams));
    },
  };
}

export const signingInClients: readonly Kind[] = [
  v1,
  v2("client v2 in its old way", "legacy"),
  v2("client v2", "auto"),
];

function faceOf(
  client: ClientV1 | ClientV2,
  memory: Memory,
  finishAuth: SigningInClient["finishAuth"],
): SigningInClient {
  return {
    memory,
    finishAuth,
    listTools: async () => client.listTools(),
    callTool: async (code) => client.callTool({ name: "validate_python", arguments: { code } }),
    [Symbol.asyncDispose]: async () => client.close(),
  };
}
