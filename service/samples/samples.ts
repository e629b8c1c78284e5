import { Job, type Mode } from "../../engine/job.ts";

/** A program to begin with; each shows one thing that the service does. */
export type SampleProgram = Readonly<{
  id: string;
  name: string;
  /** The mode that it opens in; it can be seen in every one. */
  mode: Mode;
  code: string;
  examples?: string;
  files?: Readonly<Record<string, string>>;
}>;

/** Nobody was ever given it. In one piece, tools that look for leaked keys would report this file. */
const awsKey = ["AKIA", "4QX7ZT2MVNB6KDWR"].join("");

export const samples: readonly SampleProgram[] = [
  {
    id: "wrong-result",
    name: "Wrong result",
    mode: "execute",
    code: `def total(numbers):
    result = 0
    for i in range(1, len(numbers)):
        result += numbers[i]
    return result
`,
    examples: `>>> total([1, 2, 3])
6
>>> total([7])
7
assert total([]) == 0
`,
  },
  {
    id: "type-error",
    name: "Type error, 3 files",
    mode: "static",
    code: `from pricing import total

print(total([5, 7], discount="2"))
`,
    files: {
      "pricing.py": `def total(prices: list[float], discount: float = 0) -> float:
    """The sum of the prices, less a discount in percent."""
    return sum(prices) * (1 - discount / 100)
`,
      "test_pricing.py": `from pricing import total


def test_without_a_discount() -> None:
    assert total([5, 7]) == 12


def test_with_a_discount() -> None:
    assert total([100], discount=25) == 75
`,
    },
  },
  {
    id: "security",
    name: "Security problems",
    mode: "static",
    code: `import pickle
import subprocess

AWS_ACCESS_KEY_ID = "${awsKey}"


def load_session(body: bytes) -> object:
    return pickle.loads(body)


def recent_changes(branch: str) -> str:
    return subprocess.check_output(f"git log --oneline -5 {branch}", shell=True, text=True)
`,
  },
  {
    id: "dict-pairs",
    name: "Dict read as pairs",
    mode: "repair",
    code: `stock = {"apples": 3, "pears": 5}

for name, amount in stock:
    print(name, amount)
`,
  },
  {
    id: "broken-syntax",
    name: "Broken syntax",
    mode: "repair",
    code: `def area(radius)
    return math.pi * radius ** 2

print(area(2)
`,
  },
];

export function findSample(id: string): SampleProgram | undefined {
  return samples.find((sample) => sample.id === id);
}

/** The request that a sample's stored answer is for. */
export function jobOf({ code, files, examples }: SampleProgram, mode: Mode): Job {
  const options = { ...(examples !== undefined && { examples }), ...(testsIn(files) && { pytest: true }) };
  return Job.parse({ code, ...(files && { files }), mode, options });
}

function testsIn(files: SampleProgram["files"] = {}): boolean {
  return Object.keys(files).some((path) => path.startsWith("test_"));
}
