import type { Node } from "../tree/nodes.ts";
import { noArguments, type Given, type Machine } from "./machine.ts";
import { onlyText, type OwnClass, type PossibleValues } from "./value.ts";

/** What makes a program load files that it has written. */
export const loadsFiles =
  /sys\.path\b|addsitedir|import_module|spec_from_file_location|\brunpy\b|FileLoader|zipimport|invalidate_caches|\bexec\(/;
const writing = /\.(?:write|writestr|write_text|write_bytes)$/;

/** A text of code that is written into a file is part of the program, where the program loads what it has written. */
export function followWritten(machine: Machine, path: string, { args }: Given, node: Node): void {
  if (!machine.loadsFiles || !writing.test(path)) return;
  for (const value of args.slice(0, 2)) followText(machine, value, node);
}

/** A loader of modules answers the code it loads. */
export function followSources(machine: Machine, made: OwnClass, node: Node): void {
  const isLoader = made.bases
    .flat()
    .some((base) => base.kind === "reference" && /^(?:importlib|zipimport|pkgutil)\./.test(base.path));
  if (!isLoader) return;
  for (const name of ["get_data", "get_source", "get_code"]) {
    const method = made.attributes.get(name)?.filter(({ kind }) => kind === "function");
    if (method?.length)
      followText(machine, machine.call(method, { ...noArguments, isOpen: true }, node), node);
  }
}

function followText(machine: Machine, value: PossibleValues, node: Node): void {
  const source = onlyText(value);
  if (source?.includes("(")) machine.runCode(source, node);
}
