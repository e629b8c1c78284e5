/**
 * How much of a resource each name uses now, in this process; names that use nothing are deleted. A request above a
 * limit is refused as a whole: none of it is counted.
 */
export type UsageByName = Readonly<{
  of(name: string): number;
  total(): number;
  add(name: string, size: number): void;
  /** Disposing it gives everything back; adding afterwards is refused. */
  hold(name: string, maxPerName?: number): Holding;
}>;

/** The use of one caller. */
export type Holding = Readonly<{ add(size: number): void }> & Disposable;

type Bounds = Readonly<{
  max?: number;
  maxPerName?: number;
  refuse?: () => Error;
}>;

export function createUsageByName({
  max = Infinity,
  maxPerName = max,
  refuse = tooMuch,
}: Bounds = {}): UsageByName {
  const held = new Map<string, number>();
  let total = 0;
  const of = (name: string): number => held.get(name) ?? 0;

  function add(name: string, size: number): void {
    total += size;
    const own = of(name) + size;
    if (own === 0) held.delete(name);
    else held.set(name, own);
  }

  return {
    of,
    total: () => total,
    add,
    hold: (name, maxOwn = maxPerName) => {
      let own = 0;
      let isOver = false;
      return {
        add: (size) => {
          if (isOver || total + size > max || of(name) + size > maxOwn) throw refuse();
          own += size;
          add(name, size);
        },
        [Symbol.dispose]: () => {
          if (!isOver) add(name, -own);
          isOver = true;
        },
      };
    },
  };
}

function tooMuch(): Error {
  return new Error("more than that is not held");
}
