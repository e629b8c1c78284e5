/** What the command ends with. */
export const exitStatus = {
  /** Everything that was checked is valid. */
  valid: 0,
  /** Something was rejected. */
  rejected: 1,
  /** Used wrongly, or something could not be checked. */
  unfinished: 2,
  /** Interrupted by the user, as shells count it. */
  interrupted: 130,
} as const;
