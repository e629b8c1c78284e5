import { isPower } from "../resolve/power-names.ts";
import { onlyItems } from "../resolve/value.ts";
import type { Rule } from "./rule.ts";

function isActing(path: string): boolean {
  return isPower(path) || /^(?:runpy\.|builtins\.(?:compile|__import__)$)/.test(path);
}

/** An object that runs something when it is read back. */
export const pickleGadget: Rule = {
  id: "pickle-gadget",
  cwe: "CWE-502",
  answered: ({ node, value }, report) => {
    const [callee] = onlyItems(value) ?? [];
    if (callee?.some((thing) => thing.kind === "reference" && isActing(thing.path)))
      report(
        node,
        "error",
        "Anyone who unpickles this object runs a command or code; store the object as plain data.",
      );
  },
};
