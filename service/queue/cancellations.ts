/** Calls under way that may be cancelled by name, in this process. */
export type Cancellations = Readonly<{
  /** A call's signal: aborted when the call is cancelled, or its caller's own signal is. It is known until disposed. */
  begin(name: string, signal: AbortSignal): Disposable & Readonly<{ signal: AbortSignal }>;
  /** Two calls of one name cannot be told apart: then neither is cancelled. */
  cancel(name: string): void;
}>;

export function createCancellations(): Cancellations {
  const underWay = new Map<string, Set<AbortController>>();
  return {
    begin: (name, signal) => {
      const cancelling = new AbortController();
      const namesakes = underWay.get(name) ?? new Set();
      underWay.set(name, namesakes.add(cancelling));
      return {
        signal: AbortSignal.any([signal, cancelling.signal]),
        [Symbol.dispose]: () => {
          namesakes.delete(cancelling);
          if (namesakes.size === 0) underWay.delete(name);
        },
      };
    },
    cancel: (name) => {
      const [only, ...others] = underWay.get(name) ?? [];
      if (others.length === 0) only?.abort(new Error("The caller cancelled the call."));
    },
  };
}
