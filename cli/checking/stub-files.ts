import type { FileFinding } from "../finding.ts";

/** What no stub can have: its functions have no bodies, and it may name what it defines later. */
const ofPrograms: ReadonlySet<string> = new Set([
  "mypy:empty-body",
  "mypy:no-overload-impl",
  "mypy:used-before-def",
  "python:unbound-name",
]);

/** Whether a finding counts in a stub (`.pyi`): it only declares, and never runs. */
export function countsInStub(text: string): (finding: FileFinding) => boolean {
  return ({ rule, message }) =>
    !ofPrograms.has(rule) &&
    !isAboutRunning(rule) &&
    !isDefaultLeftOut(rule, message) &&
    !isDefinedLater(rule, message, text);
}

/** Our own checks, the policy and bandit's rules ask what a program does when it runs. */
function isAboutRunning(rule: string): boolean {
  return /^(?:policy:|ruff:S\d)/.test(rule) || (rule.startsWith("python:") && rule !== "python:syntax");
}

/** `def f(x: int = ...)` says that there is a default, not which. */
function isDefaultLeftOut(rule: string, message: string): boolean {
  return (
    rule === "mypy:assignment" &&
    /^Incompatible default .*default has type "(?:ellipsis|EllipsisType)"/.test(message)
  );
}

function isDefinedLater(rule: string, message: string, text: string): boolean {
  const name = rule === "ruff:F821" ? /^Undefined name `(\w+)`/.exec(message)?.[1] : undefined;
  if (name === undefined) return false;
  return text.split(/\r\n|\r|\n/).some((line) => {
    const [, defined, assigned] = /^\s*(?:async )?(?:class|def) (\w+)|^\s*(\w+)\s*[:=]/.exec(line) ?? [];
    return defined === name || assigned === name;
  });
}
