import { mayRun } from "../resolve/module-members.ts";
import { isPower, isPowerName } from "../resolve/power-names.ts";
import { isPowerfulModule } from "../resolve/powers.ts";
import { isFrom } from "../resolve/taint.ts";
import type { CallSite } from "../resolve/machine.ts";
import { findLost } from "./lost-powers.ts";
import { isTrue, keyword, nameOf, type ReportFinding, type Rule } from "./rule.ts";

const powerful =
  /^(builtins|os|subprocess|pty|posix|ctypes\.\w+|runpy|commands)(?:\.([^{}]*)\{\?\}|\.__dict__\[\])$/;
const own = /^builtins\.globals\(\)\[\]$/;

const advice = "call the function you mean by its name";

/** Everything that is loaded or alive, as one searches it for a function without naming its module. */
const everything =
  /^(?:sys\.modules\b|gc\.get_\w+\(\)|inspect\.\w+\(\))|\b(?:f_locals|f_globals|f_builtins|__globals__|cell_contents)\b/;

/** An element, an answer, or an attribute that keeps what an object was made with. */
const held =
  /(?:[\])]|\.(?:default|value|func|obj|object|contents|result|callback|fget|wrapped|__wrapped__|__func__))$/;
/** An object by its address. */
const byAddress = /^ctypes\.(?:cast|py_object)\(\)?.*\.(?:value|contents)$|^_ctypes\.PyObj_FromPtr\(\)$/;
/** Names that nothing but `os` and `subprocess` has. */
const unmistakable =
  /^\?.*\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|getoutput|getstatusoutput)$/;

function judgeFound(site: CallSite, report: ReportFinding): void {
  const { path } = site;
  if (isPower(path)) return;
  const name = path.slice(path.lastIndexOf(".") + 1);
  const isMade = isFrom([site.callee], "powers");
  const isItself = (isMade || path.startsWith("gc.get_")) && held.test(path);
  if (
    isItself ||
    byAddress.test(path) ||
    (isMade && name === "{?}") ||
    ((isMade || everything.test(path)) && isPowerName(name))
  )
    report(
      site.node,
      "error",
      `What is called here was searched for in a module that runs programs or code, or among everything that is loaded; ${advice}.`,
      { confidence: "medium" },
    );
  else if (unmistakable.test(path) && site.args.length > 0)
    report(
      site.node,
      "warning",
      `${name} is called on something that the source does not show, and by its name it runs a program; ${advice}.`,
      { confidence: "medium" },
    );
}

/** Calls a function of a powerful module by a name that the text does not decide, or gives one to what is not followed. */
export const unknownTarget: Rule = {
  id: "unknown-target",
  cwe: "CWE-470",
  methods: {
    register_instance: (site, report) => {
      const isModule = site.args[0]?.some(isPowerfulModule) === true;
      if (isModule || isTrue(keyword(site, "allow_dotted_names")) || isTrue(site.args[1]))
        report(
          site.node,
          "error",
          "Callers can reach any function of the program through the attributes of this object; register the functions you mean.",
        );
    },
  },
  everyCall: (site, report) => {
    judgeFound(site, report);
    if (!site.path.endsWith("}") && !site.path.endsWith("]")) return;
    const [, module, start = ""] = powerful.exec(site.path) ?? [];
    if (module !== undefined && mayRun(module, start)) {
      report(
        site.node,
        "error",
        `A function of ${module} is called by a name that the source does not decide, so it may be any, including those that run code; choose from a table of allowed functions.`,
        { confidence: "medium" },
      );
    } else if ((own.test(site.path) || site.path.endsWith(".{?}")) && isFrom([site.callee], "web", "network"))
      report(
        site.node,
        "error",
        `Input from outside chooses the function that is called here (${nameOf(site)}); choose from a table of allowed functions.`,
        { confidence: "medium" },
      );
  },
  finish: (facts, report) => {
    for (const { node, path, to } of facts.escapes)
      report(
        node,
        "error",
        `${path.replace(/^builtins\./, "")} is passed to ${to}, which may call it with anything; ${advice}.`,
        { confidence: "medium" },
      );
    for (const { node, callee } of facts.blind)
      if (isFrom([callee], "powers"))
        report(
          node,
          "error",
          `What is called here was taken from a module that runs programs or code; ${advice}.`,
          {
            confidence: "medium",
          },
        );
    for (const { node, path } of findLost(facts))
      report(
        node,
        "error",
        `${path.replace(/^builtins\./, "")} is passed on here in a way that hides who calls it, and with what; ${advice}.`,
        { confidence: "medium" },
      );
  },
};
