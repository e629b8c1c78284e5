import type { CallSite } from "../resolve/machine.ts";
import { opensSomething, purposes } from "./purposes.ts";
import { argument, each, isFalse, keyword, nameOf, textOf, type ReportFinding, type Rule } from "./rule.ts";

const signing =
  /^(?!.*(?:verif|check|parse|load))(?:sign|signature|sign_\w+|\w+_signature|mac|token|session_?id)$/i;

function tell(site: CallSite, report: ReportFinding): void {
  if (isFalse(keyword(site, "usedforsecurity"))) return;
  // Codes by time and keys out of passwords are made with SHA-1 by their standards.
  const isForSecurity =
    !site.path.startsWith("cryptography.") &&
    purposes(site.node).some((name) => opensSomething(name) || signing.test(name));
  report(
    site.node,
    isForSecurity ? "error" : "warning",
    `${nameOf(site)} is broken: collisions are easy to make. Use sha256, or pass usedforsecurity=False where security does not depend on it.`,
  );
}

const broken = /^(?:md2|md4|md5|sha1?|ripemd160|mdc2)$/i;

/** Uses a digest that is broken. */
export const weakHash: Rule = {
  id: "weak-hash",
  cwe: "CWE-327",
  calls: {
    ...each(
      `hashlib.md5 hashlib.sha1 hashlib.md4 Crypto.Hash.MD5.new Crypto.Hash.MD4.new Crypto.Hash.MD2.new Crypto.Hash.SHA.new
      Crypto.Hash.SHA1.new cryptography.hazmat.primitives.hashes.MD5 cryptography.hazmat.primitives.hashes.SHA1
      passlib.hash.md5_crypt.hash passlib.hash.des_crypt.hash passlib.hash.lmhash.hash passlib.hash.nthash.hash md5.new sha.new`,
      tell,
    ),
    ...each("hashlib.new Crypto.Hash.new", (site, report) => {
      const name = textOf(argument(site, 0, "name"));
      if (name !== undefined && broken.test(name)) tell(site, report);
    }),
    ...each("hmac.new hmac.digest", (site, report) => {
      const digest = site.path === "hmac.new" ? argument(site, 2, "digestmod") : argument(site, 2, "digest");
      const name =
        textOf(digest) ?? digest?.map((thing) => (thing.kind === "reference" ? thing.path : "")).join("");
      if (name !== undefined && /(?:^|\.)(?:md5|md4)$/i.test(name)) tell(site, report);
    }),
    ...each("crypt.crypt crypt.mksalt", (site, report) => {
      const how = site.args
        .at(-1)
        ?.map((thing) => (thing.kind === "reference" ? thing.path : ""))
        .join("");
      if (how !== undefined && /METHOD_(?:CRYPT|MD5|BLOWFISH)$/.test(how)) tell(site, report);
    }),
  },
};
