/** One way into the product, and what it must have come to in the end. */
export type Traffic = Readonly<{
  name: string;
  /** How much of all traffic it is. */
  share: number;
  /** Sends one program, and resolves once its answer is right or a promise was broken. */
  send(): Promise<void>;
  /** What contradicts, once nothing is under way any more. */
  prove(): Promise<readonly string[]>;
}>;
