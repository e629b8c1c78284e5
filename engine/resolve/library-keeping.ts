import { readEntry, writeEntry } from "./fold-items.ts";
import { foldOperator } from "./fold-operators.ts";
import { argumentOf, type Given, type Machine } from "./machine.ts";
import { taintOf } from "./taint.ts";
import {
  anything,
  join,
  keyOf,
  none,
  onlyText,
  tainted,
  text,
  type Entries,
  type PossibleValues,
} from "./value.ts";

type Fold = (given: Given, machine: Machine) => PossibleValues | undefined;

const settings = "configparser.ConfigParser()";
const buffer = "io.StringIO()";

/** Whether a program makes only one object of a class, and does nothing that makes its content hard to tell. */
function isSimple(machine: Machine, made: RegExp, changed: RegExp): boolean {
  const { text: source } = machine.tree;
  return (
    [...source.matchAll(made)].length === 1 &&
    !changed.test(source) &&
    machine.turning + machine.uncertain === 0
  );
}

function isSimpleSettings(machine: Machine): boolean {
  return isSimple(machine, /\bConfigParser\(/g, /\.(?:read\w*|remove_\w+|clear)\(/);
}

/** The options of a section, as a dictionary that is kept under the section's name; made when it is first filled. */
function sectionAt(machine: Machine, key: PossibleValues): Entries {
  const place = `${settings}[${keyOf(key) ?? `?${machine.patched.size}`}]`;
  const [known] = machine.patched.get(place) ?? [];
  if (known?.kind === "dict") return known;
  // Options that it lacks may come from another section.
  const made: Entries = { kind: "dict", entries: new Map(), isOpen: true };
  machine.patched.set(place, [made]);
  return made;
}

/** Names of options are the same in capitals. */
function optionNamed(name: PossibleValues): PossibleValues {
  const word = onlyText(name);
  return word === undefined ? name : text(word.toLowerCase());
}

function keepOption(machine: Machine, section: Entries, name: PossibleValues, value: PossibleValues): void {
  const option = optionNamed(name);
  const before = readEntry(section, option);
  const isExact = isSimpleSettings(machine) && !onlyText(value)?.includes("%");
  writeEntry(section, option, isExact ? value : tainted(taintOf(before ? join(before, value) : value)));
}

/** `config[section] = options`; true where that is what it is. */
export function keepSection(
  machine: Machine,
  path: string,
  key: PossibleValues,
  options: PossibleValues,
): boolean {
  const [table] = options;
  if (path !== settings || table?.kind !== "dict") return false;
  const section = sectionAt(machine, key);
  if (isSimpleSettings(machine)) section.entries.clear();
  for (const { key: name, value } of table.entries.values()) keepOption(machine, section, name, value);
  return true;
}

/** `config[section]`, where it was filled by the program itself. */
export function keptSection(machine: Machine, path: string, key: PossibleValues): PossibleValues | undefined {
  return path === settings ? machine.patched.get(`${settings}[${keyOf(key)}]`) : undefined;
}

const setOption: Fold = (given, machine) => {
  const [section, option] = [argumentOf(given, 0, "section"), argumentOf(given, 1, "option")];
  const value = argumentOf(given, 2, "value") ?? none;
  keepOption(machine, sectionAt(machine, section ?? anything), option ?? anything, value);
  return none;
};

const getOption: Fold = (given, machine) => {
  const section = argumentOf(given, 0, "section") ?? anything;
  const option = optionNamed(argumentOf(given, 1, "option") ?? anything);
  const [known] = keptSection(machine, settings, section) ?? [];
  if (known?.kind === "dict" && keyOf(option) !== undefined) return readEntry(known, option);
  if (keyOf(section) !== undefined && keyOf(option) !== undefined) return undefined;
  const all = [...machine.patched].filter(([at]) => at.startsWith(`${settings}[`)).map(([, value]) => value);
  return all.length === 0 ? undefined : tainted(taintOf(...all));
};

const write: Fold = ({ args }, machine) => {
  const both = foldOperator("Add", machine.patched.get(buffer) ?? text(""), args[0] ?? anything);
  const isExact = isSimple(machine, /\bStringIO\(/g, /\bStringIO\([^)]|\.(?:seek|truncate)\(/);
  machine.patched.set(buffer, isExact ? both : tainted(taintOf(both)));
  return anything;
};

/** What is put into an object of the library is what is read from it again. */
export const keepingFunctions: Readonly<Record<string, Fold>> = {
  [`${settings}.set`]: setOption,
  [`${settings}.get`]: getOption,
  [`${buffer}.write`]: write,
  [`${buffer}.getvalue`]: (_, machine) => machine.patched.get(buffer),
};
