/** Text that starts like a statement of SQL, whatever follows. */
export const sqlStart =
  /^\s*(?:select\s|insert\s+(?:into|or|ignore)\s|update\s+\S+\s+set\s|update\s|delete\s+from\s|drop\s+(?:table|database|view|index|user|schema)|create\s+(?:table|view|user|database|index|temp|or|role|unique)|alter\s+(?:table|user|database|role)|with\s+\S+\s+as\s*\(|replace\s+into\s|merge\s+into\s|truncate\s|grant\s|revoke\s|exec(?:ute)?\s|call\s|pragma\s|attach\s|copy\s|show\s|explain\s)/i;

/** Whether what follows this text is the name of a table or column, which no driver can bind. */
export function isIdentifierHole(before: string): boolean {
  return (
    /(?:\b(?:from|join|into|table|update|view|index|by|exists|pragma|database|schema|column|truncate|on|as|desc|describe|select|distinct|savepoint)\s+|[."`[(,]\s*)$/i.test(
      before,
    ) &&
    !/(?:['(]|=\s*|\bin\s*\()$/i.test(before) &&
    !/values\s*\(/i.test(before.slice(before.lastIndexOf(")") + 1))
  );
}
