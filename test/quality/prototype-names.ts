/** Names that every object of JavaScript has, and that a program in Python may use for anything. */
export const prototypeNames = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "isPrototypeOf",
  "toLocaleString",
  "__defineGetter__",
] as const;

/** Programs that use such a name in one of the ways there are, each with what it is about. */
export function prototypePrograms(name: string): Readonly<Record<string, string>> {
  return {
    variable: `${name} = 1\n${name} += 2\nprint(${name})\n`,
    parameter: `def f(${name}, other=2):\n    return ${name} + other\n\n\nprint(f(1), f(${name}=3), f(other=5, ${name}=4))\n`,
    default: `def f(a, ${name}=7):\n    return a, ${name}\n\n\nprint(f(1), f(1, 2), f(1, ${name}=3))\n`,
    keywords: `def f(**options):\n    return sorted(options.items())\n\n\nprint(f(${name}=1, a=2), f(**{"${name}": 3}), f(**{"b": 1}, ${name}=4))\n`,
    only: `def f(*, ${name}):\n    return ${name}\n\n\nprint(f(${name}=9))\n`,
    missing: `def f(a=1, **options):\n    return "${name}" in options, options.get("${name}", "none")\n\n\nprint(f(), f(b=1))\n`,
    dict: `d = {"${name}": 1, "a": 2}\nd["${name}"] += 5\nprint(d, "${name}" in d, d.get("${name}"), list(d), len(d))\ne = {"a": 1}\nprint("${name}" in e, e.get("${name}"))\n`,
    made: `d = dict(${name}=1)\nd.update(a=2)\nprint(d)\n`,
    set: `s = {"${name}", "${name}"}\nprint(len(s), "${name}" in s, "a" in s)\n`,
    function: `def ${name}(x):\n    return x * 2\n\n\nprint(${name}(4))\n`,
    attribute: `class Box:\n    def __init__(self, value):\n        self.${name} = value\n\n    def read(self):\n        return self.${name}\n\n\nbox = Box(3)\nbox.${name} = box.${name} + 1\nprint(box.read(), box.${name})\n`,
    method: `class Box:\n    def ${name}(self, a=1):\n        return a + 1\n\n\nprint(Box().${name}(), Box().${name}(a=4))\n`,
    lookup: `class Box:\n    pass\n\n\nbox = Box()\nprint(hasattr(box, "${name}"), getattr(box, "${name}", "none"))\n`,
    count: `from collections import Counter, defaultdict\n\nc = Counter(["${name}", "a", "${name}"])\nd = defaultdict(int)\nd["${name}"] += 1\nprint(c["${name}"], c["toFixed"], d["${name}"], d["valueOf"])\n`,
    format: `print("{${name}}".format(${name}=1), "%(${name})s" % {"${name}": 2})\n`,
    handler: `try:\n    print({}["${name}"])\nexcept KeyError as error:\n    print("missing", error)\n`,
    lambda: `f = lambda ${name}: ${name} + 1\nprint(f(1), f(${name}=2))\n`,
    loop: `total = 0\nfor ${name} in [1, 2, 3]:\n    total += ${name}\nprint(total, [${name} for ${name} in "ab"])\n`,
    dataclass: `from dataclasses import dataclass\n\n\n@dataclass\nclass Point:\n    ${name.startsWith("__") ? "x" : name}: int\n    y: int = 2\n\n\nprint(Point(1), Point(1) == Point(1, 2))\n`,
    json: `import json\n\nprint(json.dumps({"${name}": 1}), json.loads('{"${name}": [1]}'))\n`,
  };
}
