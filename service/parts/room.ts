import { Fault } from "../faults.ts";

/** What one caller holds; it is given back when disposed. */
export type Holding = Readonly<{
  /** Throws `busy` where so much more does not fit. */
  add(size: number): void;
}> &
  Disposable;

/** How much may be held at once, whatever it is measured in. One caller has at most half, so that others find some. */
export type Room = Readonly<{
  hold(caller: string): Holding;
  held(): number;
}>;

export function createRoom(maxSize: number, message: string): Room {
  const byCaller = new Map<string, number>();
  let total = 0;

  function change(caller: string, by: number): void {
    total += by;
    const own = (byCaller.get(caller) ?? 0) + by;
    if (own > 0) byCaller.set(caller, own);
    else byCaller.delete(caller);
  }

  function fits(caller: string, size: number): boolean {
    return total + size <= maxSize && (byCaller.get(caller) ?? 0) + size <= maxSize / 2;
  }

  return {
    held: () => total,
    hold: (caller) => {
      let own = 0;
      let isOver = false;
      return {
        add: (size) => {
          if (isOver || !fits(caller, size)) throw new Fault("busy", { message, retryAfterS: 1 });
          own += size;
          change(caller, size);
        },
        [Symbol.dispose]: () => {
          if (!isOver) change(caller, -own);
          isOver = true;
        },
      };
    },
  };
}
