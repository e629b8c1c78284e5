import { onlyItems } from "../resolve/value.ts";
import type { Rule } from "./rule.ts";

const acting =
  /^(?:os\.(?:system|popen|exec\w+|spawn\w+)|subprocess\.\w+|builtins\.(?:eval|exec|__import__|compile)|pty\.spawn|runpy\.\w+)$/;

/** An object that runs something when it is read back. */
export const pickleGadget: Rule = {
  id: "pickle-gadget",
  cwe: "CWE-502",
  answered: ({ node, value }, report) => {
    const [callee] = onlyItems(value) ?? [];
    if (callee?.some((thing) => thing.kind === "reference" && acting.test(thing.path)))
      report(
        node,
        "error",
        "Anyone who unpickles this object runs a command or code; store the object as plain data.",
      );
  },
};
