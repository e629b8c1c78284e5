/** Schemes that run something, read something or ask something of a browser instead of returning to an app. */
const neverReturnedTo = new Set(
  (
    "javascript data vbscript file blob about filesystem view-source intent chrome edge resource jar " +
    "ws wss ftp mailto tel sms urn cid mid"
  ).split(" "),
);

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Why nobody may be sent to this address with a code; undefined where they may. */
export function problemOfRedirect(text: string): string | undefined {
  // Of what is left out here a parser would silently make something else.
  if (!/^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/.test(text))
    return "A redirect URI contains a character that must be escaped.";
  const url = URL.parse(text);
  if (!url) return "A redirect URI must be absolute.";
  const scheme = url.protocol.slice(0, -1);
  if (text.includes("#")) return "A redirect URI must not have a fragment.";
  if (url.username !== "" || url.password !== "")
    return "A redirect URI must not contain a user name or a password.";
  if (neverReturnedTo.has(scheme)) return `A redirect URI has the scheme ${scheme}, which is not allowed.`;
  if (scheme === "http" && !isLoopback(text))
    return "A redirect URI must not use http: use https, or http with localhost, 127.0.0.1 or [::1].";
  return undefined;
}

/** Leads to a program on the user's computer. */
export function isLoopback(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "http:" && loopbackHosts.has(url.hostname);
}

/** Equal as text; on a loopback address any port will do, since programs take a free one (RFC 8252, 7.3). */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  if (!isLoopback(registered) || !isLoopback(asked) || problemOfRedirect(asked) !== undefined) return false;
  const [one, other] = [new URL(registered), new URL(asked)];
  for (const url of [one, other]) url.port = "";
  return one.href === other.href;
}

/** The address with these values added to its query, and what was there before left as it was. */
export function withQuery(text: string, values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const glue = !text.includes("?") ? "?" : /[?&]$/.test(text) ? "" : "&";
  return `${text}${glue}${new URLSearchParams(given).toString()}`;
}

/** Where an address leads, for people: its host, or, of an app's own scheme, the scheme. */
export function destinationOf(text: string): string {
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : `${url.protocol}//`;
}
