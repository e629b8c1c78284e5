import { follow } from "../evaluate/follow.ts";
import type { FailureKind, Raised } from "../evaluate/failure.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Check } from "./check.ts";

const followed = new WeakMap<ProgramFacts, readonly Raised[]>();

/** A check that reports one kind of what following the program proves; it is followed once for all of them. */
export function provenBy(id: FailureKind): Check {
  return {
    id,
    severity: "error",
    *find(facts) {
      let raised = followed.get(facts);
      if (!raised) followed.set(facts, (raised = follow(facts)));
      for (const { failure, node, message, data } of raised)
        if (failure === id) yield { node, message, data };
    },
  };
}
