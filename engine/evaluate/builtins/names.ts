/** Builtins whose result is of one type, or not known, whatever they are given. */
export const resultTypes: Readonly<Record<string, string | undefined>> = {
  print: "NoneType",
  repr: "str",
  ascii: "str",
  format: "str",
  bin: "str",
  hex: "str",
  oct: "str",
  input: "str",
  isinstance: "bool",
  issubclass: "bool",
  callable: "bool",
  hasattr: "bool",
  id: "int",
  hash: "int",
  any: "bool",
  all: "bool",
  type: undefined,
  round: undefined,
  getattr: undefined,
  frozenset: "frozenset",
  bytes: "bytes",
  complex: "complex",
  object: undefined,
  open: undefined,
  pow: undefined,
  divmod: "tuple",
  slice: undefined,
  map: "map",
  filter: "filter",
};

export const builtinNames: ReadonlySet<string> = new Set([
  ...Object.keys(resultTypes),
  ..."len range int float str bool list tuple dict set sorted sum min max abs ord chr enumerate zip reversed next iter".split(
    " ",
  ),
]);

const callsOthers = new Set(["map", "filter", "iter", "next", "getattr"]);

/** Builtins that call no function they are given by position, and take nothing from an iterator that others see. */
export const callsNothing: ReadonlySet<string> = new Set(
  [...builtinNames].filter((name) => !callsOthers.has(name)),
);
