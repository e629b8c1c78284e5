/** JSON as RFC 8785 writes it: members in the order of their names, nothing between them. Equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  let text = "";
  for (const name of Object.keys(members).toSorted()) {
    if (members[name] === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${canonicalJson(members[name])}`;
  }
  return `{${text}}`;
}
