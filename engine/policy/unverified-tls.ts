import type { CallSite } from "../resolve/machine.ts";
import { commandLine, startingCalls } from "./command-text.ts";
import {
  each,
  isFalse,
  isNone,
  isTrue,
  keyword,
  mayBe,
  nameOf,
  textOf,
  type ReportFinding,
  type Rule,
} from "./rule.ts";

const why = "so anyone on the network path can read and change what is sent";
const advice = "leave verification on, and name your own authority with a CA file if you have one";

function tell(site: CallSite, report: ReportFinding, confidence: "high" | "medium" = "high"): void {
  report(site.node, "error", `${nameOf(site)} does not verify the server's certificate, ${why}; ${advice}.`, {
    confidence,
  });
}

const switches = [
  "verify",
  "verify_ssl",
  "ssl_verify",
  "verify_certs",
  "validate_certs",
  "check_hostname",
  "ssl_verify_cert",
  "verify_tls",
  "verify_cert",
];

function judgeKeywords(site: CallSite, report: ReportFinding): void {
  for (const name of switches) {
    if (!isFalse(keyword(site, name))) continue;
    const isHttp =
      /^(?:requests|httpx|aiohttp|urllib3|hvac|elasticsearch|opensearchpy|boto3|kubernetes|docker|consul|ldap3|pymongo|redis|tornado)\b|session|client|http|conn|\.(?:get|post|put|patch|delete|head|request|Client|AsyncClient)$/i.test(
        site.path,
      );
    if (isHttp && !/^jwt\.|^jose\.|\bjwt\b/.test(site.path))
      tell(site, report, name === "verify" ? "high" : "medium");
  }
  if (
    isFalse(keyword(site, "ssl")) &&
    /^aiohttp\b|session\.|\.(?:get|post|request|ws_connect)$/i.test(site.path) &&
    site.args.length > 0
  )
    tell(site, report, "medium");
  if (
    isTrue(keyword(site, "tlsAllowInvalidCertificates")) ||
    isTrue(keyword(site, "tlsInsecure")) ||
    isTrue(keyword(site, "disable_ssl_certificate_validation")) ||
    isTrue(keyword(site, "ssl_cert_reqs"))
  )
    tell(site, report);
  const needed = keyword(site, "cert_reqs") ?? keyword(site, "ssl_cert_reqs");
  if (needed && (mayBe(needed, "ssl.CERT_NONE") || ["CERT_NONE", "none"].includes(textOf(needed) ?? "")))
    tell(site, report);
}

const insecure =
  /\bcurl\b(?:(?!\bcurl\b)[^\n])*\s(?:-[sSfLvigOI]*k[sSfLvigOI]*|--insecure|--proxy-insecure)(?=\s|$)|\bwget\b(?:(?!\bwget\b)[^\n])*--no-check-certificate\b|\bhttp\.sslVerify[= ]+(?:false|0)\b|\bstrict-ssl[= ]+false\b/;

function judgeCommand(site: CallSite, report: ReportFinding): void {
  if (insecure.test(commandLine(site)))
    report(
      site.node,
      "error",
      `The command given to ${nameOf(site)} does not verify the server's certificate, ${why}; ${advice}.`,
    );
}

/** Accepts any certificate. */
export const unverifiedTls: Rule = {
  id: "unverified-tls",
  cwe: "CWE-295",
  calls: {
    ...each("ssl._create_unverified_context ssl._create_stdlib_context", (site, report) =>
      tell(site, report),
    ),
    "ssl.wrap_socket": (site, report) => {
      if (!keyword(site, "cert_reqs") || mayBe(keyword(site, "cert_reqs"), "ssl.CERT_NONE"))
        tell(site, report);
    },
    "aiohttp.TCPConnector": (site, report) => {
      if (isFalse(keyword(site, "ssl"))) tell(site, report);
    },
    ...each(startingCalls.join(" "), judgeCommand),
  },
  methods: {
    setopt: (site, report) => {
      const option =
        site.args[0]?.map((thing) => (thing.kind === "reference" ? thing.path : "")).join("") ?? "";
      if (/SSL_VERIFY(?:PEER|HOST)$/.test(option) && isFalse(site.args[1])) tell(site, report);
    },
    set_option: (site, report) => {
      const paths = site.args.flatMap((value) =>
        value.flatMap((thing) => (thing.kind === "reference" ? [thing.path] : [])),
      );
      if (
        paths.some((path) => path.endsWith("OPT_X_TLS_REQUIRE_CERT")) &&
        paths.some((path) => /OPT_X_TLS_(?:NEVER|ALLOW)$/.test(path))
      )
        tell(site, report);
    },
    set_verify: (site, report) => {
      if (mayBe(site.args[0], "OpenSSL.SSL.VERIFY_NONE")) tell(site, report);
    },
  },
  everyCall: (site, report) => {
    if (site.keywords.size > 0) judgeKeywords(site, report);
  },
  stores: {
    verify_mode: ({ node, value }, report) => {
      if (mayBe(value, "ssl.CERT_NONE"))
        report(node, "error", `With CERT_NONE no certificate is checked, ${why}; ${advice}.`);
    },
    check_hostname: ({ node, value, of }, report) => {
      if (isFalse(value) && of?.kind !== "class")
        report(
          node,
          "error",
          `Without check_hostname a certificate for any name is accepted, ${why}; ${advice}.`,
        );
    },
    verify: ({ node, of, value }, report) => {
      if (isFalse(value) && of?.kind === "reference" && /^(?:requests|httpx)\.|session|client/i.test(of.path))
        report(node, "error", `Certificates are not checked in this session, ${why}; ${advice}.`);
    },
    verify_ssl: ({ node, of, value }, report) => {
      if (isFalse(value) && of?.kind === "reference")
        report(node, "error", `Certificates are not checked, ${why}; ${advice}.`, { confidence: "medium" });
    },
    _create_default_https_context: ({ node, value }, report) => {
      if (
        mayBe(value, "ssl._create_unverified_context") ||
        isNone(value) ||
        value.some(({ kind }) => kind === "function")
      )
        report(
          node,
          "error",
          `Every HTTPS request of the program now accepts any certificate, ${why}; ${advice}.`,
        );
    },
    PYTHONHTTPSVERIFY: ({ node, value }, report) => {
      if (textOf(value) === "0")
        report(node, "error", `Certificates are not checked any more, ${why}; ${advice}.`);
    },
  },
};
