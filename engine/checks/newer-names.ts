import { laterVersion } from "../library/versions.ts";
import { isInAnnotation } from "../program/annotation-places.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Alias, Attribute, Node } from "../tree/nodes.ts";
import { defaultPython } from "../python-version.ts";
import type { Finding } from "./check.ts";

/** The text asks which Python runs it, or may be run by another than the one it is for. */
const asksForVersion = /version_info|hexversion|python_version|sys\.version|PY3|_VERSION/;

type ModuleRead = Readonly<{ node: Attribute; module: string }>;

/** What only a later version of the standard library has than the text is for. */
export function* newerNames(facts: ProgramFacts, reads: readonly ModuleRead[]): Generator<Finding> {
  const { python, tree } = facts;
  // What is newer than the default may be meant for the newest Python, which nobody named.
  if (python >= defaultPython || asksForVersion.test(tree.text)) return;
  const complain = (node: Node, what: string, first: string, exception: string): Finding => ({
    node,
    message: `Only Python ${first} and later have ${what}: with Python ${python} this raises ${exception}.`,
  });
  for (const node of facts.all("Import")) {
    if (isGuarded(node)) continue;
    for (const alias of node.names) {
      const first = laterVersion(python, alias.name);
      if (first) yield complain(alias, `the module \`${alias.name}\``, first, "ModuleNotFoundError");
    }
  }
  for (const node of facts.all("ImportFrom")) {
    const { module, level } = node;
    if (level > 0 || module === undefined || isGuarded(node)) continue;
    const first = laterVersion(python, module);
    if (first) yield complain(node, `the module \`${module}\``, first, "ModuleNotFoundError");
    else for (const alias of node.names) yield* newerName(alias, module);
  }
  for (const { node, module } of reads) {
    const first = laterVersion(python, module, node.attr);
    if (first && !isGuarded(node) && !isInAnnotation(node))
      yield complain(node, `\`${module}.${node.attr}\``, first, "AttributeError");
  }

  function* newerName(alias: Alias, module: string): Generator<Finding> {
    const first = laterVersion(python, module, alias.name);
    if (first) yield complain(alias, `\`${alias.name}\` in \`${module}\``, first, "ImportError");
  }
}

/** Under a condition, or where an error may be caught. */
function isGuarded(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (["If", "IfExp", "Try", "TryStar", "With", "AsyncWith", "BoolOp", "Match"].includes(at.kind))
      return true;
  return false;
}
