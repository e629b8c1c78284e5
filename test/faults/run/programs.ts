import type { Mode } from "../../../engine/job.ts";
import type { Verdict } from "../../../engine/verdict.ts";

/** A program whose right verdict is known. */
export type KnownProgram = Readonly<{
  mode: Mode;
  code: string;
  options?: Readonly<{ expected_output: string }>;
  isRight(verdict: Verdict): boolean;
}>;

/** A program that nobody has sent before, of each kind in turn. */
export function programOf(mode: Mode, name: string): KnownProgram {
  const kinds = makers[mode];
  return { mode, ...kinds[made++ % kinds.length]!(name) };
}

let made = 0;

type Maker = (name: string) => Omit<KnownProgram, "mode">;

const makers: Readonly<Record<Mode, readonly Maker[]>> = {
  static: [
    (name) => ({
      code: `def add_${name}(x: int) -> int:\n    return x + 1\n`,
      isRight: ({ valid, diagnostics }) => valid && diagnostics.length === 0,
    }),
    (name) => ({
      code: `total_${name}: int = "text"\n`,
      isRight: ({ valid, diagnostics }) =>
        valid && diagnostics.some(({ rule }) => rule === "mypy:assignment"),
    }),
    (name) => ({
      code: `def run_${name}(text: str) -> object:\n    return eval(text)\n`,
      isRight: ({ valid, security }) => !valid && security.some(({ cwe }) => cwe === "CWE-95"),
    }),
  ],
  repair: [
    (name) => ({
      code: `def half_${name}(x: int) -> float\n    return x / 2\n`,
      isRight: ({ valid, fixed_code, fixed_valid }) =>
        !valid &&
        fixed_valid === true &&
        fixed_code === `def half_${name}(x: int) -> float:\n    return x / 2\n`,
    }),
  ],
  execute: [
    (name) => ({
      code: `print("${name}")\n`,
      options: { expected_output: `${name}\n` },
      isRight: ({ valid, runtime }) => valid && runtime.stdout === `${name}\n`,
    }),
    (name) => ({
      code: `print("${name}")\n`,
      options: { expected_output: "another text\n" },
      isRight: ({ valid, runtime }) => !valid && runtime.stdout === `${name}\n`,
    }),
  ],
};
