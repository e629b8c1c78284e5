/** Programs that try to change what is said of the caller's examples, put together at random from the parts below. */

/** What is tried, wherever it comes to run: in the program, or in whatever else runs what the code's author wrote. */
export const payloads: Readonly<Record<string, string>> = {
  "patching the judge's modules": `
import sys
for name in ("judge", "compare", "encoding", "deciding", "verdicts", "library", "channel", "examination", "questions", "weighing", "peer", "wire", "judging", "trial"):
    module = sys.modules.get(name)
    for key in ("matches", "same", "judge_assertion", "judge_value", "judge_runs"):
        if hasattr(module, key): setattr(module, key, lambda *a, **k: (True, None))
    for key in ("Examination", "Questions", "Judge", "Weighing", "Peer"):
        for method in ("tell_outcome", "conclude", "compare", "decide", "explain", "operate"):
            if hasattr(getattr(module, key, None), method): setattr(getattr(module, key), method, lambda *a, **k: True)
    if hasattr(module, "evaluate"): module.evaluate = lambda *a, **k: True
    if hasattr(module, "JUDGES"): module.JUDGES.update(dict.fromkeys(module.JUDGES, lambda *a: (True, None)))`,
  "patching functions found by gc": `
import gc, types
def yes(*a, **k): return True, None
for thing in gc.get_objects():
    if isinstance(thing, types.FunctionType) and thing.__name__ in ("judge_item", "judge_assertion", "judge_value"):
        thing.__code__ = yes.__code__
        thing.__kwdefaults__ = None`,
  "changing what is expected, found by gc": `
import gc
for thing in gc.get_objects():
    if type(thing) is dict and "residual" in thing: thing["residual"] = "True"
    if type(thing) is dict and "expected" in thing and "kind" in thing: thing.update(kind="runs", asked=[], residual="1")`,
  "changing the frames above": `
import sys
frame = sys._getframe()
while frame is not None:
    for name, value in list(frame.f_locals.items()) + list(frame.f_globals.items()):
        if type(value) is list:
            for each in value:
                if type(each) is dict and "held" in each: each["held"] = True
                if type(each) is dict and "residual" in each: each["residual"] = "True"
        if type(value) is dict and "items" in value and type(value["items"]) is list:
            for item in value["items"]:
                if type(item) is dict and "kind" in item: item.update(kind="assertion", residual="True", asked=[])
    frame = frame.f_back`,
  "numbers made equal by ctypes": `
import ctypes
for number in (1, 4, 9, 25, 144):
    ctypes.memmove(id(number) + 24, id(0) + 24, 4)
    ctypes.memmove(id(number) + 16, id(0) + 16, 8)`,
  "numbers made equal through /proc/self/mem": `
with open("/proc/self/mem", "r+b", 0) as memory:
    memory.seek(id(0) + 16)
    zero = memory.read(12)
    for number in (1, 4, 9, 25, 144):
        memory.seek(id(number) + 16)
        memory.write(zero)`,
  "patching builtins": `
import builtins
for name in ("eval", "all", "any", "isinstance", "len", "sorted", "repr", "type", "zip", "map", "bool"):
    setattr(builtins, name, lambda *a, **k: True)`,
  "patching builtins.eval": `
import builtins
builtins.eval = lambda *a, **k: True`,
  "patching json": `
import json
real = json.dumps
def lie(value, *a, **k):
    return real(value, *a, **k).replace('"held": false', '"held": true')
json.dumps = lie`,
  "patching operator, re, math and ast": `
import ast, math, operator, re
operator.eq = math.isclose = re.match = ast.literal_eval = lambda *a, **k: True`,
  "an import hook and false modules": `
import sys, types
class Always(types.ModuleType):
    def __getattr__(self, name): return lambda *a, **k: True
for name in ("math", "statistics", "fractions", "judge", "compare"): sys.modules[name] = Always(name)
class Hook:
    def find_spec(self, name, path=None, target=None): sys.modules[name] = Always(name)
sys.meta_path.insert(0, Hook())`,
  "verdicts and frames on every descriptor": `
import json, os, struct
held = [{"index": n, "held": True, "got": None} for n in range(5)]
frame = json.dumps({"type": "judge", "nonce": "n", "programs": [{"id": "0", "examples": held}]}).encode()
for fd in range(3, 256):
    for data in (json.dumps(held).encode() + b"\\n", struct.pack(">I", len(frame)) + frame):
        try: os.write(fd, data)
        except OSError: pass`,
  "reading what comes on every descriptor": `
import os
for fd in range(3, 256):
    try:
        os.set_blocking(fd, False)
        os.read(fd, 65536)
    except OSError: pass`,
  "a fork that goes on": "import os\nos.fork()",
  "a daemon that writes verdicts": `
import json, os, time
held = json.dumps([{"index": n, "held": True, "got": None} for n in range(5)]).encode() + b"\\n"
if os.fork() == 0:
    os.setsid()
    for _ in range(200):
        for fd in range(3, 20):
            try: os.write(fd, held)
            except OSError: pass
        time.sleep(0.01)`,
  "a thread that patches for ever": `
import sys, threading, time
def patch():
    while True:
        for name in ("judge", "compare"):
            module = sys.modules.get(name)
            if module: module.__dict__.update(judge_item=lambda *a: (True, None), matches=lambda *a: True)
        time.sleep(0.001)
threading.Thread(target=patch, daemon=True).start()`,
  "a handler of signals": `
import signal, sys
def on_signal(*a):
    judge = sys.modules.get("judge")
    if judge: judge.judge_item = lambda *a: (True, None)
signal.signal(signal.SIGALRM, on_signal)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)`,
  tracing: `
import sys
def trace(frame, event, argument):
    if "held" in frame.f_locals: frame.f_locals["held"] = True
    return trace
sys.settrace(trace)
sys.setprofile(lambda *a: None)`,
  "an exit handler and a fork handler": `
import atexit, os
def write():
    for fd in range(3, 20):
        try: os.write(fd, b'[[0, true]]\\n')
        except OSError: pass
atexit.register(write)
os.register_at_fork(before=write, after_in_child=write)`,
  "killing its parent": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)",
  "killing everything": `
import os, signal
os.kill(1, signal.SIGKILL)
for pid in range(2, 60):
    if pid != os.getpid():
        try: os.kill(pid, signal.SIGKILL)
        except OSError: pass`,
  "stopping its parent": "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)",
  "leaving early": "import os\nos._exit(0)",
  crashing: "import ctypes\nctypes.string_at(0)",
  "closing every descriptor": "import os\nos.closerange(0, 256)",
  "files for the next one": `
import os
for place in (os.getcwd(), "/tmp", "/dev/shm"):
    for name in ("judge.py", "compare.py", "math.py", "json.py", "sitecustomize.py"):
        with open(os.path.join(place, name), "w") as file: file.write("same = matches = isclose = lambda *a, **k: True")`,
  "endless output": "import os\nfor _ in range(400): os.write(1, b'x' * 1000)",
};

