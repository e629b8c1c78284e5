import type { CallSite } from "../resolve/machine.ts";
import { prefixOf } from "../resolve/mixed.ts";
import { isFrom, taints } from "../resolve/taint.ts";
import type { PossibleValues, AbstractValue } from "../resolve/value.ts";
import { argument, each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

/** Whether the text decides the host, whatever follows. */
function hasHost(value: PossibleValues): boolean {
  return value.every(
    (thing) => /^(?:https?:\/\/[^/\0]+\/|\/(?!\/))/.test(prefixOf(thing)) || isBelowOwnAddress(thing),
  );
}

/** `f"{API_URL}/items/{number}"`: an address that is not of the request, and what follows its host. */
function isBelowOwnAddress(thing: AbstractValue): boolean {
  if (thing.kind !== "mixed") return false;
  let hasBase = false;
  for (const piece of thing.pieces) {
    if (typeof piece === "string") {
      if (hasBase && /[/?#]/.test(piece)) return true;
    } else if ((piece.taint & (taints.web | taints.escaped)) !== 0) return false;
    else hasBase = true;
  }
  return false;
}

function judge(position: number) {
  return (site: CallSite, report: ReportFinding): void => {
    const url = argument(site, position, "url", "fullurl");
    if (url && isFrom(url, "web", "escaped") && !hasHost(url))
      report(
        site.node,
        "error",
        `${nameOf(site)} sends a request to an address that its caller chooses, so it can reach internal services; check the host against a list first.`,
        { confidence: "medium" },
      );
  };
}

/** Back to where the request itself went. */
const samePlace =
  /(?:^|[.:])(?:request|req)\.(?:path|path_info|full_path|get_full_path\(\)|build_absolute_uri\(\)|url|base_url)$/;

function judgeRedirect(site: CallSite, report: ReportFinding): void {
  const url = argument(site, 0, "location", "url", "redirect_to", "to")?.filter(
    (thing) => thing.kind !== "reference" || !samePlace.test(thing.path),
  );
  if (url && isFrom(url, "web", "escaped") && !hasHost(url))
    report(
      site.node,
      "error",
      `${nameOf(site)} redirects the visitor to any address the request names, which helps phishing; redirect only to your own paths.`,
      { confidence: "medium", cwe: "CWE-601" },
    );
}

/** Lets a request choose where the server, or the visitor, goes. */
export const requestForgery: Rule = {
  id: "request-forgery",
  cwe: "CWE-918",
  calls: {
    ...each(
      "requests.get requests.post requests.put requests.delete requests.head requests.patch httpx.get httpx.post httpx.put urllib.request.urlopen urllib.request.Request urllib.request.urlretrieve urllib.urlopen urllib2.urlopen aiohttp.ClientSession().get aiohttp.ClientSession().post requests.Session().get requests.Session().post httpx.AsyncClient().get httpx.Client().get",
      judge(0),
    ),
    ...each(
      "requests.request httpx.request urllib3.PoolManager().request requests.Session().request",
      judge(1),
    ),
    ...each(
      `flask.redirect quart.redirect bottle.redirect sanic.response.redirect redirect
      django.shortcuts.redirect django.http.HttpResponseRedirect django.http.HttpResponsePermanentRedirect HttpResponseRedirect
      starlette.responses.RedirectResponse fastapi.responses.RedirectResponse RedirectResponse
      aiohttp.web.HTTPFound aiohttp.web.HTTPSeeOther aiohttp.web.HTTPMovedPermanently aiohttp.web.HTTPTemporaryRedirect
      aiohttp.web.HTTPPermanentRedirect pyramid.httpexceptions.HTTPFound pyramid.httpexceptions.HTTPSeeOther`,
      judgeRedirect,
    ),
  },
  methods: {
    // Of Tornado's handlers.
    redirect: (site, report) => {
      if (/^(?:param:)?self\.redirect$/.test(site.path)) judgeRedirect(site, report);
    },
  },
};
