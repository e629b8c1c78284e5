import type { Executed } from "./execute/execute.ts";
import type { Project } from "./project.ts";
import { withoutMark } from "./static-check.ts";
import type { Suggestion } from "./verdict.ts";

/** What else every example passes with, as the caller would send it: a byte order mark stays where it was. */
export function suggestionsOf({ main, texts }: Project, { suggestions }: Executed): Suggestion[] {
  const code = texts.get(main)!;
  const mark = code.slice(0, code.length - withoutMark(code).length);
  return suggestions.map(({ source, confidence, why }) => {
    const files = Object.entries(source.project?.files ?? {}).filter(
      ([path, text]) => text !== withoutMark(texts.get(path) ?? ""),
    );
    return {
      code: mark + source.text,
      ...(files.length > 0 && { files: Object.fromEntries(files) }),
      confidence,
      why,
    };
  });
}