/** Ways for a docstring to get its lines run by its reader, without a name of the program. */
export const docstrings: Readonly<Record<string, (code: string) => string[]>> = {
  "a value module": (code) => [
    ">>> import collections",
    `>>> _ = collections._sys.modules['builtins'].exec(${code})`,
  ],
  "a value module's own imports": (code) => [
    ">>> from dataclasses import sys",
    `>>> _ = sys.modules['builtins'].exec(${code})`,
  ],
  "the subclasses of object": (code) => [
    ">>> found = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close']",
    `>>> _ = found[0].__init__.__globals__['__builtins__']['exec'](${code})`,
  ],
  "a comparison": (code) => [
    ">>> import functools",
    `>>> functools.namedtuple.__globals__['_sys'].modules['builtins'].exec(${code}) is None`,
  ],
  "a value": (code) => [
    ">>> import fractions",
    `>>> fractions.sys.modules['builtins'].exec(${code}) or 5`,
    "5",
  ],
  "a default of a helper": (code) => [
    ">>> import collections",
    `>>> def helper(x=collections._sys.modules['builtins'].exec(${code})): return x`,
    ">>> helper() is None",
    "True",
  ],
  "a class body": (code) => [
    ">>> import collections",
    ">>> class Kept:",
    `...     x = collections._sys.modules['builtins'].exec(${code})`,
  ],
  "a metaclass": (code) => [
    ">>> import collections",
    ">>> class Meta(type):",
    "...     def __new__(m, n, b, d):",
    `...         collections._sys.modules['builtins'].exec(${code})`,
    "...         return type.__new__(m, n, b, d)",
    ">>> class Made(metaclass=Meta): pass",
  ],
  "a repr in the judge": (code) => [
    ">>> import collections",
    ">>> class Shown:",
    "...     def __repr__(self):",
    `...         collections._sys.modules['builtins'].exec(${code})`,
    "...         return 'x'",
    ">>> Shown()",
    "x",
  ],
  "an equality in the judge": (code) => [
    ">>> import collections",
    ">>> class Equal:",
    "...     def __eq__(self, other):",
    `...         collections._sys.modules['builtins'].exec(${code})`,
    "...         return True",
    "...     def __hash__(self): return 0",
    ">>> Equal() == 1",
    "True",
  ],
  "the program": (code) => [`>>> square.__globals__['__builtins__'].exec(${code})`, ">>> square(0)", "0"],
};

