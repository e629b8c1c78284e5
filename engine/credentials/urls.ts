import { isMixedUp } from "./drawn.ts";
import { isPlaceholder, isTestValue } from "./placeholders.ts";
import { unknownPart } from "./texts.ts";

type Place = Readonly<{ start: number; end: number }>;

/** A form of password, and what no text that holds it is without: that is quicker to see. */
type Form = Readonly<{ mark: RegExp; pattern: RegExp }>;

/** `scheme://user:password@host`, the user possibly left out. */
const userInfo =
  /[a-z][a-z0-9+.-]{1,30}:\/\/(?<user>[^\s:/@"'`<>{}()]{0,100}):(?<secret>[^\s/@"'`<>]{2,200})@(?<host>[^\s/"'`<>?#]{1,200})/gi;

/** `host=… password=…` of libpq, `Password=…;` and `Pwd=…;` of ODBC and ADO. */
const assignments = [
  /\b(?:dbname|host|hostaddr|port|sslmode)=[^\s"';]{1,200}[ ;][^"'\n]{0,200}?\bpassword=(?<secret>[^\s"';]{3,100})/gi,
  /(?<![\w])(?:server|data source|driver|database|initial catalog|uid|user id|endpoint)=[^;"'\n]{1,200};[^"'\n]{0,300}?\b(?:password|pwd)=(?<secret>[^;"'\n]{3,100})/gi,
];

const forms: readonly Form[] = [
  { mark: /:\/\//, pattern: userInfo },
  ...assignments.map((pattern) => ({ mark: /(?:password|pwd)=/i, pattern })),
];

/** Where an address or a connection string holds a password that is no stand-in. */
export function readUrlPasswords(text: string): Place[] {
  const places: Place[] = [];
  for (const { mark, pattern } of forms) {
    if (!mark.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups!["secret"]!;
      if (isStandIn(secret, match.groups!["user"], match.groups!["host"])) continue;
      const start =
        match.index +
        match[0].lastIndexOf(secret, match[0].lastIndexOf("@") > 0 ? match[0].lastIndexOf("@") : undefined);
      places.push({ start, end: start + secret.length });
    }
  }
  return places;
}

function isStandIn(secret: string, user: string | undefined, host: string | undefined): boolean {
  // A hole of an f-string, which may end at a quote inside it.
  if (secret.startsWith("{") || secret.includes(unknownPart) || isPlaceholder(secret) || isTestValue(secret))
    return true;
  if (/^(?:password|passwd|pass|pwd|pw|secret|token|key|port|\d{1,5})$/i.test(secret)) return true;
  if (/(?:^|\.)example\.(?:com|org|net)|^(?:host|hostname|server)(?::|$)/i.test(host ?? ""))
    return !looksRandom(secret);
  return (
    user !== undefined &&
    user.toLowerCase() === secret.toLowerCase() &&
    /^(?:localhost|127\.|db|postgres|redis)/i.test(host ?? "")
  );
}

/** The host of an example may stand for the true one; what nobody would make up is a password. */
function looksRandom(secret: string): boolean {
  return secret.length >= 10 && isMixedUp(secret);
}
