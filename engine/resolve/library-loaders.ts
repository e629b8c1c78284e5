import { isModule } from "../library/modules.ts";
import { canonicalModule } from "./known-names.ts";
import { moduleNamed } from "./library-modules.ts";
import { argumentOf, type Given, type Machine } from "./machine.ts";
import { readAttribute } from "./reach.ts";
import { taints } from "./taint.ts";
import { onlyText, reference, type PossibleValues } from "./value.ts";
import type { Node } from "../tree/nodes.ts";

type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

/** What leads to a module is kept as that module's `__spec__` or `__loader__`, no matter which loader was used. */
function leadingTo(attribute: "__spec__" | "__loader__"): Fold {
  return (given) => {
    const word = onlyText(argumentOf(given, 0, "name"));
    return word === undefined ? undefined : reference(`${canonicalModule(word)}.${attribute}`);
  };
}

/** The module of Python's library that a file holds: `os.__file__`, or a path into the library. */
function moduleInFile(file: PossibleValues | undefined): string | undefined {
  const [thing] = file ?? [];
  if (thing?.kind === "reference") return /^([\w.]+)\.__(?:file|cached)__$/.exec(thing.path)?.[1];
  const [, inside = ""] = /[\\/]python[\d.]*[\\/]([^]*)/i.exec(onlyText(file) ?? "") ?? [];
  const [, path] = /^(.+?)(?:[\\/]__init__)?\.pyc?$/i.exec(inside) ?? [];
  const name = path?.replaceAll(/[\\/]/g, ".");
  return name !== undefined && isModule(name.split(".")[0]!) ? name : undefined;
}

function inFile(attribute: "__spec__" | "__loader__"): Fold {
  return (given) => {
    const module = moduleInFile(argumentOf(given, 1, attribute === "__spec__" ? "location" : "path"));
    return module === undefined ? undefined : reference(`${canonicalModule(module)}.${attribute}`);
  };
}

const ofSpec: Fold = ({ args }) => {
  const [spec] = args[0] ?? [];
  return spec?.kind === "reference" && spec.path.endsWith(".__spec__")
    ? reference(spec.path.slice(0, -9), taints.indirect)
    : undefined;
};

const loading: Fold = ({ args }) => {
  const word = onlyText(args[0]);
  return word === undefined ? undefined : moduleNamed(word);
};

const loadingFile: Fold = ({ args }) => {
  const module = moduleInFile(args[1]);
  return module === undefined ? undefined : moduleNamed(module);
};

/** The names of a module, as a dictionary. */
const namesOfModule: Fold = ({ args }, machine, node) => {
  const module = moduleInFile(args[0]) ?? onlyText(args[0]);
  return module === undefined || !/^[\w.]+$/.test(module)
    ? undefined
    : readAttribute(machine, moduleNamed(module), "__dict__", node);
};

const loader = /^(?:([\w.]+)\.)?(?:__spec__\.loader|__loader__)\.load_module$/;

/** `loader.load_module()` answers the module it was made for, or the one it is asked for. */
export function loadedBy(path: string, given: Given): PossibleValues | undefined {
  const found = loader.exec(path);
  if (!found) return undefined;
  const asked = onlyText(given.args[0]) ?? found[1];
  const isOwnFile = given.args.length > 0 && found[1] !== undefined && found[1] !== "builtins";
  return asked === undefined ? undefined : moduleNamed(isOwnFile ? found[1]! : asked);
}

export const loaderFunctions: Readonly<Record<string, Fold>> = {
  "importlib.util.find_spec": leadingTo("__spec__"),
  "importlib.util.spec_from_loader": leadingTo("__spec__"),
  "importlib.machinery.PathFinder.find_spec": leadingTo("__spec__"),
  "importlib.machinery.BuiltinImporter.find_spec": leadingTo("__spec__"),
  "sys.meta_path[].find_spec": leadingTo("__spec__"),
  "importlib.find_loader": leadingTo("__loader__"),
  "pkgutil.find_loader": leadingTo("__loader__"),
  "pkgutil.get_loader": leadingTo("__loader__"),
  "importlib.util.spec_from_file_location": inFile("__spec__"),
  "importlib.machinery.SourceFileLoader": inFile("__loader__"),
  "importlib.machinery.SourcelessFileLoader": inFile("__loader__"),
  "importlib.util.module_from_spec": ofSpec,
  "importlib._bootstrap.module_from_spec": ofSpec,
  "importlib._bootstrap._load": ofSpec,
  "importlib.machinery.BuiltinImporter.load_module": loading,
  "importlib.machinery.BuiltinImporter().load_module": loading,
  "imp.load_module": loading,
  "imp.load_source": loadingFile,
  "runpy.run_module": namesOfModule,
  "runpy.run_path": namesOfModule,
};
