/** The languages there are translations into. */
export const targets = ["javascript", "typescript"] as const;
export type Target = (typeof targets)[number];
