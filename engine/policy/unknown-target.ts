import { mayRun } from "../resolve/module-members.ts";
import { isFrom } from "../resolve/taint.ts";
import { isTrue, keyword, nameOf, type Rule } from "./rule.ts";

const powerful =
  /^(builtins|os|subprocess|pty|posix|ctypes\.\w+|runpy|commands)(?:\.([^{}]*)\{\?\}|\.__dict__\[\])$/;
const own = /^builtins\.globals\(\)\[\]$/;

/** Calls a function of a powerful module by a name that the text does not decide. */
export const unknownTarget: Rule = {
  id: "unknown-target",
  cwe: "CWE-470",
  methods: {
    register_instance: (site, report) => {
      if (isTrue(keyword(site, "allow_dotted_names")) || isTrue(site.args[1]))
        report(
          site.node,
          "error",
          "Callers can reach any function of the program through the attributes of this object; register the functions you mean.",
        );
    },
  },
  everyCall: (site, report) => {
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
};
