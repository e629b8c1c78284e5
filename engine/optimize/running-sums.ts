/** Numbers at places, of which the sum of all before a place is known at any time. */
type RunningSums = Readonly<{
  add(place: number, amount: number): void;
  before(place: number): number;
}>;

/** A Fenwick tree: both take as many steps as the number of places has binary digits. */
export function createRunningSums(places: number): RunningSums {
  const sums = new Float64Array(places + 1);
  return {
    add(place, amount) {
      for (let at = place + 1; at <= places; at += at & -at) sums[at]! += amount;
    },
    before(place) {
      let sum = 0;
      for (let at = place; at > 0; at -= at & -at) sum += sums[at]!;
      return sum;
    },
  };
}
