import { foldOperator } from "./fold-operators.ts";
import { argumentOf, type Given, type Machine } from "./machine.ts";
import { taintOf } from "./taint.ts";
import { anything, join, keyOf, none, onlyText, tainted, text, type PossibleValues } from "./value.ts";

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

/** Names of options are the same in capitals. */
function placeOf(given: Given): string | undefined {
  const keys = ["section", "option"].map((name, at) => keyOf(argumentOf(given, at, name) ?? anything));
  return keys.includes(undefined) ? undefined : `${settings}[${keys[0]}][${keys[1]!.toLowerCase()}]`;
}

const setOption: Fold = (given, machine) => {
  const place = placeOf(given) ?? `${settings}[?${machine.patched.size}]`;
  const value = argumentOf(given, 2, "value") ?? none;
  const before = machine.patched.get(place);
  const isExact =
    isSimple(machine, /\bConfigParser\(/g, /\.(?:read\w*|remove_\w+|clear)\(/) &&
    !onlyText(value)?.includes("%");
  machine.patched.set(place, isExact ? value : tainted(taintOf(before ? join(before, value) : value)));
  return none;
};

const getOption: Fold = (given, machine) => {
  const place = placeOf(given);
  if (place !== undefined) return machine.patched.get(place);
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
