/** What Python calls it: what other languages, and Python 2, call it. */
function byForeignName(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(names).flatMap(([python, others]) =>
      others.split(" ").map((other) => [other, python] as const),
    ),
  );
}

export const foreignValues = byForeignName({
  None: "null NULL Null nil nullptr none NONE undefined",
  True: "true TRUE",
  False: "false FALSE",
});

export const foreignFunctions = byForeignName({
  range: "xrange",
  input: "raw_input",
  chr: "unichr",
  str: "unicode basestring",
  int: "long parseInt",
  float: "parseFloat",
  len: "strlen",
  print: "println",
});

const sameInMath = "floor ceil sqrt sin cos tan log10 exp hypot".split(" ");

export const foreignPaths = byForeignName({
  print: "console.log System.out.println",
  ...Object.fromEntries(["max", "min", "abs", "pow"].map((name) => [name, `Math.${name}`])),
  ...Object.fromEntries(sameInMath.map((name) => [`math.${name}`, `Math.${name}`])),
  "math.pi": "Math.PI",
});
