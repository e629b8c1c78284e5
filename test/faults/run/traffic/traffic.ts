/** One entrance of the product, and its guarantee at the end. */
export type Traffic = Readonly<{
  name: string;
  /** Its share of all traffic. */
  share: number;
  /** Sends one program, and resolves once its answer is right or a guarantee was broken. */
  send(): Promise<void>;
  /** Contradictions, once nothing is in progress any more. */
  prove(): Promise<readonly string[]>;
}>;
