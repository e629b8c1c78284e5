import type { CallSite } from "../resolve/machine.ts";
import { onlyItems, type PossibleValues } from "../resolve/value.ts";
import { argument, each, keyword, nameOf, textOf, type ReportFinding, type Rule } from "./rule.ts";

const everywhere = new Set(["0.0.0.0", "", "::", "[::]", "0"]);

function tell(site: CallSite, report: ReportFinding): void {
  report(
    site.node,
    "warning",
    `${nameOf(site)} listens on every network the machine is in, not only to itself; bind 127.0.0.1, or the one address you mean.`,
    { confidence: "medium" },
  );
}

function judgeAddress(address: PossibleValues | undefined, site: CallSite, report: ReportFinding): void {
  const host = address && address[0]?.kind === "tuple" ? onlyItems(address)?.[0] : undefined;
  const name = textOf(host);
  if (name !== undefined && everywhere.has(name)) tell(site, report);
}

function judgeHost(host: PossibleValues | undefined, site: CallSite, report: ReportFinding): void {
  const name = textOf(host);
  if (name !== undefined && name !== "" && everywhere.has(name)) tell(site, report);
}

/** Listens on all interfaces. */
export const openBinding: Rule = {
  id: "open-binding",
  cwe: "CWE-605",
  methods: {
    bind: (site, report) => judgeAddress(argument(site, 0), site, report),
    run: (site, report) => judgeHost(keyword(site, "host"), site, report),
    run_server: (site, report) => judgeHost(keyword(site, "host"), site, report),
    listen: (site, report) => judgeAddress(argument(site, 0), site, report),
  },
  calls: {
    ...each(
      "http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.ThreadingTCPServer socketserver.UDPServer wsgiref.simple_server.WSGIServer xmlrpc.server.SimpleXMLRPCServer socket.create_server debugpy.listen",
      (site, report) => judgeAddress(argument(site, 0), site, report),
    ),
    ...each("uvicorn.run waitress.serve hypercorn.run bottle.run aiohttp.web.run_app", (site, report) =>
      judgeHost(keyword(site, "host"), site, report),
    ),
    ...each("asyncio.start_server", (site, report) => judgeHost(argument(site, 1, "host"), site, report)),
    ...each("wsgiref.simple_server.make_server werkzeug.serving.run_simple", (site, report) =>
      judgeHost(argument(site, 0, "hostname", "host"), site, report),
    ),
  },
};
