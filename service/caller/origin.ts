import { toOrigin } from "../../parts/store/visits.ts";

/** What a caller says of where it comes from: `src` in the query, else the header `x-client`. */
type Stated = Readonly<{
  query: (name: string) => string | undefined;
  header: (name: string) => string | undefined;
}>;

/** The origin a caller names, as it may be shown; undefined where none is named. */
export function statedOrigin({ query, header }: Stated): string | undefined {
  const stated = query("src") || header("x-client");
  return stated ? toOrigin(stated) : undefined;
}

/** For the description of the calls that are counted. */
export const srcQuery = {
  src: {
    type: "string",
    maxLength: 32,
    description:
      "Where the caller comes from, counted in `/v1/funnel`: letters, digits, `.`, `_` and `-`. " +
      "The header `x-client` says the same.",
  },
} as const;
