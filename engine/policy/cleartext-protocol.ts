import type { CallSite } from "../resolve/machine.ts";
import { skeletonsOf } from "../resolve/mixed.ts";
import type { PossibleValues } from "../resolve/value.ts";
import { argument, each, keyword, nameOf, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";

function tell(instead: string, severity: "error" | "warning" = "warning") {
  return (site: CallSite, report: ReportFinding): void =>
    report(
      site.node,
      severity,
      `${nameOf(site)} sends everything, passwords included, where anyone on the network path can read it; use ${instead}.`,
    );
}

const near =
  /^http:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|\0|[\w-]+(?::\d+)?(?:\/|$)|[\w.-]*\.(?:local|internal|test|example)(?=[:/]|$))/;

/** Whether a form or a document that is sent has a password in it. */
function holdsPassword(sent: PossibleValues | undefined): boolean {
  const [dict] = sent ?? [];
  return (
    dict?.kind === "dict" &&
    dict.entries.keys().some((key) => /^str:(?:password|passwd|pwd|api_?key|token|secret)$/i.test(key))
  );
}

/** A password over plain HTTP. */
function judgeHttp(site: CallSite, report: ReportFinding): void {
  const url = argument(site, 0, "url");
  const isPlain = url && skeletonsOf(url).some((text) => text.startsWith("http://") && !near.test(text));
  const isSent =
    keyword(site, "auth") !== undefined ||
    holdsPassword(argument(site, 1, "data", "json")) ||
    holdsPassword(keyword(site, "json"));
  if (isPlain && (isSent || /password|token|login/i.test(skeletonsOf(url).join(" "))))
    report(
      site.node,
      isSent ? "error" : "warning",
      `${nameOf(site)} sends a password over plain HTTP, where anyone on the network path can read it; use https.`,
      { confidence: "medium" },
    );
}

/** SNMP says a password in clear text before version 3, and from there on unless both of its keys are given. */
function judgeSnmp(site: CallSite, report: ReportFinding): void {
  if (!site.path.startsWith("pysnmp.")) return;
  const keys = argument(site, 2, "privKey") ?? keyword(site, "privProtocol");
  if (site.path.endsWith(".UsmUserData") ? keys === undefined && !site.isOpen : isOldSnmp(site))
    tell("SNMP version 3 with authKey and privKey")(site, report);
}

function isOldSnmp(site: CallSite): boolean {
  const model = argument(site, 2, "mpModel");
  return model?.every((thing) => thing.kind === "int" && thing.value < 2n) === true;
}

/** Mail and directory sessions that log in before they are encrypted. */
function finish({ tree, calls }: PolicyFacts, report: ReportFinding): void {
  const has = (path: string): boolean => calls.has(path);
  for (const [open, protect, instead] of [
    ["smtplib.SMTP", "starttls", "starttls() before login, or SMTP_SSL"],
    ["imaplib.IMAP4", "starttls", "IMAP4_SSL"],
    ["poplib.POP3", "stls", "POP3_SSL"],
  ] as const) {
    if (has(`${open}().${protect}`)) continue;
    for (const name of ["login", "pass_", "user"])
      for (const site of calls.get(`${open}().${name}`) ?? []) tell(instead, "error")(site, report);
  }
  // Anonymous visitors have no password to lose.
  for (const site of calls.get("ftplib.FTP().login") ?? [])
    if (site.args.length + site.keywords.size > 1) tell("FTP_TLS or SFTP", "error")(site, report);
  for (const site of calls.get("telnetlib.Telnet().write") ?? [])
    if (/password|passwd|pwd/i.test(tree.text.slice(site.node.start, site.node.end)))
      tell("SSH", "error")(site, report);
}

/** Speaks a protocol without encryption. */
export const cleartextProtocol: Rule = {
  id: "cleartext-protocol",
  cwe: "CWE-319",
  calls: {
    ...each("telnetlib.Telnet telnetlib3.open_connection", tell("SSH")),
    "ftplib.FTP": (site, report) =>
      tell("FTP_TLS or SFTP", site.args.length > 2 || site.keywords.has("passwd") ? "error" : "warning")(
        site,
        report,
      ),
    "nntplib.NNTP": tell("NNTP_SSL"),
    "poplib.POP3": tell("POP3_SSL"),
    ...each(
      "requests.get requests.post requests.put requests.request httpx.get httpx.post urllib.request.urlopen",
      judgeHttp,
    ),
  },
  methods: each("CommunityData UsmUserData", judgeSnmp),
  finish,
};