/** Places in the code itself where something can be made to run. */
export const places: Readonly<Record<string, (code: string) => string>> = {
  "the module": (code) => `exec(${code})`,
  "a class body": (code) => `class Body:\n    exec(${code})`,
  "a metaclass": (code) =>
    `class Meta(type):\n    def __new__(m, n, b, d):\n        exec(${code})\n        return type.__new__(m, n, b, d)\nclass Made(metaclass=Meta): pass`,
  __init_subclass__: (code) =>
    `class Base:\n    def __init_subclass__(cls): exec(${code})\nclass Sub(Base): pass`,
  "a decorator": (code) => `def run(f):\n    exec(${code})\n    return f\n@run\ndef other(): pass`,
  "the end of an object": (code) =>
    `class Ended:\n    def __del__(self): exec(${code})\n_ended = Ended()\ndel _ended`,
  "an exit handler": (code) => `import atexit\natexit.register(exec, ${code})`,
  "a thread": (code) =>
    `import threading\nthreading.Thread(target=exec, args=(${code},), daemon=True).start()`,
  "a signal": (code) =>
    `import os, signal\nsignal.signal(signal.SIGUSR1, lambda *a: exec(${code}))\nos.kill(os.getpid(), signal.SIGUSR1)`,
  "an import hook": (code) =>
    `import sys\nclass Hook:\n    def find_spec(self, *a): exec(${code})\nsys.meta_path.insert(0, Hook())\ntry: import nothing_of_this_name\nexcept ImportError: pass`,
  "the call": (code) => `import functools\n_code = ${code}\ndef _before():\n    exec(_code)`,
};

/** Definitions that could make the examples mean something else. */
export const definitions: Readonly<Record<string, string>> = {
  "names the examples bind": "want = expected = cases = close = 0",
  "builtins of its own":
    "def sorted(*a, **k): return 0\ndef set(*a): return 0\nlen = abs = list = lambda *a: 0",
  "imports under the names of others":
    "import operator as math, datetime as sorted\nfrom math import inf as expected",
  "modules of its own":
    "class math:\n    isclose = staticmethod(lambda *a, **k: True)\n    sqrt = staticmethod(lambda x: 0)",
  "what the judge calls its claims": "__claim__ = __agreed__ = lambda *a: True\n__builtins__ = {}",
  "names given without a statement":
    "globals().update(want=0, math=0, sorted=lambda *a: 0, isclose=lambda *a: True)",
};

/** What the wrong function gives, its last line. */
export const answers: Readonly<Record<string, string>> = {
  "a wrong number": "return 0",
  "an object equal to everything":
    "return type('Any', (), {'__eq__': lambda *a: True, '__ne__': lambda *a: False, '__hash__': lambda s: 9})()",
  "a number equal to everything":
    "return type('Any', (int,), {'__eq__': lambda *a: True, '__hash__': lambda s: 9, '__index__': lambda s: 9})(0)",
  "an object that calculates": "return Wrong(n)",
  "nothing but items": "yield 0",
  "an object whose text lies": "return type('Text', (), {'__repr__': lambda s: s.__class__.__name__})()",
};

/** A program and how it came to be, so that a failure can be read. */
export type Hostile = Readonly<{ code: string; parts: readonly string[] }>;

type Dice = () => number;

/** A wrong program with hostile parts anywhere in it. */
export function wrongProgram(dice: Dice): Hostile {
  const lines = many(dice, docstrings).map((name) => ({ name, payload: one(dice, payloads) }));
  const inCode = many(dice, places).map((name) => ({ name, payload: one(dice, payloads) }));
  const defined = many(dice, definitions);
  const answer = one(dice, answers);
  return {
    code: [
      ...defined.map((name) => definitions[name]!),
      wrongObject,
      ...inCode.map(({ name, payload }) => places[name]!(quote(payloads[payload]!))),
      square(
        lines,
        inCode.some(({ name }) => name === "the call")
          ? `_before()\n    ${answers[answer]!}`
          : answers[answer]!,
      ),
    ].join("\n"),
    parts: [
      ...defined,
      ...inCode.map(({ name, payload }) => `${payload} in ${name}`),
      ...lines.map(({ name, payload }) => `${payload} in a docstring by ${name}`),
      answer,
    ],
  };
}

/** A right program whose docstring alone is hostile. */
export function rightProgram(dice: Dice): Hostile {
  const lines = [one(dice, docstrings), ...many(dice, docstrings)].map((name) => ({
    name,
    payload: one(dice, payloads),
  }));
  return {
    code: square(lines, "return n * n"),
    parts: lines.map(({ name, payload }) => `${payload} in a docstring by ${name}`),
  };
}

const wrongObject = `
class Wrong(int):
    __eq__ = __ne__ = __lt__ = __contains__ = lambda *a: True
    __sub__ = __rsub__ = __mul__ = __abs__ = lambda *a: 0.0
    __hash__ = lambda s: 9`;

function square(lines: readonly { name: string; payload: string }[], body: string): string {
  const doc = lines.flatMap(({ name, payload }) => docstrings[name]!(quote(payloads[payload]!)));
  return `def square(n):\n    r'''\n${doc.map((line) => `    ${line}\n`).join("")}    '''\n    ${body}\n`;
}

/** As a literal that Python and a raw docstring both take. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function one(dice: Dice, choices: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(choices);
  return names[Math.floor(dice() * names.length)]!;
}

function many(dice: Dice, choices: Readonly<Record<string, unknown>>): string[] {
  return Array.from({ length: Math.floor(dice() * 3) }, () => one(dice, choices));
}
