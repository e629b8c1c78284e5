import type { FindingData } from "../findings/data.ts";
import type { Node } from "../tree/nodes.ts";
import type { KnownValue } from "./values.ts";

/** The checks that report what following a program proves. */
export type FailureKind =
  | "index-out-of-range"
  | "missing-key"
  | "division-by-zero"
  | "operand-types"
  | "argument-types"
  | "bad-value"
  | "not-callable"
  | "not-iterable"
  | "not-subscriptable"
  | "item-assignment"
  | "missing-attribute"
  | "missing-member"
  | "unbound-name"
  | "none-used"
  | "unpack-mismatch"
  | "empty-collection"
  | "unhashable-key"
  | "wrong-arguments"
  | "changed-while-iterated"
  | "endless-recursion"
  | "raised-error";

/** What is known of a failure beyond its words. */
type FailureDetails = Readonly<{
  /** The object it is about: one that a loop itself made says more than one that it was given. */
  about?: KnownValue | undefined;
  /** For those who fix it. */
  data?: FindingData | undefined;
}>;

/** An exception the program is proven to raise. */
export class Raised extends Error {
  readonly failure: FailureKind;
  readonly exception: string;
  readonly node: Node;
  /** The object it is about, by its place on the heap. */
  readonly about: number | undefined;
  readonly data: FindingData | undefined;

  constructor(
    node: Node,
    failure: FailureKind,
    exception: string,
    message: string,
    { about, data }: FailureDetails = {},
  ) {
    super(message);
    this.node = node;
    this.failure = failure;
    this.exception = exception;
    this.about = about?.kind === "ref" ? about.id : undefined;
    this.data = data;
  }
}

/** The program does something that is not followed; nothing is claimed. Thrown often, and nobody asks from where. */
export const gaveUp = new Error("not followed");
