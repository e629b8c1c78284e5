/** What a table holds under a name that a program chose: what every object of JavaScript has does not count. */
export function own<Of>(table: Readonly<Record<string, Of>>, name: string): Of | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
