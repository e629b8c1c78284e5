import { expect } from "vitest";
import type { Report } from "../../../support/sandbox.ts";

/** A program that tries something, and what must be true of the report whatever it tried. */
export type Attack = Readonly<{
  source: string;
  holds: object;
  wallMs?: number;
  /** Of what comes after the last line: there is no such thing for a module in a fork. */
  isAboutTheEnd?: boolean;
  /** The service then says that the program took its whole box down. */
  endsBox?: true;
  /** The differences that docs/running.md tells. */
  onGvisor?: Readonly<{ holds: object }> | Readonly<{ endsBox: true }>;
  onKubernetes?: Readonly<{ holds: object }> | Readonly<{ endsBox: true }>;
  onGvisorInPods?: Readonly<{ holds: object }>;
}>;

/** What a report says of a program that was ended, and of one that ended by itself. */
export const outOfTime = { ran: true, returncode: -9, timed_out: true };
export const endedWell = { ran: true, returncode: 0, timed_out: false, output_limit: false };
export const outOfMemory = {
  ran: true,
  returncode: 1,
  timed_out: false,
  stderr: expect.stringContaining("MemoryError"),
};
export const prints = (stdout: string): Partial<Report> => ({ ...endedWell, stdout: `${stdout}\n` });
export const overflows = { ran: true, returncode: -9, timed_out: false, output_limit: true };
export const capBytes = 65_536;
/** The text itself would fill the screen when it is wrong. */
export const ofLength = (length: number): unknown =>
  expect.toSatisfy((text: string) => text.length === length);
