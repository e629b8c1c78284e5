import type { CallSite } from "../resolve/machine.ts";
import { isPower } from "../resolve/power-names.ts";
import { isFrom } from "../resolve/taint.ts";
import { pathsOf, type AbstractValue, type PossibleValues } from "../resolve/value.ts";
import { isChecked, isConstantFromElsewhere } from "./safe-texts.ts";
import { argument, each, isHidden, nameOf, words, type ReportFinding, type Rule } from "./rule.ts";

const advice = "parse the input instead (ast.literal_eval, json.loads, a table of allowed functions)";

/** Whether the code is written in the text, plainly, so that it was judged like the rest of the program. */
function isPlain(source: PossibleValues | undefined): boolean {
  return (
    source?.every(
      (thing) =>
        ((thing.kind === "str" || thing.kind === "bytes") && !thing.decoded) ||
        (thing.kind === "code" && isPlain(thing.source)),
    ) === true
  );
}

function judgeRunning(site: CallSite, report: ReportFinding): void {
  const source = argument(site, 0, "source", "stmt", "statement");
  const what = nameOf(site);
  if (source && isChecked(source) && !isHidden(site)) return;
  if (isPlain(source) && !isHidden(site)) {
    if (!isConstantFromElsewhere(site, source))
      report(
        site.node,
        "warning",
        `${what} runs a constant text as code, which hides it from every tool that reads programs; write the code itself.`,
        { cwe: "CWE-676" },
      );
  } else if (isFrom(source, "web", "local"))
    report(
      site.node,
      "error",
      `${what} runs input from outside as code, so anyone who sends it controls this program; ${advice}.`,
    );
  else
    report(
      site.node,
      "error",
      `${what} runs text as code, so anyone who can influence the text controls this program; ${advice}.`,
    );
}

/** Functions that take code among other things: only code that is not written here matters. */
function judgeSource(site: CallSite, report: ReportFinding): void {
  const source = argument(site, 0, "stmt", "source", "expression");
  if (source === undefined || source.every(isHarmless)) return;
  report(
    site.node,
    isFrom(source, "web", "local", "network") ? "error" : "warning",
    `${nameOf(site)} runs its argument as code, and the argument is not a constant; ${advice}.`,
    { confidence: "medium" },
  );
}

function isHarmless(thing: AbstractValue): boolean {
  return (
    thing.kind === "str" ||
    thing.kind === "function" ||
    thing.kind === "code" ||
    thing.kind === "partial" ||
    thing.kind === "class"
  );
}

function judgeMaking(site: CallSite, report: ReportFinding): void {
  report(
    site.node,
    "error",
    `${nameOf(site)} makes a function out of a code object, which runs code that no reviewer sees; define the function in the source.`,
  );
}

/** Text as somebody sends or types it; a file that is named on the command line is a program of the user's. */
function isTyped(source: PossibleValues | undefined): boolean {
  return (
    isFrom(source, "web", "network") ||
    pathsOf(source ?? []).some((path) => /^(?:builtins\.(?:raw_)?input\(\)|sys\.argv\[\])/.test(path))
  );
}

function judgeCompiling(site: CallSite, report: ReportFinding): void {
  if (isHidden(site))
    report(site.node, "error", `compile is reached indirectly here, a common way to hide code; ${advice}.`);
  else if (isTyped(argument(site, 0, "source")))
    report(
      site.node,
      "error",
      `compile compiles input from outside, so anyone who sends it controls this program; ${advice}.`,
    );
}

const dunder = /^__(?:\w+)__$/;

/** Evaluates text or runs a code object that is not part of the program. */
export const codeExecution: Rule = {
  id: "code-execution",
  cwe: "CWE-95",
  calls: {
    ...each("builtins.eval builtins.exec builtins.execfile", judgeRunning),
    ...each(
      `code.InteractiveInterpreter().runsource code.InteractiveInterpreter().runcode code.InteractiveConsole().push
      ctypes.pythonapi.PyRun_SimpleString ctypes.pythonapi.PyEval_EvalCode code.interact codeop.compile_command
      IPython.embed _xxsubinterpreters.run_string _interpreters.run_string _interpreters.exec`,
      (site, report) => {
        report(site.node, "error", `${nameOf(site)} runs code that is not part of the program; ${advice}.`, {
          confidence: "medium",
        });
      },
    ),
    ...each("types.FunctionType types.CodeType types.LambdaType", judgeMaking),
    ...each("builtins.compile", judgeCompiling),
    ...each(
      `timeit.timeit timeit.repeat cProfile.run profile.run pdb.run pdb.runeval bdb.Bdb().run bdb.Bdb().runeval pdb.Pdb().run
      pdb.Pdb().runeval doctest.testsource sympy.sympify
      sympy.parsing.sympy_parser.parse_expr numexpr.evaluate pandas.eval py_mini_racer.MiniRacer().eval js2py.eval_js`,
      judgeSource,
    ),
    ...each("runpy.run_path runpy.run_module", (site, report) => {
      const what = argument(site, 0, "path_name", "mod_name");
      if (what && !what.every(isHarmless) && !isFrom(what, "local"))
        report(
          site.node,
          isFrom(what, "web", "network", "decoded") ? "error" : "warning",
          `${nameOf(site)} runs a file whose name is not a constant; run only files you name.`,
          { confidence: "medium" },
        );
    }),
  },
  stores: Object.fromEntries(
    words("*").map((name) => [
      name,
      ({ node, of, name: attribute, value }, report) => {
        const runs = value.some(
          (thing) => thing.kind === "reference" && thing.path.startsWith("builtins.") && isPower(thing.path),
        );
        const isForeign =
          of?.kind === "reference" &&
          /^(?:builtins|sys|os|json|logging|string|math|re|typing|random)\b/.test(of.path);
        if (runs && (dunder.test(attribute) || isForeign))
          report(
            node,
            "error",
            `${attribute} is made to run text as code, so an ordinary-looking expression runs it; ${advice}.`,
          );
      },
    ]),
  ),
};
