/** A notebook as Jupyter writes it. A text is a cell of code, and a list one whose source is a list of lines. */
export function toNotebook(
  cells: readonly (string | readonly string[] | Readonly<{ markdown: string }>)[],
  language = "python",
): string {
  const written = cells.map((cell, at) => {
    const id = `cell-${at + 1}`;
    if (typeof cell === "object" && "markdown" in cell)
      return { cell_type: "markdown", id, metadata: {}, source: [cell.markdown] };
    return {
      cell_type: "code",
      execution_count: at + 1,
      id,
      metadata: {},
      outputs: [{ name: "stdout", output_type: "stream", text: ["caf\u00e9\n"] }],
      source: cell,
    };
  });
  const metadata = {
    kernelspec: { display_name: language, language, name: language },
    language_info: { name: language },
  };
  return `${JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;
}
