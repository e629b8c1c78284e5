/** How many of something each name has; names that have none are deleted. */
export type Tally = Readonly<{ of(name: string): number; add(name: string, more: 1 | -1): void }>;

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    of: (name) => counts.get(name) ?? 0,
    add: (name, more) => {
      const count = (counts.get(name) ?? 0) + more;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
