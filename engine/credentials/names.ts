/** What a name promises of its value. */
export type CredentialKind = "password" | "secret" | "cipher" | "key" | "connection" | "phrase";

/** `dbPassword2`, `DB_PASSWORD` and `db-password` are the same words. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const passwordWords = set("password passwd passwrd passphrase pwd psw pw passcode userpass dbpass");
const secretWords = set(
  "secret secrets token tokens apikey apitoken apisecret authtoken accesstoken secretkey privatekey accesskey credential " +
    "credentials creds bearer authkey clientsecret jwtsecret sessionkey",
);
/** A key is a secret only if it opens something. */
const keyOpens = set(
  "api access secret private auth authorization encryption encrypt encrypted decryption crypto cipher signing sign signature " +
    "master account storage shared ssh aes des rsa ecdsa hmac jwt session license licence service subscription app application " +
    "consumer server deploy deployment root admin fernet stripe aws azure gcp google openai anthropic sendgrid twilio mailgun " +
    "github gitlab slack maps cookie flask django webhook integration gateway merchant wallet signer deployer bot cdn wp data security",
);
const connectionWords = set("dsn");
const phraseWords = set("mnemonic");

/** A name that ends so says something about a secret, or where it is. */
const aboutIt = set(
  "url uri urls endpoint host field fields name names path paths file files filename dir directory folder id ids identifier type " +
    "types header headers env environ var variable prompt regex regexp pattern re hash hashed hashes digest checksum ttl expiry " +
    "expires expiration expiring lifetime age length len size count counts limit limits max min label labels title message messages " +
    "msg text help hint error errors exception warning prefix suffix format policy policies rule rules algorithm algo alg method mode scheme param " +
    "params parameter parameters arg args attr attribute column columns table cookie list map index idx status state scope " +
    "scopes version provider manager service services store storage class cls module func function handler callback view template page form input " +
    "button selector xpath css placeholder example default reset required strength validator validators encoding separator sep " +
    "delimiter location source kind category group groups role resource arn ref reference key_name position offset start end " +
    "usage budget cost price rate ratio bucket symbol char character pad eos bos unk mask cls sep option options setting settings " +
    "description desc doc docs info topic queue event events command cmd change changed confirm confirmation label placeholder_text " +
    "used last date time at created updated count_used counter tokenizer stream parser lexer value_type schema model",
);
/** A name that begins so asks about a secret, or only mentions one. */
const asksAboutIt = set(
  "is has no not max min num number total count forgot reset invalid wrong bad incorrect fake dummy mock sample example placeholder " +
    "test expected missing old_test next previous prev page continuation pagination cursor sync csrf csrfmiddleware public pub " +
    "pad eos bos unk sep cls mask stop start special primary foreign partition sort cache dict hash index unique composite lookup",
);

/** Keys that a page shows to its visitors. */
const shownToAll = /\b(?:publishable|browser|site|search|client side)(?: api)? key$/;

/** What kind of secret a name promises; undefined for every other name. */
export function kindOfName(name: string): CredentialKind | undefined {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || words.length > 8) return undefined;
  const text = words.join(" ");
  if (
    /\b(?:conn(?:ection)? ?str(?:ing)?|database ur[il]|db ur[il]|redis ur[il]|mongo(?:db)? ur[il]|broker ur[il]|amqp ur[il]|sqlalchemy database ur[il])$/.test(
      text,
    ) ||
    connectionWords.has(last)
  )
    return "connection";
  if (words.some((word) => asksAboutIt.has(word)) || shownToAll.test(text)) return undefined;
  if (phraseWords.has(last) || /\b(?:seed|recovery|backup|mnemonic) (?:phrase|words?)$/.test(text))
    return "phrase";
  if (aboutIt.has(last)) return undefined;
  if (words.some((word) => passwordWords.has(word)) || last === "pass") return "password";
  if (words.some((word) => secretWords.has(word))) return "secret";
  const key = words.findLastIndex((word) => word === "key" || word === "keys");
  const opens = key > 0 && words.slice(0, key).some((word) => keyOpens.has(word));
  if (text === "cipher key") return "cipher";
  if (opens && key === words.length - 1) return "secret";
  return text === "key" ? "key" : undefined;
}
