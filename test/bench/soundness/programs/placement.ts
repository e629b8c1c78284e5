import type { Dice } from "../../../support/dice.ts";

const modules =
  `asyncio bisect concurrent.futures contextlib contextvars copy enum functools heapq itertools math operator re string
  threading types weakref`.split(/\s+/);
const names: Readonly<Record<string, readonly string[]>> = {
  collections: ["ChainMap", "Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"],
  dataclasses: ["dataclass", "field"],
};

/** The imports that a text needs, and no others. */
export function importsFor(text: string): string {
  const plain = modules.filter((name) => text.includes(`${name}.`)).map((name) => `import ${name}\n`);
  const from = Object.entries(names).flatMap(([module, all]) => {
    const used = all.filter((name) => text.includes(`${name}(`) || text.includes(`@${name}`));
    return used.length > 0 ? [`from ${module} import ${used.join(", ")}\n`] : [];
  });
  return [...plain, ...from].join("");
}

/** The statements as a program: as they are, or in a function, a method or a main guard. */
export function place(dice: Dice, statements: readonly string[], isModuleOnly: boolean): string {
  const text = statements.join("\n");
  const imports = importsFor(text);
  const head = imports === "" ? "" : `${imports}\n`;
  const inside = (by: number): string => text.replaceAll(/^(?=.)/gm, " ".repeat(by));
  const drawn = isModuleOnly ? 99 : dice.below(100);
  if (drawn < 40) return `${head}\ndef main():\n${inside(4)}\n\n\nmain()\n`;
  if (drawn < 50) return `${head}\nclass Program:\n    def run(self):\n${inside(8)}\n\n\nProgram().run()\n`;
  if (drawn < 60) return `${head}\nif __name__ == "__main__":\n${inside(4)}\n`;
  return `${head}${text}\n`;
}
