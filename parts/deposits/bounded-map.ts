/** A map of the newest `maxEntries` entries; the oldest is dropped. */
export type BoundedMap<Value> = Readonly<{
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}>;

export function createBoundedMap<Value>(maxEntries: number): BoundedMap<Value> {
  const held = new Map<string, Value>();
  return {
    get: (key) => held.get(key),
    set: (key, value) => {
      held.delete(key);
      held.set(key, value);
      const oldest = held.keys().next();
      if (held.size > maxEntries && !oldest.done) held.delete(oldest.value);
    },
  };
}
