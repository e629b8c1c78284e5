import { readTree } from "../tree/tree.ts";

/** The functions and classes a text defines at its top level; `undefined` when it does not parse. */
export function topLevelNames(text: string): ReadonlySet<string> | undefined {
  const body = readTree(text)?.module.body;
  if (body === undefined) return undefined;
  return new Set(
    body.flatMap((statement) =>
      statement.kind === "FunctionDef" ||
      statement.kind === "AsyncFunctionDef" ||
      statement.kind === "ClassDef"
        ? [statement.name]
        : [],
    ),
  );
}
