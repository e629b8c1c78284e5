import type { CallSite } from "../resolve/machine.ts";
import { skeletonsOf } from "../resolve/mixed.ts";
import { argument, each, keyword, nameOf, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";

function tell(instead: string) {
  return (site: CallSite, report: ReportFinding): void =>
    report(
      site.node,
      "warning",
      `${nameOf(site)} sends everything, passwords included, where anyone on the way can read it; use ${instead}.`,
    );
}

const near =
  /^http:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|\0|[\w-]+(?::\d+)?(?:\/|$)|[\w.-]*\.(?:local|internal|test|example)(?=[:/]|$))/;

/** A password over plain HTTP. */
function judgeHttp(site: CallSite, report: ReportFinding): void {
  const url = argument(site, 0, "url");
  const isPlain = url && skeletonsOf(url).some((text) => text.startsWith("http://") && !near.test(text));
  if (isPlain && (keyword(site, "auth") || /password|token|login/i.test(skeletonsOf(url).join(" "))))
    report(
      site.node,
      "warning",
      `${nameOf(site)} sends a password over plain HTTP, where anyone on the way can read it; use https.`,
      { confidence: "medium" },
    );
}

/** Mail and directory sessions that log in before they are encrypted. */
function finish({ calls }: PolicyFacts, report: ReportFinding): void {
  const has = (path: string): boolean => calls.has(path);
  for (const [open, protect, instead] of [
    ["smtplib.SMTP", "starttls", "starttls() before login, or SMTP_SSL"],
    ["imaplib.IMAP4", "starttls", "IMAP4_SSL"],
    ["poplib.POP3", "stls", "POP3_SSL"],
  ] as const) {
    if (has(`${open}().${protect}`)) continue;
    for (const name of ["login", "pass_", "user"])
      for (const site of calls.get(`${open}().${name}`) ?? []) tell(instead)(site, report);
  }
}

/** Speaks a protocol without encryption. */
export const cleartextProtocol: Rule = {
  id: "cleartext-protocol",
  cwe: "CWE-319",
  calls: {
    ...each("telnetlib.Telnet telnetlib3.open_connection", tell("SSH")),
    ...each("ftplib.FTP", tell("FTP_TLS or SFTP")),
    ...each("nntplib.NNTP", tell("NNTP_SSL")),
    ...each("imaplib.IMAP4 poplib.POP3", (site, report) => {
      if (site.path === "poplib.POP3") tell("POP3_SSL")(site, report);
    }),
    ...each(
      "requests.get requests.post requests.put requests.request httpx.get httpx.post urllib.request.urlopen",
      judgeHttp,
    ),
  },
  finish,
};
