import { expect, test } from "vitest";
import { createCancellations } from "../../../service/queue/cancellations.ts";

const never = new AbortController().signal;

test("a call is cancelled by its name, and no other is", () => {
  const cancellations = createCancellations();
  using one = cancellations.begin("one", never);
  using other = cancellations.begin("other", never);
  cancellations.cancel("one");
  cancellations.cancel("nobody");
  expect([one.signal.aborted, other.signal.aborted]).toEqual([true, false]);
});

test("a caller's own signal also cancels", () => {
  const hangingUp = new AbortController();
  using call = createCancellations().begin("one", hangingUp.signal);
  hangingUp.abort(new Error("hung up"));
  expect(call.signal.reason).toMatchObject({ message: "hung up" });
});

test("neither of two calls with one name is cancelled, and the one that remains can be", () => {
  const cancellations = createCancellations();
  using first = cancellations.begin("same", never);
  {
    using second = cancellations.begin("same", never);
    cancellations.cancel("same");
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, false]);
  }
  cancellations.cancel("same");
  expect(first.signal.aborted).toBe(true);
});

test("a finished call is not cancelled, and neither is the next one by an earlier cancellation", () => {
  const cancellations = createCancellations();
  const over = cancellations.begin("same", never);
  over[Symbol.dispose]();
  cancellations.cancel("same");
  using next = cancellations.begin("same", never);
  expect([over.signal.aborted, next.signal.aborted]).toEqual([false, false]);
});
