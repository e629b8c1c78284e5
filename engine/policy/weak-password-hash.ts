import type { CallSite } from "../resolve/machine.ts";
import { onlyInt } from "../resolve/value.ts";
import type { Expression } from "../tree/nodes.ts";
import { argument, each, nameOf, textOf, words, type ReportFinding, type Rule } from "./rule.ts";
import { functionAround } from "../tree/around.ts";

const advice = "use a function made for passwords: hashlib.scrypt, bcrypt or argon2";

const password = /^(?=(?:\w*_)?(?:password|passwd|passphrase|passwort|pwd)(?:_\w|$))\w+$/i;

/** The names in what is digested. */
function namesIn(node: Expression | undefined): string[] {
  const names: string[] = [];
  const parts: (Expression | undefined)[] = [node];
  for (let looked = 0; parts.length > 0 && looked < 30; looked += 1) {
    const part = parts.pop();
    if (part?.kind === "Name") names.push(part.id);
    else if (part?.kind === "Attribute") {
      names.push(part.attr);
      parts.push(part.value);
    } else if (part?.kind === "BinOp") parts.push(part.left, part.right);
    else if (part?.kind === "Call") parts.push(part.func, ...part.args);
    else if (part?.kind === "JoinedStr") parts.push(...part.values);
    else if (part?.kind === "FormattedValue") parts.push(part.value);
  }
  return names;
}

/** A digest whose argument is called a password. */
function judgeDigest(site: CallSite, report: ReportFinding): void {
  if (site.node.kind !== "Call") return;
  const at = site.path === "hashlib.new" ? 1 : 0;
  const names = namesIn(site.node.args[at]);
  const isRound = /pbkdf|kdf|hmac/i.test(functionAround(site.node)?.name ?? "");
  if (isRound || !names.some((name) => password.test(name))) return;
  const isSalted = names.some((name) => /salt|pepper/i.test(name));
  report(
    site.node,
    isSalted && !/md5|sha1(?!\d)/i.test(site.path) ? "warning" : "error",
    `${nameOf(site)} is fast, so passwords hashed with it can be brute-forced; ${advice}.`,
    { confidence: "medium" },
  );
}

/** Rounds that are too few, or a salt that everybody's password has. */
function judgeDerivation(roundsAt: number, saltAt: number, roundsName = "iterations") {
  return (site: CallSite, report: ReportFinding): void => {
    const rounds = onlyInt(argument(site, roundsAt, roundsName));
    if (rounds !== undefined && rounds < 50_000n)
      report(
        site.node,
        rounds < 10_000n ? "error" : "warning",
        `${rounds} rounds of PBKDF2 are too few against brute force; use at least 600000, or hashlib.scrypt.`,
        { confidence: "medium" },
      );
    else if (textOf(argument(site, saltAt, "salt")) !== undefined)
      report(
        site.node,
        "warning",
        "With a constant salt equal passwords look equal, and all are attacked at once; generate a salt with os.urandom for each.",
        { confidence: "medium", cwe: "CWE-760" },
      );
  };
}

/** Stores passwords so that they can be guessed. */
export const weakPasswordHash: Rule = {
  id: "weak-password-hash",
  cwe: "CWE-916",
  calls: {
    ...each(
      "hashlib.md5 hashlib.sha1 hashlib.sha224 hashlib.sha256 hashlib.sha384 hashlib.sha512",
      judgeDigest,
    ),
    ...each(
      words("md5 sha1 sha224 sha256 sha384 sha512")
        .map((name) => `hashlib.${name}().update`)
        .join(" "),
      judgeDigest,
    ),
    ...each("hashlib.new Crypto.Hash.MD5.new Crypto.Hash.SHA1.new Crypto.Hash.SHA256.new", judgeDigest),
    "hashlib.pbkdf2_hmac": judgeDerivation(3, 2),
    "cryptography.hazmat.primitives.kdf.pbkdf2.PBKDF2HMAC": judgeDerivation(3, 2),
    "Crypto.Protocol.KDF.PBKDF2": judgeDerivation(3, 1, "count"),
    "bcrypt.gensalt": (site, report) => {
      const rounds = onlyInt(argument(site, 0, "rounds"));
      if (rounds !== undefined && rounds < 10n)
        report(
          site.node,
          "warning",
          `A cost of ${rounds} is too low against brute force; keep the default of 12.`,
          {
            confidence: "medium",
          },
        );
    },
    "werkzeug.security.generate_password_hash": (site, report) => {
      const method = textOf(argument(site, 1, "method"));
      if (method !== undefined && /^(?:plain|md5|sha1|sha256)$/i.test(method))
        report(site.node, "error", `Passwords hashed with ${method} can be brute-forced; ${advice}.`);
    },
  },
};
