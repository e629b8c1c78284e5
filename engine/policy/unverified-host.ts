import type { CallSite } from "../resolve/machine.ts";
import { pathsOf } from "../resolve/value.ts";
import { commandLine, startingCalls } from "./command-text.ts";
import { argument, each, isNone, keyword, nameOf, type ReportFinding, type Rule } from "./rule.ts";

const advice = "load the host keys you know and refuse others";

function tell(site: CallSite, report: ReportFinding): void {
  report(
    site.node,
    "error",
    `${nameOf(site)} accepts any host key, so anyone on the network path can impersonate the server; ${advice}.`,
  );
}

function judgeCommand(site: CallSite, report: ReportFinding): void {
  const line = commandLine(site);
  if (/StrictHostKeyChecking[= ](?:no|off)\b/i.test(line))
    report(
      site.node,
      "error",
      `ssh accepts any host key, so anyone on the network path can impersonate the server; ${advice}.`,
      { confidence: "medium" },
    );
}

/** Connects to any server that answers. */
export const unverifiedHost: Rule = {
  id: "unverified-host",
  cwe: "CWE-295",
  methods: {
    set_missing_host_key_policy: (site, report) => {
      const policy = argument(site, 0, "policy");
      if (policy && pathsOf(policy).some((path) => /(?:AutoAddPolicy|WarningPolicy)(?:\(\))?$/.test(path)))
        tell(site, report);
    },
  },
  calls: {
    ...each("asyncssh.connect", (site, report) => {
      if (isNone(keyword(site, "known_hosts"))) tell(site, report);
    }),
    ...each(startingCalls.join(" "), judgeCommand),
  },
  stores: {
    hostkeys: ({ node, value }, report) => {
      if (isNone(value))
        report(
          node,
          "error",
          `Without host keys anyone on the network path can impersonate the server; ${advice}.`,
        );
    },
  },
};
