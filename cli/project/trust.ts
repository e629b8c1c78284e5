/** Who is believed about a finding, beside the tools: the caller, who knows whose code it is, passes it in. */
export type TrustPolicy = Readonly<{
  /** Comments in the code may silence a finding. */
  comments: boolean;
  /** What the baseline lists is known, and does not count. */
  baseline: boolean;
}>;

/** The code is that of the person who runs the command. */
export const ownersWord: TrustPolicy = { comments: true, baseline: true };
