import { z } from "zod";
import type { Parts } from "../../parts.ts";
import { problemOfRedirect } from "./redirects.ts";
import { OAuthRefusal } from "./refusal.ts";

/** An app that wants to act for a user. All apps are public clients: none has a secret. */
export type Client = Readonly<{
  id: string;
  /** What it calls itself; nobody has checked that. */
  name: string;
  redirectUris: readonly string[];
  /** The address where the app publishes its description, if any; its host identifies the app. */
  publishedAt: string | undefined;
}>;

/** It travels in addresses and in every token. */
const maxIdCharacters = 2048;
const maxNameCharacters = 80;
const maxRedirects = 10;

const Metadata = z.object({
  client_name: z.string().nullish(),
  redirect_uris: z.array(z.string()).min(1).max(maxRedirects),
  grant_types: z.array(z.string()).nullish(),
  response_types: z.array(z.string()).nullish(),
});

type Needs = Pick<Parts, "tokens" | "clientDocuments">;

/** The id of a registered app says all that was registered, signed: nothing is stored, so nothing is ever lost. */
export async function registerClient({ tokens }: Needs, metadata: unknown): Promise<Client> {
  const { name, redirectUris } = readMetadata(metadata);
  const id = await tokens.sign("client", { name, redirect_uris: redirectUris });
  if (id.length > maxIdCharacters)
    throw new OAuthRefusal(
      "invalid_client_metadata",
      "`client_name` and `redirect_uris` together are too long.",
    );
  return { id, name, redirectUris, publishedAt: undefined };
}

/** The app of an id that we signed, or that is the address of its own description. */
export async function findClient(parts: Needs, id: string, asker: string): Promise<Client> {
  const url = urlOfDocument(id);
  if (url) return readPublished(parts, url, asker);
  const claims = id.length <= maxIdCharacters ? await parts.tokens.read("client", id) : undefined;
  if (claims === undefined || claims === "expired") throw unknownClient();
  const { name, redirect_uris } = claims as { name: string; redirect_uris: readonly string[] };
  return { id, name, redirectUris: redirect_uris, publishedAt: undefined };
}

/** Like `findClient`, without fetching: the app's description was read when the user consented. */
export async function requireClientId({ tokens }: Pick<Parts, "tokens">, id: string): Promise<void> {
  const isKnown = id.length <= maxIdCharacters && (await tokens.read("client", id)) !== undefined;
  if (!isKnown && !urlOfDocument(id)) throw unknownClient();
}

function unknownClient(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_client",
    "Unknown `client_id`. Register the app again at the registration_endpoint.",
  );
}

/** An https address with a path and nothing that could be read in two ways. */
function urlOfDocument(id: string): URL | undefined {
  if (!id.startsWith("https://") || id.length > maxIdCharacters) return undefined;
  const url = URL.parse(id);
  if (!url || url.href !== id || url.pathname === "/" || id.includes("#")) return undefined;
  return url.username === "" && url.password === "" ? url : undefined;
}

async function readPublished({ clientDocuments }: Needs, url: URL, asker: string): Promise<Client> {
  const id = url.href;
  const document = await clientDocuments.read(url, asker).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : "it could not be read";
    throw new OAuthRefusal("invalid_client", `The client ID metadata document cannot be used: ${reason}.`, {
      cause,
    });
  });
  const named = z.object({ client_id: z.literal(id), client_name: z.string().min(1) }).safeParse(document);
  if (!named.success)
    throw new OAuthRefusal(
      "invalid_client",
      "The client ID metadata document must contain its own address as `client_id`, and a `client_name`.",
    );
  return { id, ...readMetadata(document), publishedAt: url.host };
}

function readMetadata(metadata: unknown): Pick<Client, "name" | "redirectUris"> {
  const read = Metadata.safeParse(metadata);
  if (!read.success) throw problemIn(read.error);
  const { client_name, redirect_uris, grant_types, response_types } = read.data;
  const problem = redirect_uris.map(problemOfRedirect).find((found) => found !== undefined);
  if (problem) throw new OAuthRefusal("invalid_redirect_uri", problem);
  if (grant_types && !grant_types.includes("authorization_code"))
    throw new OAuthRefusal("invalid_client_metadata", "`grant_types` must include authorization_code.");
  if (response_types && response_types.length > 0 && !response_types.includes("code"))
    throw new OAuthRefusal("invalid_client_metadata", "`response_types` must include code.");
  return { name: toShownName(client_name ?? ""), redirectUris: redirect_uris };
}

function problemIn({ issues }: z.ZodError): OAuthRefusal {
  const field = String(issues[0]?.path[0] ?? "The body");
  return field === "redirect_uris"
    ? new OAuthRefusal("invalid_redirect_uri", `redirect_uris must be 1 to ${maxRedirects} addresses.`)
    : new OAuthRefusal("invalid_client_metadata", `${field} does not have the expected form.`);
}

/** On one line, and without what turns or hides text around it. */
function toShownName(name: string): string {
  const shown = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return Array.from(shown).slice(0, maxNameCharacters).join("") || "An app without a name";
}
