import { isOAuthOn, resourceMetadataUrl, scope } from "../../caller/oauth/addresses.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";

type Refused = Readonly<{
  /** A key or a token was sent; only then is an error named (RFC 6750, 3.1). */
  hasCredential: boolean;
  /** One sentence on what is wrong with it. */
  description?: string;
}>;

/** The `WWW-Authenticate` of a refused MCP call: how to sign in, where that is possible, and where to create a key. */
export function mcpChallenge(config: Config, { hasCredential, description }: Refused): string {
  const problem = hasCredential ? ["error", "invalid_token"] : undefined;
  const told = hasCredential && description ? ["error_description", toQuotable(description)] : undefined;
  const signIn = isOAuthOn(config)
    ? [
        ["scope", scope],
        ["resource_metadata", resourceMetadataUrl(config)],
      ]
    : [["realm", "assay"]];
  const parameters = [problem, told, ...signIn, ["mint", `${baseUrlOf(config)}/v1/keys`]];
  return `Bearer ${parameters
    .filter((pair) => pair !== undefined)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}

/** Only what RFC 6750 lets stand in a description. */
function toQuotable(text: string): string {
  return text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
}
