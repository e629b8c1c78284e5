/** A sum of symbols, each times a whole number, plus a whole number. */
export type Linear = Readonly<{ terms: ReadonlyMap<string, number>; plus: number }>;

export const whole = (plus: number): Linear => ({ terms: new Map(), plus });
export const symbol = (name: string): Linear => ({ terms: new Map([[name, 1]]), plus: 0 });

export function sum(a: Linear, b: Linear, times = 1): Linear {
  const terms = new Map(a.terms);
  for (const [name, factor] of b.terms) {
    const total = (terms.get(name) ?? 0) + factor * times;
    if (total === 0) terms.delete(name);
    else terms.set(name, total);
  }
  return { terms, plus: a.plus + b.plus * times };
}

export function scaled(a: Linear, times: number): Linear {
  return sum(whole(0), a, times);
}

/** Puts a value in the place of a symbol. */
export function replaced(a: Linear, name: string, value: Linear): Linear {
  const factor = a.terms.get(name);
  if (factor === undefined) return a;
  return sum(sum(a, symbol(name), -factor), value, factor);
}

/** Whether this is at least zero once what the symbols stand for is large enough; symbols only count lengths. */
export function isReached({ terms, plus }: Linear, isLength: (name: string) => boolean): boolean {
  const factors = [...terms];
  if (factors.length === 0) return plus >= 0;
  return factors.every(([name, factor]) => factor > 0 && isLength(name));
}

/** Whether this is at least zero whatever the symbols stand for: lengths of what has at least one item. */
export function isAlwaysReached({ terms, plus }: Linear, isLength: (name: string) => boolean): boolean {
  const factors = [...terms];
  const min = factors.reduce((total, [, factor]) => total + factor, plus);
  return min >= 0 && factors.every(([name, factor]) => factor > 0 && isLength(name));
}
