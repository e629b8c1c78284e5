/** A verdict with nothing but the fields that every version of the service has. */
export function leastVerdict() {
  return {
    valid: true,
    score: 1,
    diagnostics: [] as object[],
    security: [] as object[],
    fixes: [] as string[],
    runtime: {},
    meta: { service: "assay", version: "1.0.0", engine: { ruff: "0.1.0" } },
  };
}
