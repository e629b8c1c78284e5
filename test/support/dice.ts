/** Numbers that look random and are the same in every run. */
export type Dice = Readonly<{ below(limit: number): number; pick<Item>(items: readonly Item[]): Item }>;

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, pick: (items) => items[below(items.length)]! };
}
