import { getPriority } from "node:os";
import { ownThread } from "../../platform/threads/os-priority.ts";
import { doTasks } from "../../platform/threads/thread-tasks.ts";

/** A task for a thread, to see how it is lost. */
export type Trial =
  | Readonly<{ do: "answer"; with: string }>
  /** Reports each of these after using this much processor time. */
  | Readonly<{ do: "tell"; parts: readonly string[]; busyMs: number; next: Trial }>
  | Readonly<{ do: "wait"; ms: number }>
  /** Reports its priority and the thread's name in the system: at once, or when its priority was lowered. */
  | Readonly<{ do: "priority"; when: "now" | "lowered" }>
  | Readonly<{ do: "loop" | "match" | "exit" | "fill" | "refuse" | "give up" }>;

doTasks<Trial, string, string>((trial, { tell, giveUp }) => {
  let now = trial;
  for (; now.do === "tell"; now = now.next) {
    for (const part of now.parts) {
      useProcessor(now.busyMs);
      tell(part);
    }
  }
  switch (now.do) {
    case "answer":
      return now.with;
    case "wait":
      // Takes time, but no processor.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, now.ms);
      return "waited";
    case "priority":
      for (const first = getPriority(); now.when === "lowered" && getPriority() === first;);
      return `${getPriority()} ${ownThread()}`;
    case "loop":
      for (;;);
    case "match":
      return String(/^(?:a|aa|a+)+$/.test(`${"a".repeat(60)}b`));
    case "exit":
      return process.exit(1);
    case "fill":
      for (const kept: string[][] = []; ;) kept.push(Array.from({ length: 100_000 }, (_, n) => `${n}`));
    case "refuse":
      throw new TypeError("the words quote the secret text");
    case "give up":
      giveUp();
      return "given up";
  }
});

function useProcessor(ms: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= ms * 1000) return;
  }
}
