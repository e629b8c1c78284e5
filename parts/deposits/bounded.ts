/** A memory of the newest so many. */
export type Bounded<Value> = Readonly<{
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}>;

export function createBounded<Value>(most: number): Bounded<Value> {
  const held = new Map<string, Value>();
  return {
    get: (key) => held.get(key),
    set: (key, value) => {
      held.delete(key);
      held.set(key, value);
      const oldest = held.keys().next();
      if (held.size > most && !oldest.done) held.delete(oldest.value);
    },
  };
}
