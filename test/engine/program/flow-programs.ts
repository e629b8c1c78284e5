import type { Dice } from "../../support/dice.ts";

type Place = Readonly<{ depth: number; inLoop: boolean; inLast: boolean }>;

/** A function of random statements, one a line; what they ask (`pick`, `risky` …) is decided when it is run. */
export function randomProgram(dice: Dice): string {
  const lines: string[] = [];
  const write = (depth: number, line: string): void => void lines.push(`${" ".repeat(depth)}${line}`);

  function block(place: Place): void {
    const inner = { ...place, depth: place.depth + 1 };
    for (let left = 1 + dice.below(3); left > 0; left -= 1) statement(inner);
  }

  function statement(place: Place): void {
    const { depth, inLoop, inLast } = place;
    const kind = depth > 5 ? dice.below(8) : dice.below(16);
    if (kind < 4) return write(depth, kind < 2 ? "risky()" : "x = 1");
    if (kind === 4) return write(depth, inLast ? "x = 2" : "return 1");
    if (kind === 5) return write(depth, dice.pick(["raise First", "raise Second"]));
    if (kind < 8) return write(depth, inLoop ? dice.pick(["break", "continue"]) : "risky()");
    if (kind < 10) return choice(place);
    if (kind < 12) return loop(place);
    if (kind < 14) return attempt(place);
    if (kind === 14) {
      write(depth, "with manage():");
      return block(place);
    }
    write(depth, "match choose():");
    for (const pattern of dice.pick([
      ["0", "1 | 2"],
      ["0", "_"],
      ["0", "1 if pick()", "_"],
    ])) {
      write(depth + 1, `case ${pattern}:`);
      block({ ...place, depth: depth + 1 });
    }
  }

  function choice(place: Place): void {
    write(place.depth, "if pick():");
    block(place);
    if (dice.below(2) === 0) {
      write(place.depth, "elif pick():");
      block(place);
    }
    orelse(place);
  }

  function orelse(place: Place): void {
    if (dice.below(2) === 0) return;
    write(place.depth, "else:");
    block(place);
  }

  function loop(place: Place): void {
    const head = dice.pick(["while pick():", "while True:", "for i in take():"]);
    write(place.depth, head);
    if (head === "while True:") {
      write(place.depth + 1, "if not pick():");
      write(place.depth + 2, "break");
    }
    block({ ...place, inLoop: true, inLast: false });
    orelse(place);
  }

  function attempt(place: Place): void {
    write(place.depth, "try:");
    block(place);
    const handlers = dice.pick([[], ["except First:"], ["except First:", "except Second:"], ["except:"]]);
    for (const handler of handlers) {
      write(place.depth, handler);
      block(place);
    }
    if (handlers.length > 0) orelse(place);
    if (handlers.length > 0 && dice.below(2) === 0) return;
    write(place.depth, "finally:");
    // Leaving from there is allowed but warned of; what was under way is forgotten.
    block({ ...place, inLoop: false, inLast: true });
  }

  write(0, "def f():");
  block({ depth: 0, inLoop: false, inLast: false });
  return `${lines.join("\n")}\n`;
}
