import { own } from "../text/own.ts";

/** What is raised where one of these repairs is needed. */
const errors: Readonly<Record<string, string>> = {
  "changed-while-iterated": "RuntimeError",
  "dict-as-pairs": "ValueError TypeError",
  "foreign-method": "AttributeError",
  "foreign-name": "NameError",
  "init-return": "TypeError",
  "missing-enumerate": "ValueError TypeError",
  "missing-import": "NameError",
  "missing-range": "TypeError",
  "missing-self-parameter": "NameError TypeError",
  "missing-self-prefix": "NameError",
  "missing-start": "KeyError LookupError",
  "misspelled-argument": "TypeError",
  "misspelled-attribute": "AttributeError",
  "misspelled-import": "ImportError ModuleNotFoundError",
  "misspelled-name": "NameError",
  "module-namesake": "AttributeError TypeError",
  "needless-self-prefix": "AttributeError",
  "none-assigned": "TypeError AttributeError",
  "off-by-one-loop": "IndexError LookupError",
  "quotient-index": "TypeError",
  "shadowed-builtin": "TypeError UnboundLocalError NameError",
  "unbound-global": "UnboundLocalError NameError",
  "unhashable-key": "TypeError",
  "unimported-submodule": "AttributeError",
};

/** The classes that catch what is raised where a repair is needed; undefined where it may be any. */
export function raisedBy(repair: string): readonly string[] | undefined {
  const raised = own(errors, repair)?.split(" ");
  return raised && [...raised, "Exception", "BaseException"];
}
