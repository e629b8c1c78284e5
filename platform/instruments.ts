/** Numbers that a part shows to its operator. No label ever holds what a caller wrote. */
export type Instruments = Readonly<{
  /** A number read at the moment the metrics are asked for. */
  watch(name: string, help: string, read: () => number): void;
  /** Counts by labels, whose values are ours and come in the same order. */
  counter(name: string, help: string, ...labels: readonly string[]): (...values: readonly string[]) => void;
  /** Durations in seconds by one label, whose values are ours. */
  timer(name: string, help: string, label: string): (value: string, seconds: number) => void;
}>;
