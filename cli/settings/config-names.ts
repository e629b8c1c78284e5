/** The files in which a project configures its tools. */
export const configNames: readonly string[] = [
  "pyproject.toml",
  "ruff.toml",
  ".ruff.toml",
  "mypy.ini",
  ".mypy.ini",
  "setup.cfg",
];
