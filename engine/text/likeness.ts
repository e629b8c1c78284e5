/** How alike two names are, from 0 to 1: twice the characters in common order over all characters. */
export function likeness(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x.length > 40 || y.length > 40) return 0;
  let row = Array.from<number>({ length: y.length + 1 }).fill(0);
  for (const character of x) {
    const next = [0];
    for (let n = 0; n < y.length; n += 1)
      next.push(character === y[n] ? row[n]! + 1 : Math.max(row[n + 1]!, next[n]!));
    row = next;
  }
  return (2 * row[y.length]!) / (x.length + y.length || 1);
}
