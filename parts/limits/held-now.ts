/**
 * How much each name holds now, in this process; names that hold nothing are deleted. What does not fit is refused, and
 * nothing is counted of it.
 */
export type HeldNow = Readonly<{
  of(name: string): number;
  total(): number;
  add(name: string, size: number): void;
  /** Gives all of it back when it is disposed, and takes nothing more then. */
  hold(name: string, maxOfName?: number): Holding;
}>;

/** What one caller holds. */
export type Holding = Readonly<{ add(size: number): void }> & Disposable;

type Bounds = Readonly<{
  max?: number;
  maxOfName?: number;
  refuse?: () => Error;
}>;

export function createHeldNow({ max = Infinity, maxOfName = max, refuse = tooMuch }: Bounds = {}): HeldNow {
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
    hold: (name, maxOwn = maxOfName) => {
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
