import type { CallSite } from "../resolve/machine.ts";
import { each, isTrue, keyword, nameOf, receiverOf, type ReportFinding, type Rule } from "./rule.ts";

const message =
  "The debugger of this server lets every visitor run code on it once an error is shown; leave debug off outside your own machine.";

function judge(site: CallSite, report: ReportFinding): void {
  // Flask and Quart take it third, after the host and the port.
  const third = /^(?:flask|quart)\b|(?:^|[.:_])app(?:\(\))?$/i.test(receiverOf(site.path))
    ? site.args[2]
    : undefined;
  if (
    isTrue(keyword(site, "debug") ?? third) &&
    (/^(?:flask|quart|bottle|dash)\b|(?:^|[.:_])(?:app|application|server|webapp|api)(?:\(\))?$/i.test(
      receiverOf(site.path),
    ) ||
      /^bottle\.run$/.test(site.path))
  )
    report(site.node, "error", message);
}

/** Starts a server with its debugger open. */
export const debugServer: Rule = {
  id: "debug-server",
  cwe: "CWE-489",
  methods: { run: judge, run_server: judge },
  calls: {
    "werkzeug.serving.run_simple": (site, report) => {
      if (isTrue(keyword(site, "use_debugger")) || isTrue(keyword(site, "use_evalex")))
        report(site.node, "error", message);
    },
    ...each("werkzeug.debug.DebuggedApplication", (site, report) => {
      if (isTrue(keyword(site, "evalex")) || isTrue(site.args[1])) report(site.node, "error", message);
    }),
    ...each(
      "rpdb.set_trace remote_pdb.set_trace web_pdb.set_trace remote_pdb.RemotePdb pudb.remote.set_trace",
      (site, report) =>
        report(site.node, "error", `${nameOf(site)} opens a debugger to the network; remove it.`, {
          confidence: "medium",
        }),
    ),
    "bottle.debug": (site, report) => {
      if (site.args.length === 0 || isTrue(site.args[0]))
        report(site.node, "warning", message, { confidence: "medium" });
    },
  },
  stores: {
    debug: ({ node, of, value }, report) => {
      if (isTrue(value) && of?.kind === "reference" && /^(?:flask\.Flask|quart\.Quart)\(\)$/.test(of.path))
        report(node, "error", message);
    },
    DEBUG: ({ node, of, value }, report) => {
      if (isTrue(value) && of?.kind === "reference" && /^flask\.Flask\(\)\.config$/.test(of.path))
        report(node, "error", message);
    },
  },
};
