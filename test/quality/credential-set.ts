import { programsWithCredentials, programsWithoutCredentials } from "./credentials.ts";
import type { QualitySet } from "./labelled.ts";

/** The last sixty programs with credentials and the last ninety without were written after the scan. */
export const credentialSet: QualitySet = {
  name: "credentials",
  bad: programsWithCredentials,
  good: programsWithoutCredentials,
  isAccused: ({ security }) => security.some(({ tool }) => tool === "credentials"),
};
