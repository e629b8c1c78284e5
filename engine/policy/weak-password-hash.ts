import type { CallSite } from "../resolve/machine.ts";
import { onlyInt } from "../resolve/value.ts";
import { argument, each, nameOf, textOf, type ReportFinding, type Rule } from "./rule.ts";

const advice = "use a function made for passwords: hashlib.scrypt, bcrypt or argon2";

/** A digest whose argument is called a password. */
function judgeDigest(site: CallSite, report: ReportFinding): void {
  if (site.node.kind !== "Call") return;
  const [first] = site.node.args;
  const names: string[] = [];
  let at = first;
  for (let steps = 0; at && steps < 10; steps += 1) {
    if (at.kind === "Name") names.push(at.id);
    if (at.kind === "Attribute") names.push(at.attr);
    if (at.kind === "BinOp" && at.left.kind === "Name") names.push(at.left.id);
    at =
      at.kind === "Call"
        ? at.func
        : at.kind === "Attribute"
          ? at.value
          : at.kind === "BinOp"
            ? at.left
            : undefined;
  }
  if (names.some((name) => /^(?:\w*_)?(?:password|passwd|passphrase|pwd)(?:_\w+)?$/i.test(name)))
    report(
      site.node,
      "warning",
      `${nameOf(site)} is made to be fast, so passwords behind it are guessed by the billion; ${advice}.`,
      { confidence: "medium" },
    );
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
    "hashlib.pbkdf2_hmac": (site, report) => {
      const rounds = onlyInt(argument(site, 3, "iterations"));
      if (rounds !== undefined && rounds < 50_000n)
        report(
          site.node,
          "warning",
          `${rounds} rounds of PBKDF2 are quickly guessed through; use at least 600000, or hashlib.scrypt.`,
          { confidence: "medium" },
        );
    },
    "werkzeug.security.generate_password_hash": (site, report) => {
      const method = textOf(argument(site, 1, "method"));
      if (method !== undefined && /^(?:plain|md5|sha1|sha256)$/i.test(method))
        report(
          site.node,
          "warning",
          `Passwords hashed with ${method} are guessed by the billion; ${advice}.`,
        );
    },
  },
};
