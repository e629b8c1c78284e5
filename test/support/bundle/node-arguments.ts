/** What `node` is told before programs and threads of ours that are to run from bundles. */
export const fromBundles = ["--import", new URL("./load-bundled.mjs", import.meta.url).href] as const;
