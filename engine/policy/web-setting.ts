import type { CallSite } from "../resolve/machine.ts";
import { onlyItems, type PossibleValues } from "../resolve/value.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import type { PolicyFacts, ReportFinding, Rule } from "./rule.ts";
import { argument, each, isFalse, isTrue, keyword, nameOf, textOf } from "./rule.ts";
import { isText, isTruthValue } from "../tree/constants.ts";

const offSwitches: Readonly<Record<string, string>> = {
  WTF_CSRF_ENABLED: "Forms are not protected against requests from other sites",
  WTF_CSRF_CHECK_DEFAULT: "Forms are not protected against requests from other sites",
  SESSION_COOKIE_SECURE: "The session cookie is also sent over plain HTTP",
  SESSION_COOKIE_HTTPONLY: "Scripts can read the session cookie",
  CSRF_COOKIE_SECURE: "The cookie against forged requests is also sent over plain HTTP",
};

function isEverything(value: PossibleValues | undefined): boolean {
  return textOf(value) === "*" || onlyItems(value)?.some((one) => textOf(one) === "*") === true;
}

function judgeCookie(site: CallSite, report: ReportFinding): void {
  const name = textOf(argument(site, 0, "key")) ?? "";
  const isSecret = /session|token|auth|sid|jwt|csrf/i.test(name);
  if (isFalse(keyword(site, "secure")) || isFalse(keyword(site, "httponly")))
    report(
      site.node,
      isSecret ? "error" : "warning",
      `${nameOf(site)} sets a cookie that scripts or plain HTTP can give away; pass secure=True, httponly=True.`,
      { confidence: "medium", cwe: "CWE-614" },
    );
  else if (isSecret && !site.isOpen && (!keyword(site, "secure") || !keyword(site, "httponly")))
    report(
      site.node,
      "warning",
      `The cookie ${name} can be read by scripts or over plain HTTP; pass secure=True, httponly=True.`,
      { confidence: "medium", cwe: "CWE-614" },
    );
}

function judgeCors(site: CallSite, report: ReportFinding): void {
  const origins = keyword(site, "origins") ?? keyword(site, "allow_origins") ?? keyword(site, "resources");
  const credentials = keyword(site, "supports_credentials") ?? keyword(site, "allow_credentials");
  if (isEverything(origins) && isTrue(credentials))
    report(
      site.node,
      "error",
      "Every site may send requests with the visitor's cookies and read the answers; list the origins you mean.",
      { confidence: "medium", cwe: "CWE-942" },
    );
}

/** Settings of a development machine or of the tests. */
function isForTests(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === "ClassDef" || at.kind === "FunctionDef") return /test|dev|local|debug/i.test(at.name);
  return false;
}

function judgeConfiguration(site: CallSite, report: ReportFinding): void {
  if (!/config(?:\(\))?\.(?:update|from_mapping)$/.test(site.path)) return;
  for (const [name, what] of Object.entries(offSwitches))
    if (isFalse(keyword(site, name)))
      report(site.node, "error", `${what}; leave ${name} on.`, { confidence: "medium" });
}

function isBool(node: Expression, value: boolean): boolean {
  return isTruthValue(node, value);
}

/** Django's settings are a module of names; a lone DEBUG may belong to anything. */
function finish({ tree }: PolicyFacts, report: ReportFinding): void {
  const settings = new Map<string, (typeof tree.module.body)[number]>();
  for (const statement of tree.module.body)
    if (statement.kind === "Assign" && statement.targets[0]?.kind === "Name")
      settings.set(statement.targets[0].id, statement);
  if (
    !settings.has("INSTALLED_APPS") &&
    !settings.has("MIDDLEWARE") &&
    !settings.has("ROOT_URLCONF") &&
    !settings.has("ALLOWED_HOSTS")
  )
    return;
  for (const [name, what] of Object.entries(offSwitches)) {
    const setting = settings.get(name);
    if (setting?.kind === "Assign" && isBool(setting.value, false))
      report(setting, "error", `${what}; leave ${name} on.`, { confidence: "medium" });
  }
  const debug = settings.get("DEBUG");
  const isDebugging = debug?.kind === "Assign" && isBool(debug.value, true);
  if (isDebugging)
    report(
      debug,
      "warning",
      "With DEBUG on, every error page shows settings and code to the visitor; read it from the environment, off by default.",
      { confidence: "medium", cwe: "CWE-489" },
    );
  const hosts = settings.get("ALLOWED_HOSTS");
  if (
    hosts?.kind === "Assign" &&
    hosts.value.kind === "List" &&
    hosts.value.elts.some((host) => isText(host) && host.value.value === "*")
  )
    report(
      hosts,
      isDebugging ? "error" : "warning",
      "Any host name is accepted, so links in e-mails can be made to point elsewhere; list your own names.",
      { confidence: "medium" },
    );
}

/** Switches off what protects a site's visitors. */
export const webSetting: Rule = {
  id: "web-setting",
  cwe: "CWE-352",
  methods: { set_cookie: judgeCookie, ...each("update from_mapping", judgeConfiguration) },
  calls: {
    ...each(
      "flask_cors.CORS fastapi.middleware.cors.CORSMiddleware starlette.middleware.cors.CORSMiddleware CORS",
      judgeCors,
    ),
    ...each("wsgiref.handlers.CGIHandler twisted.web.twcgi.CGIScript", (site, report) =>
      report(
        site.node,
        "warning",
        "Under CGI a request's Proxy header becomes the HTTP_PROXY of this program, and sends its requests elsewhere; serve it with WSGI.",
        { confidence: "medium", cwe: "CWE-807" },
      ),
    ),
    ...each("django.views.decorators.csrf.csrf_exempt", (site, report) =>
      report(
        site.node,
        "warning",
        "This view takes requests that other sites send in the visitor's name; leave the check on, or authenticate with a token.",
        { confidence: "medium" },
      ),
    ),
  },
  everyCall: (site, report) => {
    if (site.path.endsWith(".add_middleware")) judgeCors(site, report);
  },
  stores: Object.fromEntries(
    Object.entries(offSwitches).map(([name, what]) => [
      name,
      ({ node, value }, report) => {
        if (isFalse(value))
          report(node, isForTests(node) ? "warning" : "error", `${what}; leave ${name} on.`, {
            confidence: "medium",
          });
      },
    ]),
  ),
  finish,
};
