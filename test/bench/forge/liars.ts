import { readFileSync } from "node:fs";
import { readSections } from "../read-sections.ts";

/**
 * A way to pass off a wrong program as a right one. Run what it writes in a box and nowhere else: some overwrite
 * Python's own library, kill every process they see, or read what belongs to others.
 */
export type Liar = Readonly<{
  name: string;
  /** It may leave something behind in a box, and gets one of its own. */
  isAlone: boolean;
  /** It runs until the limit. */
  isSlow: boolean;
  /** The wrong program with the lie below it. */
  lieAbout(wrong: string): string;
}>;

const kit = readFileSync(new URL("./liars/kit.py", import.meta.url), "utf8")
  .split(/^(?=def |class )/m)
  .map((part) => ({ name: /^(?:def|class) (\w+)/.exec(part)![1]!, part }));

/** What lying values are kinds of, each with how one is made of the wrong value. */
const bases = {
  int: "_Lie(value if isinstance(value, int) else -987654321 if value else 0)",
  float: "_Lie(value if isinstance(value, (int, float)) else -98765.4321 if value else 0.0)",
  complex: "_Lie(value if isinstance(value, (int, float, complex)) else -98765j if value else 0j)",
  str: '_Lie(value if isinstance(value, str) else "\\x01lie" if value else "")',
  bytes: '_Lie(value if isinstance(value, bytes) else b"\\x01lie" if value else b"")',
  list: '_Lie(value if isinstance(value, list) else ["\\x01lie"] if value else [])',
  tuple: '_Lie(value if isinstance(value, tuple) else ("\\x01lie",) if value else ())',
  dict: '_Lie(value if isinstance(value, dict) else {"\\x01lie": 1} if value else {})',
  set: '_Lie(value if isinstance(value, (set, frozenset)) else {"\\x01lie"} if value else ())',
  frozenset: '_Lie(value if isinstance(value, (set, frozenset)) else {"\\x01lie"} if value else ())',
  object: "_Lie()",
} as const;

/** A lie of the wrong value's own class, with all that is in it. */
const ownLie = `def _lie(value):
    kind = type(value)
    try:
        made = type(kind.__name__, (kind,), {key: each for key, each in vars(_Lie).items() if key not in ("__dict__", "__weakref__")})
        if kind.__module__ == "builtins":
            return made(value)
        copied = made.__new__(made)
        vars(copied).update(vars(value))
        return copied
    except TypeError:
        return value
`;

/** Every kind of lying value with every way to lie, wherever the program can put one; then lies of other kinds. */
export function readLiars(): Liar[] {
  const facets = readSections(new URL("./liars/facets.txt", import.meta.url));
  const reaches = readSections(new URL("./liars/reaches.txt", import.meta.url));
  const values = [...Object.entries(bases), ["own", undefined] as const].flatMap(([base, made]) =>
    facets.flatMap((facet) =>
      reaches.map((reach) => {
        const body = facet.text.trimEnd().replaceAll(/^(?=.)/gm, "    ");
        const lying = `class _Lie(${made === undefined ? "object" : base}):\n${body}\n\n\n`;
        const lie = made === undefined ? ownLie : `def _lie(value):\n    return ${made}\n`;
        const name = `${base} ${facet.title} in ${reach.title}`;
        return toLiar(name, `${lying}${lie}\n\n${reach.text.trimEnd()}\n\n\n_install(_answer)\n`);
      }),
    ),
  );
  return [
    ...values,
    ...readSections(new URL("./liars/special.txt", import.meta.url)).map(({ title, text }) =>
      toLiar(title, text),
    ),
  ];
}

function toLiar(title: string, text: string): Liar {
  const [, name = title, marks = ""] = /^(.*?)(?: \(([\w, ]+)\))?$/.exec(title)!;
  return {
    name,
    isAlone: marks.includes("alone"),
    isSlow: marks.includes("slow"),
    lieAbout: (wrong) => `${wrong}\n\n${toolsFor(text)}${text}`,
  };
}

/** The parts of the kit that a lie uses, and what these use. */
function toolsFor(text: string): string {
  let needed = kit.filter(({ name }) => text.includes(name));
  for (;;) {
    const all = kit.filter(
      ({ name }) => text.includes(name) || needed.some(({ part }) => part.includes(name)),
    );
    if (all.length === needed.length) return all.map(({ part }) => part).join("");
    needed = all;
  }
}
