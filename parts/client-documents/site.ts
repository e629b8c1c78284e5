/** Thrown when too many lookups are running. Its message does not name the site: callers are not told what others look up. */
export class TooManyLookups extends Error {
  override readonly name = "TooManyLookups";

  constructor() {
    super("too many apps are being looked up right now");
  }
}

/**
 * The site of a host, so that limits cannot be avoided with subdomains: its last two labels, or three below what looks
 * like `co.uk`. Where that guess is wrong, neighbouring sites share one limit; nothing else happens.
 */
export function siteOf(host: string): string {
  if (/^[\d.]+$|^\[/.test(host)) return host;
  const labels = host.split(".");
  const [second = "", top = ""] = labels.slice(-2);
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join(".");
}
