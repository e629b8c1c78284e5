/** How an answer may be compressed, best first. */
export const encodings = ["br", "gzip"] as const;
export type ContentEncoding = (typeof encodings)[number];

/** The best of what a caller takes; none where it names none, or refuses it with `q=0`. */
export function encodingFor(acceptEncoding: string | undefined): ContentEncoding | undefined {
  const weights = new Map(
    (acceptEncoding ?? "").split(",").map((entry) => {
      const [name = "", ...parameters] = entry.toLowerCase().split(";");
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return [name.trim(), Number(weight ?? 1)] as const;
    }),
  );
  return encodings.find((name) => (weights.get(name) ?? 0) > 0);
}
