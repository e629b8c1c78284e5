import { programsWithCredentials, programsWithoutCredentials } from "./credentials.ts";
import type { QualitySet } from "./labelled.ts";
import { readCases } from "./read-cases.ts";

const isAccused: QualitySet["isAccused"] = ({ security }) =>
  security.some(({ tool }) => tool === "credentials");

/** The last sixty programs with credentials and the last ninety without were written after the scan. */
export const credentialSet: QualitySet = {
  name: "credentials",
  bad: programsWithCredentials,
  good: programsWithoutCredentials,
  isAccused,
  peers: ["detect-secrets"],
};

/** Written before the scan was changed for their kinds; the held-out half was not looked at while that was done. */
export const laterCredentialSets: readonly QualitySet[] = [
  {
    name: "credentials, keys of all forms",
    ...readCases("credentials-2.py"),
    isAccused,
    peers: ["detect-secrets"],
    firstRun: { recall: 36, precision: 60, rejected: 36 },
  },
  {
    name: "credentials, held out",
    ...readCases("credentials-3.py"),
    isAccused,
    peers: ["detect-secrets"],
    firstRun: { recall: 40, precision: 71.4, rejected: 40 },
    unseen: { recall: 100, precision: 100, rejected: 100 },
  },
  {
    name: "credentials, a fourth look",
    ...readCases("credentials-4.py"),
    isAccused,
    peers: ["detect-secrets"],
    firstRun: { recall: 81, precision: 100, rejected: 81 },
    // Letters and digits in their order are what people write who have no key.
    stillWrong: [
      "github token in the order of the alphabet",
      "slack token in the order of the alphabet",
      "npm token in the order of the alphabet",
    ],
  },
  {
    name: "credentials, a fifth look",
    ...readCases("credentials-5.py"),
    isAccused,
    peers: ["detect-secrets"],
    firstRun: { recall: 96.6, precision: 100, rejected: 93.1 },
  },
];
