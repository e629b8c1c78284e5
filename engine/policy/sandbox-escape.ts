import { isFrom } from "../resolve/taint.ts";
import type { AbstractValue } from "../resolve/value.ts";
import type { Node } from "../tree/nodes.ts";
import { mayBe, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";
import { isText } from "../tree/constants.ts";
import { isName } from "../tree/written-names.ts";

const message =
  "This goes from an ordinary object to every class or to another module's names, a common way out of a restricted environment; use what you need by its name.";

/** The attributes that were walked along in the text before this one. */
function stepsBefore(node: Node): string[] {
  const steps: string[] = [];
  let at: Node = node.kind === "Attribute" ? node.value : node;
  for (let count = 0; count < 40; count += 1) {
    if (at.kind === "Attribute") {
      steps.push(at.attr);
      at = at.value;
    } else if (at.kind === "Subscript") at = at.value;
    else if (at.kind === "Call") {
      if (isName(at.func, "getattr") && at.args[0]) at = at.args[0];
      else at = at.func;
    } else break;
  }
  return steps;
}

const climbing = new Set(["mro", "__class__", "__base__", "__bases__", "__mro__", "__subclasses__"]);

function judgeSubclasses(of: AbstractValue, node: Node, report: ReportFinding): void {
  const path = of.kind === "reference" ? of.path : "";
  const climbs = stepsBefore(node).filter((step) => climbing.has(step)).length;
  if (
    path === "builtins.object" ||
    climbs >= 2 ||
    (climbs > 0 && /(?:__base__|__bases__\[\]|__mro__\[\]|mro\(\)\[\])$/.test(path))
  )
    report(node, "error", message);
}

function judgeGlobals(of: AbstractValue, node: Node, report: ReportFinding): void {
  const path = of.kind === "reference" ? of.path : "";
  const steps = stepsBefore(node);
  const isClimbed =
    steps.includes("__init__") || steps.includes("__subclasses__") || steps.includes("__class__");
  if ((isClimbed && of.kind !== "function") || /__subclasses__/.test(path)) report(node, "error", message);
}

function judgeFrame(_: AbstractValue, node: Node, report: ReportFinding): void {
  const steps = stepsBefore(node);
  if (
    steps.some((step) => ["gi_frame", "cr_frame", "ag_frame", "tb_frame", "f_back"].includes(step)) &&
    node.kind === "Attribute" &&
    node.parent?.kind === "Subscript" &&
    !(
      node.parent.slice.kind === "Constant" &&
      /^__(?:name|file|doc|package)__$/.test(
        String("value" in node.parent.slice.value ? node.parent.slice.value.value : ""),
      )
    )
  )
    report(node, "error", message, { confidence: "medium" });
}

/** A field of a format string that walks from an object to the names of a module or to every class. */
const walkingField =
  /\{[^{}]{0,200}[.[]__(?:globals|subclasses|builtins|mro|bases|base|code)__[^{}]{0,200}\}/;
const walk =
  "This format string goes from its object to the names of a module, which may hold secrets; name the values you want to show.";

function judgeFormats({ tree }: PolicyFacts, report: ReportFinding): void {
  if (!/__(?:globals|subclasses|builtins|mro|bases|base|code)__/.test(tree.text)) return;
  for (const node of tree.nodes)
    if (isText(node) && node.parent?.kind !== "Expr" && walkingField.test(node.value.value))
      report(node, "error", walk, { confidence: "medium", cwe: "CWE-134" });
}

/** Idioms that leave a restricted environment. */
export const sandboxEscape: Rule = {
  id: "sandbox-escape",
  cwe: "CWE-693",
  attributes: {
    __subclasses__: judgeSubclasses,
    __globals__: judgeGlobals,
    f_globals: judgeFrame,
    f_builtins: judgeFrame,
    __builtins__: (of, node, report) => {
      const steps = stepsBefore(node);
      if (steps.includes("__globals__") || steps.includes("__init__") || of.kind === "function")
        report(node, "error", message);
    },
  },
  calls: {
    "builtins.type.__subclasses__": (site, report) => {
      if (mayBe(site.args[0], "builtins.object")) report(site.node, "error", message);
    },
    "gc.get_objects": (site, report) => {
      if (isFrom([site.callee], "indirect")) report(site.node, "error", message);
    },
  },
  methods: {
    format: (site, report) => {
      if (isFrom([site.callee], "web") && site.args.length + site.keywords.size > 0)
        report(
          site.node,
          "error",
          "A request chooses the format string, and its fields can reach the names of a module from these objects; keep the format constant.",
          { confidence: "medium", cwe: "CWE-134" },
        );
    },
  },
  made: (node, value, report) => {
    if (
      value.some(
        (thing) => thing.kind === "str" && thing.value.includes("__") && walkingField.test(thing.value),
      )
    )
      report(node, "error", walk, { confidence: "medium", cwe: "CWE-134" });
  },
  finish: judgeFormats,
  stores: {
    __code__: ({ node, of, value }, report) => {
      const isExchanged = of?.kind === "function" && value.some((thing) => thing.kind !== "none");
      if (isExchanged)
        report(
          node,
          "error",
          "The body of a function is replaced while the program runs, so the source does not show what runs; define the function you want to call.",
          { confidence: "medium" },
        );
    },
  },
};
