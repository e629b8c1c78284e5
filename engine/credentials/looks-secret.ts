import { isMixedUp } from "./drawn.ts";
import { wordsOf, type CredentialKind } from "./names.ts";
import { isPlaceholder, isTestValue } from "./placeholders.ts";
import { isPublishable } from "./publishable.ts";

/** How surely a value under a telling name is a secret; undefined when it is something else. */
export type Certainty = "high" | "medium" | undefined;

/** Passwords that everybody knows are passwords all the same. */
const common = new Set(
  (
    "admin root toor guest postgres mysql oracle master qwerty letmein welcome iloveyou monkey dragon sunshine princess football " +
    "baseball superman batman trustno passw0rd p@ssw0rd hunter swordfish default changeit"
  ).split(" "),
);

/** Words that name a secret, its type or its state. */
const vocabulary = new Set(
  "my our some any a an super very top dev prod staging local api auth authorization access refresh bearer basic digest token tokens secret secrets password passwd passphrase passcode pwd pass key keys private public client user username login session csrf xsrf jwt oauth saml ldap id string text str bytes object field hidden required optional plain plaintext hash hashed bcrypt argon scrypt pbkdf sha md env environ environment vault keyring keychain file prompt ask manual invalid incorrect mismatch weak strong expired missing revoked unknown new old current confirm confirmation reset forgot change verify value name type header cookie query body form input true false yes no on off enabled disabled service account app application server database db code grant credential credentials x the of is not for and or with by to in at from apikey accesstoken refreshtoken secretkey privatekey publickey accesskey authtoken clientsecret mypassword mysecret mytoken mykey".split(
    " ",
  ),
);

function isVocabulary(value: string): boolean {
  const words = wordsOf(value);
  return words.length > 0 && !/\d\d/.test(value) && words.every((word) => vocabulary.has(word));
}

function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function classesOf(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((group) => group.test(value)).length;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A path begins with a dot or a slash; so may what was drawn. */
function isPlace(value: string): boolean {
  if (!/^[./~\\]/.test(value)) return false;
  const rest = value.slice(1);
  if (/[!#$%^&*@+]/.test(rest) && !/[/\\?=<>{}]/.test(rest)) return false;
  const parts = rest.split("/");
  return !/^.[A-Za-z0-9+/=]{19,}$/.test(value) || !parts.some((part) => part.length >= 12 && isMixedUp(part));
}

/** Places, names and sentences: what a program reads a secret from, or says about one. */
function isSomethingElse(value: string, kind: CredentialKind): boolean {
  return (
    // What only names something is often a UUID; so are the keys of some providers.
    (kind !== "secret" && uuid.test(value)) ||
    isPlace(value) ||
    /^(?:[A-Za-z]:\\|arn:|urn:|projects\/|secrets?[:/]|vault:|kv\/|env:|file:|ssm:|s3:)/.test(value) ||
    /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ||
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) || //             the name of a variable
    /^[\w.-]+@[\w-]+\.[\w.]+$/.test(value) || //                     an address of mail
    /^[\w-]+\.(?:py|json|ya?ml|toml|ini|env|txt|pem|key|crt|cfg|conf|db)$/i.test(value) ||
    /^\d{4}-\d\d-\d\d/.test(value) ||
    /^(?:sha\d+|md5|pbkdf2\w*|bcrypt|argon2\w*|scrypt)[:$]/i.test(value) ||
    /^\$(?:2[aby]|5|6|argon2\w*|scrypt)\$/.test(value) || //         a password's hash is made to be kept
    /^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*(?:\(\))?$/.test(value) || //   a dotted name
    /[\r\n\t]/.test(value) ||
    isVocabulary(value)
  );
}

export function judgeValue(kind: CredentialKind, value: string): Certainty {
  if (kind === "phrase") return isSeedPhrase(value) ? "high" : undefined;
  if (kind === "connection") return undefined; // read by its own format
  if (value.length < 4 || value.length > 500 || isPlaceholder(value) || isTestValue(value)) return undefined;
  if (isSomethingElse(value, kind) || isPublishable(value)) return undefined;
  if (kind === "cipher") return "high";
  if (kind === "key") return isDrawn(value) ? "medium" : undefined;
  return kind === "password" ? judgePassword(value) : judgeToken(value);
}

/** Long, and of letters and digits as they fall. */
function isDrawn(value: string): boolean {
  return (
    /^[\w+=-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value) >= 3.3
  );
}

function judgePassword(value: string): Certainty {
  // A word of another language with its capital is a label.
  if (/^\p{L}+$/u.test(value) && !/^[A-Za-z]+$/.test(value)) return undefined;
  if (/\s/.test(value)) return /^(?:[a-z]{3,9} ){3,7}[a-z]{3,9}$/.test(value) ? "medium" : undefined;
  if (common.has(value.toLowerCase())) return "medium";
  if (/^[A-Za-z]+$/.test(value)) return value.length >= 6 && isOneWord(value) ? "medium" : undefined;
  if (/^\d+$/.test(value)) return value.length >= 4 && value.length <= 12 ? "medium" : undefined;
  if (/^[a-z]+(?:[_-][a-z]+)+$/.test(value)) return value.length >= 10 ? "medium" : undefined;
  return value.length >= 6 ? "high" : "medium";
}

/** Not capitalised, which is a label, nor in camel case, which names something. */
function isOneWord(value: string): boolean {
  return /^(?:[a-z]+|[A-Z]+)$/.test(value) || /^[a-z]*[A-Z][a-z]*[A-Z]/.test(value);
}

function judgeToken(value: string): Certainty {
  if (/\s/.test(value) || value.length < 8) return undefined;
  const isHex = /^(?:0x)?[0-9a-f]+$/i.test(value);
  if (isHex && value.length >= 16) return "high";
  if (/^[a-z]+(?:[_.:/-][a-z]+)*[_-]?\d{0,2}$/.test(value)) return wordy(value);
  const entropy = entropyOf(value);
  // Without a digit it is usually the name of something.
  if (!/\d/.test(value))
    return classesOf(value) >= 2 && value.length >= 24 && entropy >= 4 && !isName(value)
      ? "medium"
      : undefined;
  if (value.length >= 16 && entropy >= 3) return "high";
  return classesOf(value) >= 2 && entropy >= 2.5 ? "medium" : undefined;
}

/** Words, however they are joined: what was drawn changes case more often than words do. */
function isName(value: string): boolean {
  const words = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return value.length / words.length >= 3.5;
}

/** Long lower-case letters in a row with no word's rhythm are drawn; words are not. */
function wordy(value: string): Certainty {
  if (/^super[_-]?secret/.test(value)) return "medium";
  const maxLength = Math.max(...value.split(/[^a-z]+/).map((word) => word.length));
  return maxLength >= 20 && entropyOf(value) >= 3.5 ? "medium" : undefined;
}

const phraseLengths = new Set([12, 15, 18, 21, 24]);

function isSeedPhrase(value: string): boolean {
  const words = value.trim().split(/\s+/);
  return (
    phraseLengths.has(words.length) &&
    words.every((word) => /^[a-z]{3,8}$/.test(word)) &&
    new Set(words).size >= words.length - 4
  );
}
