import { randomBytes } from "node:crypto";
import { issuerOf } from "../../caller/oauth/addresses.ts";
import { ticketLifeMs } from "../../caller/oauth/ticket.ts";
import type { Config } from "../../config.ts";
import type { Incoming } from "../http/route.ts";

/** What only the browser that was shown a page has: forms of other pages are sent without it. */
const name = "assay_sign_in";

export function browserSecretOf({ header }: Incoming): string | undefined {
  const cookies = (header("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

export function makeBrowserSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function setBrowserSecret(config: Config, secret: string): Record<string, string> {
  const lifeS = ticketLifeMs / 1000;
  const secure = issuerOf(config).startsWith("https:") ? "; Secure" : "";
  return {
    "set-cookie": `${name}=${secret}; Path=/oauth; Max-Age=${lifeS}; HttpOnly; SameSite=Strict${secure}`,
  };
}
