import { getPriority } from "node:os";
import { ownThread } from "../../platform/threads/os-priority.ts";
import { doTasks } from "../../platform/threads/thread-tasks.ts";

/** What a thread is asked to do, to see how it is lost. */
export type Trial =
  | Readonly<{ do: "answer"; with: string }>
  /** Tells each of these after using up so much processor time. */
  | Readonly<{ do: "tell"; parts: readonly string[]; busyMs: number; next: Trial }>
  | Readonly<{ do: "wait"; ms: number }>
  /** Tells its priority and how the system names the thread: at once, or when it has been put behind others. */
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
      // Takes time, and no processor.
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
