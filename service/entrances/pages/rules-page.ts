import { Fault } from "../../../parts/faults.ts";
import { escapeHtml, withCode } from "./frame/assets.ts";
import { findIn, readBook } from "./frame/book.ts";
import { fillForDeployment } from "./frame/deployment-values.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";
import type { Parts } from "../../parts.ts";
import { knownRules, rulesRoute } from "../api/rules.ts";

export const rulesPage: Route = pageRoute({
  path: "/rules",
  summary: "Every rule, for people",
  isDocument: true,
  jsonRoute: rulesRoute,
  content: () => ({
    title: "Assay: rules",
    description: "Every rule that Assay checks.",
    section: "/rules",
    main: `<h1>Rules</h1>
<p class="soft">Our own rules. ruff and mypy take part too: <a href="/v1/rules">/v1/rules</a> lists which of their rules.</p>
<div class="table" tabindex="0" role="group" aria-label="Rules"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Severity</th><th scope="col">Finds</th></tr></thead>
<tbody>
${knownRules().own.map(toRow).join("\n")}
</tbody></table></div>`,
  }),
});

function toRow({ rule, severity, finds }: ReturnType<typeof knownRules>["own"][number]): string {
  return `<tr><th scope="row"><a href="/rules/${rule}">${rule}</a></th><td>${severityOf(severity)}</td><td>${withCode(finds)}</td></tr>`;
}

function severityOf(severity: string | undefined): string {
  return severity === undefined
    ? '<span class="soft">depends</span>'
    : `<span class="badge ${severity}">${severity}</span>`;
}

export const rulePage: Route = pageRoute({
  path: "/rules/{id}",
  summary: "A rule with its examples",
  isDocument: true,
  refusals: ["not_found"],
  content: (parts, { pathPiece }) => {
    const rule = pathPiece("id");
    const main = ownRule(rule, parts) ?? toolRule(rule);
    if (main === undefined) throw new Fault("not_found");
    return {
      title: `Assay: ${rule}`,
      description: `What ${rule} means.`,
      section: "/rules",
      look: "narrow",
      scripts: ["docs.js"],
      main: `${main}\n<p><a href="/rules">All rules</a></p>`,
    };
  },
});

/** One of ours: its page where it has one, otherwise its line of the list. */
function ownRule(rule: string, parts: Parts): string | undefined {
  const known = knownRules().own.find((one) => one.rule === rule);
  const page = findIn(readBook().rules, rule);
  if (!known) return undefined;
  const facts = `<p>${severityOf(known.severity)} ${known.cwe ? `<span class="soft">${known.cwe}</span>` : ""}</p>`;
  const body = page
    ? fillForDeployment(page.html, parts).replace(/<h1(?:(?!<h1)[^])*?<\/h1>/, "")
    : `<p>${withCode(known.finds)}</p>`;
  return `<h1><code>${rule}</code></h1>\n${facts}\n${body}`;
}

/** Where the rules of others are explained. */
const manuals: Readonly<Record<string, Readonly<{ name: string; toUrl: (code: string) => string }>>> = {
  ruff: { name: "ruff", toUrl: (code) => `https://docs.astral.sh/ruff/rules/#${code}` },
  mypy: { name: "mypy", toUrl: () => "https://mypy.readthedocs.io/en/stable/error_code_list.html" },
};

function toolRule(rule: string): string | undefined {
  const [tool = "", code = ""] = rule.split(":");
  const manual = findIn(manuals, tool);
  const said = manual
    ? `This is a rule of ${manual.name}. <a href="${escapeHtml(manual.toUrl(code))}">Its manual explains it</a>.`
    : findIn(reported, rule);
  return said === undefined || !/^[\w-]+(?::[\w-]+)?$/.test(rule)
    ? undefined
    : `<h1><code>${escapeHtml(rule)}</code></h1>\n<p>${said}</p>`;
}

/** What running or repairing a program reports; these have no check of their own. */
const reported: Readonly<Record<string, string>> = {
  "python:example-mismatch": "An example gave another result than expected. The message says which.",
  "python:no-example":
    "<code>options.examples</code> holds nothing that can be run. Write assertions, doctest lines or functions named <code>test_*</code>.",
  "python:weak-example":
    "An example holds by what the code itself decided, such as a comparison of its own objects. Compare a plain value that the code returns with one you write out.",
  "python:no-output":
    "A file of <code>options.outputs</code> is not given back. The message says which, and why: it was not written, is a folder or a link, or is too long.",
  "python:uncaught-exception": "The program ended with an exception.",
  "python:missing-package":
    "The program imports a package that the sandbox does not have. <code>/v1/info</code> lists those it has.",
  "python:timeout": "The program was stopped at its time limit (<code>options.timeout_s</code>).",
  "pytest:failed": "A test failed (<code>options.pytest</code>). The message says which, and why.",
  "pytest:unfinished": "The tests were stopped, or ended the interpreter, before all of them had run.",
  "pytest:no-tests": "<code>options.pytest</code> is set, and no file is named <code>test_*.py</code>.",
  "pytest:not-installed":
    "The sandbox of this deployment does not have pytest. Its operator can add it with <code>SANDBOX_PACKAGES</code>.",
  "python:ambiguous-fix":
    "The fix passes every example, and its confidence is below 0.9 or no example of yours asks for it. Add an example to confirm it.",
  "python:unfinished-repair":
    "The repair was stopped before it had tried every fix, since the code takes long to check or the machine is busy. Send fewer files, or shorter ones.",
  "python:refuted-type-error": "mypy reported a type error; running the code showed that it does not occur.",
  "expected-output": "The program printed something else than <code>options.expected_output</code>.",
};
