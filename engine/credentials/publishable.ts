/** Values that providers say may be shown to everyone: they name an account, and open nothing. */
const prefixes = /^(?:pk_(?:live|test|prod)_|pk\.eyJ|sb_publishable_|phc_|NRJS-|sq0idp-)/;

export function isPublishable(value: string): boolean {
  return prefixes.test(value) || isAnonymousToken(value);
}

/** A token that grants what every visitor has. */
function isAnonymousToken(value: string): boolean {
  const [head, payload] = value.split(".");
  if (payload === undefined || !head!.startsWith("eyJ")) return false;
  return /"role"\s*:\s*"anon"/.test(Buffer.from(payload.slice(0, 4000), "base64url").toString("latin1"));
}

const reach = 400;

/** A key of Google's among the settings that a web page of Firebase shows to every visitor. */
export function isWebSetting(value: string, text: string, at: number): boolean {
  if (!value.startsWith("AIza")) return false;
  const around = text.slice(Math.max(0, at - reach), at + reach);
  return /authDomain|messagingSenderId|firebaseapp\.com/.test(around);
}
