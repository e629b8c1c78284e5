import { isIP } from "node:net";
import { baseUrlOf } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";

type Asking = Readonly<{ header: (name: string) => string | undefined }>;

/**
 * Why a caller is refused: its Host header is not ours, or it is a page of another origin. This stops DNS rebinding: a
 * page can point its own name at a service on its reader's machine, but not an IP address.
 */
export function whyNotAllowed(config: Config, { header }: Asking): string | undefined {
  const host = header("host");
  if (host !== undefined && !isAllowedHost(config, host))
    return `Wrong host name. Call this service at ${baseUrlOf(config)}, or ask its operator to add the name to ALLOWED_HOSTS.`;
  const origin = header("origin");
  if (origin !== undefined && !isAllowedOrigin(config, origin, host))
    return "Pages of that origin may not call this service; its operator can add the origin to ALLOWED_ORIGINS.";
  return undefined;
}

function isAllowedHost(config: Config, header: string): boolean {
  const name = nameIn(`http://${header}`);
  if (name === undefined) return false;
  const ours = [nameIn(baseUrlOf(config)), nameIn(`http://${inUrl(config.HOST)}`), ...config.ALLOWED_HOSTS];
  return isAddress(name) || isLoopback(name) || ours.includes(name) || ours.includes("*");
}

function isAllowedOrigin(config: Config, header: string, host: string | undefined): boolean {
  const { ALLOWED_ORIGINS: allowed } = config;
  const origin = header.toLowerCase();
  if (allowed.includes("*") || allowed.includes(origin) || origin === new URL(baseUrlOf(config)).origin)
    return true;
  const name = nameIn(origin);
  if (name === undefined) return false;
  const isOwn = host !== undefined && new URL(origin).host === new URL(`http://${host}`).host;
  return isOwn || (isLoopback(name) && isLoopback(inUrl(config.HOST)));
}

/** The host name in an address, without its port; undefined where there is none. */
function nameIn(url: string): string | undefined {
  return URL.parse(url)?.hostname || undefined;
}

function inUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function isAddress(name: string): boolean {
  return isIP(name) === 4 || name.startsWith("[");
}

function isLoopback(name: string): boolean {
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(?:\.\d+){3}$/.test(name)
  );
}
