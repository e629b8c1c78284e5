import type { CallSite } from "../resolve/machine.ts";
import { isConstant, onlyInt, type PossibleValues } from "../resolve/value.ts";
import { argument, each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

function tell(site: CallSite, report: ReportFinding): void {
  report(
    site.node,
    "error",
    `${nameOf(site)} is an outdated cipher that can be broken; use AES-GCM or ChaCha20-Poly1305.`,
  );
}

const isBytes = (value: PossibleValues | undefined): boolean =>
  value?.every((thing) => thing.kind === "bytes" || thing.kind === "str") === true && value.every(isConstant);

function tellConstantVector(site: CallSite, report: ReportFinding): void {
  report(
    site.node,
    "error",
    "A constant initialisation vector makes equal messages look equal; generate one with os.urandom for each message.",
    { cwe: "CWE-329" },
  );
}

function judgeAes(site: CallSite, report: ReportFinding): void {
  const mode = argument(site, 1, "mode")
    ?.map((thing) => (thing.kind === "reference" ? thing.path : ""))
    .join("");
  if (mode !== undefined && mode.endsWith("MODE_ECB"))
    report(
      site.node,
      "error",
      "AES in ECB mode encrypts equal blocks to equal blocks, so patterns in the data stay visible; use MODE_GCM.",
    );
  else if (isBytes(argument(site, 2, "iv", "nonce"))) tellConstantVector(site, report);
  else if (isBytes(argument(site, 0, "key")))
    report(
      site.node,
      "error",
      "The key is in the source, so everyone who reads it can decrypt; load it from a secret store.",
      { cwe: "CWE-321" },
    );
}

function judgeSize(position: number, name: string, min: bigint) {
  return (site: CallSite, report: ReportFinding): void => {
    const bits = onlyInt(argument(site, position, name));
    if (bits !== undefined && bits < min)
      report(site.node, "error", `A key of ${bits} bits can be broken; use at least ${min}.`, {
        cwe: "CWE-326",
      });
  };
}

/** Encrypts in a way that can be undone by others. */
export const weakCipher: Rule = {
  id: "weak-cipher",
  cwe: "CWE-327",
  calls: {
    ...each(
      "Crypto.Cipher.DES.new Crypto.Cipher.DES3.new Crypto.Cipher.ARC2.new Crypto.Cipher.ARC4.new Crypto.Cipher.Blowfish.new Crypto.Cipher.CAST.new Crypto.Cipher.XOR.new pyDes.des pyDes.triple_des rc4.rc4",
      tell,
    ),
    ...each(
      ["TripleDES", "ARC4", "Blowfish", "IDEA", "CAST5", "SEED", "RC2"]
        .flatMap((name) => [
          `cryptography.hazmat.primitives.ciphers.algorithms.${name}`,
          `cryptography.hazmat.decrepit.ciphers.algorithms.${name}`,
        ])
        .join(" "),
      tell,
    ),
    "cryptography.hazmat.primitives.ciphers.modes.ECB": (site, report) =>
      report(
        site.node,
        "error",
        "ECB mode encrypts equal blocks to equal blocks, so patterns in the data stay visible; use GCM.",
      ),
    ...each(
      "cryptography.hazmat.primitives.ciphers.modes.CBC cryptography.hazmat.primitives.ciphers.modes.CTR cryptography.hazmat.primitives.ciphers.modes.GCM",
      (site, report) => {
        if (isBytes(argument(site, 0, "initialization_vector", "nonce"))) tellConstantVector(site, report);
      },
    ),
    ...each(
      ["AESGCM", "AESCCM", "AESOCB3", "ChaCha20Poly1305"]
        .map((name) => `cryptography.hazmat.primitives.ciphers.aead.${name}().encrypt`)
        .join(" "),
      (site, report) => {
        if (isBytes(argument(site, 0, "nonce"))) tellConstantVector(site, report);
      },
    ),
    "Crypto.Cipher.AES.new": judgeAes,
    "Crypto.PublicKey.RSA.generate": judgeSize(0, "bits", 2048n),
    "Crypto.PublicKey.DSA.generate": judgeSize(0, "bits", 2048n),
    "cryptography.hazmat.primitives.asymmetric.rsa.generate_private_key": judgeSize(1, "key_size", 2048n),
    "cryptography.hazmat.primitives.asymmetric.dsa.generate_private_key": judgeSize(0, "key_size", 2048n),
    ...each(
      ["SECP192R1", "SECT163K1", "SECT163R2", "SECT233K1", "SECT233R1", "BrainpoolP160R1"]
        .map((curve) => `cryptography.hazmat.primitives.asymmetric.ec.${curve}`)
        .join(" "),
      (site, report) =>
        report(
          site.node,
          "error",
          `The curve ${site.path.split(".").at(-1)} is too small; use SECP256R1 or Ed25519.`,
          { cwe: "CWE-326" },
        ),
    ),
    "rsa.newkeys": judgeSize(0, "nbits", 2048n),
  },
};
