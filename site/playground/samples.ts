export type Sample = Readonly<{
  name: string;
  mode: "static" | "repair" | "execute";
  code: string;
  examples?: string;
}>;

/** Programs to begin with; each shows one thing that the service does. */
export const samples: readonly Sample[] = [
  {
    name: "Type error",
    mode: "static",
    code: `def total(prices: list[float], discount: str) -> float:
    """Sum of the prices, less a discount in percent."""
    return sum(prices) * (1 - discount / 100)


print(total([9.5, 20.0], "10"))
`,
  },
  {
    name: "Security problems",
    mode: "static",
    code: `import pickle
import subprocess

STRIPE_KEY = "sk_live_" + "51Hq9ZtLwXo3VbNc8RmPyKd2"


def load_session(body: bytes) -> object:
    return pickle.loads(body)


def list_files(folder: str) -> str:
    return subprocess.check_output("ls " + folder, shell=True, text=True)
`,
  },
  {
    name: "Dict read as pairs",
    mode: "static",
    code: `def report(stock: dict[str, int]) -> None:
    for name, amount in stock:
        print(name, amount)


report({"apples": 3, "pears": 5})
`,
  },
  {
    name: "Broken syntax and a missing import",
    mode: "repair",
    code: `def area(radius)
    return math.pi * radius ** 2

print(area(2)
`,
  },
  {
    name: "Wrong result, with examples",
    mode: "execute",
    code: `def total(numbers):
    result = 0
    for i in range(1, len(numbers)):
        result += numbers[i]
    return result
`,
    examples: `>>> total([1, 2, 3])
6
assert total([]) == 0`,
  },
];
