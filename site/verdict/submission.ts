/** What a request asked about: Python source, or an object that holds it. */
export function readSubmission(
  prompt: string | null,
): Readonly<{ code: string | undefined; examples: string; path?: string }> {
  if (prompt === null) return { code: undefined, examples: "" };
  try {
    const { code, options, examples } = JSON.parse(prompt) as Record<string, unknown>;
    const { path, examples: given = examples } = (options ?? {}) as Record<string, unknown>;
    if (typeof code === "string")
      return {
        code,
        examples: typeof given === "string" ? given : "",
        ...(typeof path === "string" && { path }),
      };
  } catch {
    // Plain source is not JSON.
  }
  const fenced = /^\s*```\w*\n([^]*?)\n?```\s*$/.exec(prompt);
  return { code: fenced?.[1] ?? prompt, examples: "" };
}
