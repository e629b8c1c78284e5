import type { CallSite } from "../resolve/machine.ts";
import { pathsOf, type PossibleValues } from "../resolve/value.ts";
import { argument, each, textOf, type ReportFinding, type Rule } from "./rule.ts";

const old =
  /(?:PROTOCOL_SSLv[23]|PROTOCOL_TLSv1(?:_1)?|TLSVersion\.(?:SSLv3|TLSv1|TLSv1_1|MINIMUM_SUPPORTED)|SSLv[23]_METHOD|TLSv1(?:_1)?_METHOD)$/;
const weakCiphers =
  /(?:^|[:,+ ])(?!!)(?:NULL|aNULL|eNULL|EXPORT|EXP|LOW|RC4|DES|3DES|MD5|ADH|AECDH|ALL|COMPLEMENTOFALL)(?:$|[:,+ ])|@SECLEVEL=0/;
const message =
  "This allows versions of TLS that attackers can break; use ssl.create_default_context(), which asks for TLS 1.2 or newer.";

function isOld(value: PossibleValues | undefined): boolean {
  return value !== undefined && pathsOf(value).some((path) => old.test(path));
}

function judge(site: CallSite, report: ReportFinding): void {
  if ([...site.args, ...site.keywords.values()].some(isOld)) report(site.node, "error", message);
}

/** Allows versions of TLS that are broken. */
export const oldTls: Rule = {
  id: "old-tls",
  cwe: "CWE-327",
  calls: each(
    "ssl.SSLContext ssl.wrap_socket ssl.get_server_certificate OpenSSL.SSL.Context ssl._create_unverified_context eventlet.wrap_ssl",
    judge,
  ),
  everyCall: (site, report) => {
    if (
      site.keywords.size > 0 &&
      (isOld(site.keywords.get("ssl_version")) || isOld(site.keywords.get("method")))
    )
      report(site.node, "error", message);
  },
  methods: {
    set_ciphers: (site, report) => {
      const ciphers = textOf(argument(site, 0));
      if (ciphers !== undefined && weakCiphers.test(ciphers.replaceAll(/![\w+]+/g, "")))
        report(
          site.node,
          /NULL|EXP|RC4|ADH/.test(ciphers) ? "error" : "warning",
          "The list of ciphers holds some that can be broken; leave it out, the default is good.",
          { confidence: "medium" },
        );
    },
  },
  stores: {
    minimum_version: ({ node, value }, report) => {
      if (isOld(value)) report(node, "error", message);
    },
    maximum_version: ({ node, value }, report) => {
      if (isOld(value)) report(node, "error", message);
    },
  },
};
