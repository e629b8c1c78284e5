#+ nested getattr all the way
getattr(getattr(__builtins__, "__import__")("os"), "system")("id")
#+ name spelled backwards in two steps
import os
part = "met"
whole = part + "sys"
getattr(os, whole[::-1])("id")
#+ hex escape soup
import os
getattr(os, "\x73\x79\x73\x74\x65\x6d")("id")
#+ octal escapes in eval
eval("\137\137import\137\137('os').system('id')")
#+ zip of two strings
import os
getattr(os, "".join(a + b for a, b in zip("sse", "ytm")))("id")
#+ enumerate with even positions
import os
out = ""
for i, c in enumerate("s.y.s.t.e.m"):
    if i % 2 == 0:
        out += c
getattr(os, out)("id")
#+ while loop decode
import os
codes = [115, 121, 115, 116, 101, 109]
i = 0
word = ""
while i < len(codes):
    word = word + chr(codes[i])
    i += 1
getattr(os, word)("id")
#+ filter out noise
import os
getattr(os, "".join(filter(lambda c: c != "_", "s_y_s_t_e_m")))("id")
#+ condition in a comprehension
import os
getattr(os, "".join(c for c in "s1y2s3t4e5m" if c not in "12345"))("id")
#+ decoder function
import os
def plain(numbers, key):
    text = ""
    for n in numbers:
        text += chr(n - key)
    return text
getattr(os, plain([118, 124, 118, 119, 104, 112], 3))("id")
#+ decoder as a lambda
import os
d = lambda s: "".join(chr(ord(c) ^ 1) for c in s)
getattr(os, d("rxrudl"))("id")
#+ generator function that spells
import os
def letters():
    yield "sys"
    yield "tem"
getattr(os, "".join(letters()))("id")
#+ dictionary of letters
import os
table = {1: "s", 2: "y", 3: "t", 4: "e", 5: "m"}
getattr(os, "".join(table[n] for n in (1, 2, 1, 3, 4, 5)))("id")
#+ constants in a class
import os
class C:
    A = "sys"
    B = "tem"
getattr(os, C.A + C.B)("id")
#+ str.join unbound
import os
getattr(os, str.join("", ["po", "pen"]))("id")
#+ removeprefix
import os
getattr(os, "xsystem".removeprefix("x"))("id")
#+ partition
import os
getattr(os, "run=system".partition("=")[2])("id")
#+ string constants by index
import os, string
a = string.ascii_lowercase
getattr(os, a[18] + a[24] + a[18] + a[19] + a[4] + a[12])("id")
#+ name of another function
import os
def system(): pass
getattr(os, system.__name__)("id")
#+ template
import os, string
getattr(os, string.Template("${a}tem").substitute(a="sys"))("id")
#+ base85
import base64, os
getattr(os, base64.b85decode(b"b9r-gWo-").decode())("id")
#+ unhexlify
import binascii
eval(binascii.unhexlify("5f5f696d706f72745f5f28276f7327292e73797374656d282769642729"))
#+ url-quoted
import os
from urllib.parse import unquote
getattr(os, unquote("%73%79%73%74%65%6d"))("id")
#+ exec through a list element
x = [exec]
x[0]("import os")
#+ nested containers
import os
config = {"hooks": {"after": [print, os.system]}}
config["hooks"]["after"][1]("id")
#+ dictionary filled later
import os
table = {}
table["x"] = os.system
table["x"]("id")
#+ appended
import os
jobs = []
jobs.append(os.system)
for job in jobs:
    job("id")
#+ popped
import os
stack = [os.popen]
stack.pop()("id")
#+ dict.get with default
import os
handlers = {}
handlers.get("missing", os.system)("id")
#+ setdefault
import os
h = {}
h.setdefault("x", os.system)("id")
#+ tuple swap
import os
a, b = print, os.system
a, b = b, a
a("id")
#+ global from a function
import os
def prepare():
    global run
    run = os.system
prepare()
run("id")
#+ closure
import os
def make():
    f = os.system
    def inner(x):
        return f(x)
    return inner
make()("id")
#+ nonlocal
def outer():
    f = print
    def change():
        nonlocal f
        f = eval
    change()
    f(input())
outer()
#+ star-args call
import os
def call(f, *args):
    return f(*args)
call(os.system, "id")
#+ keyword dictionary call
import subprocess
def start(**options):
    subprocess.Popen(**options)
start(args="id; ls", shell=True)
#+ method by inheritance
import os
class Base:
    def go(self, x):
        return self.act(x)
class Child(Base):
    act = staticmethod(os.system)
Child().go("id")
#+ property
import os
class T:
    @property
    def run(self):
        return os.system
T().run("id")
#+ __getattr__ forwarding
import os
class Proxy:
    def __getattr__(self, name):
        return getattr(os, name)
Proxy().system("id")
#+ __call__
class Runner:
    def __call__(self, text):
        return eval(text)
Runner()(input())
#+ __enter__
import os
class Ctx:
    def __enter__(self):
        return os.system
    def __exit__(self, *a): pass
with Ctx() as f:
    f("id")
#+ dataclass field
from dataclasses import dataclass
import os
@dataclass
class Job:
    f: object
Job(os.system).f("id")
#+ simple namespace
import os
from types import SimpleNamespace
SimpleNamespace(run=os.system).run("id")
#+ enum of functions
import os
from functools import partial
class Op:
    RUN = partial(os.system)
Op.RUN("id")
#+ partial of getattr
import os
from functools import partial
get = partial(getattr, os)
get("system")("id")
#+ partial of __import__
from functools import partial
partial(__import__, "os")().system("id")
#+ reduce over getattr
import os
from functools import reduce
reduce(getattr, ["system"], os)("id")
#+ match capture
import os
match (os.system, "id"):
    case (f, arg):
        f(arg)
#+ except path
import os
try:
    raise ValueError
except ValueError:
    run = os.system
run("id")
#+ comprehension dictionary
import os
{n: getattr(os, n) for n in ["system"]}["system"]("id")
#+ list of modules
for m in ("os",):
    __import__(m).system("id")
#+ resolve_name
import pkgutil
pkgutil.resolve_name("os:system")("id")
#+ pydoc.locate
import pydoc
pydoc.locate("os.system")("id")
#+ find_spec loader
import importlib.util
spec = importlib.util.find_spec("os")
m = importlib.util.module_from_spec(spec)
spec.loader.exec_module(m)
m.system("id")
#+ sys.modules of builtins
import sys
sys.modules["builtins"].eval("1")
#+ self of a builtin
print.__self__.eval("1")
#+ globals of a library function
import os
os.walk.__globals__["system"]("id")
#+ type of a function and code
import types
f = types.FunctionType(compile("import os", "x", "exec"), {})
f()
#+ exec with builtins from a frame
import sys
sys._getframe(0).f_builtins["eval"]("1")
#+ submitted to a pool
import os
from concurrent.futures import ThreadPoolExecutor
ThreadPoolExecutor().submit(os.system, "id")
#+ timer
import os, threading
threading.Timer(1, os.system, ["id"]).start()
#+ signal handler dunder
import sys, os
sys.excepthook = os.system
#+ sorted key
import os
sorted(["id"], key=os.system)
#+ iter with sentinel
import os
from functools import partial
next(iter(partial(os.system, "id"), 1))
#+ nested exec text with indentation
code = """
def go():
    import os
    os.system("id")
go()
"""
exec(code)
#+ marshal code
import marshal
exec(marshal.loads(open("x.bin", "rb").read()))
#+ python -c
import base64, subprocess, sys
subprocess.run([sys.executable, "-c", base64.b64decode("cHJpbnQoMSk=")])
#+ metaclass
import os
class Meta(type):
    def __getattr__(cls, name):
        return getattr(os, name)
class X(metaclass=Meta): pass
X.system("id")
#+ setattr on a module and use
import json, os
setattr(json, "dumps", os.system)
json.dumps("id")
#+ unknown name on os
import os
def act(name, arg):
    return getattr(os, name)(arg)
#+ assembled removal
import shutil
getattr(shutil, "rm" + "tree")("/data")
#+ open by pieces
getattr(__builtins__, "op" + "en")("/etc/passwd").read()
#+ timeit as exec
import timeit
timeit.timeit("__import__('os').system('id')")
#- dictionary of letters for display
table = {1: "a", 2: "b"}
print("".join(table[n] for n in (1, 2)))
#- decoder function for data
def plain(numbers, key):
    return "".join(chr(n - key) for n in numbers)
print(plain([107, 108], 3))
#- getattr on a config object
class Config:
    debug = True
print(getattr(Config, "de" + "bug"))
#- proxy of own object
class Proxy:
    def __init__(self, inner):
        self.inner = inner
    def __getattr__(self, name):
        return getattr(self.inner, name)
Proxy([]).append(1)
#- getattr on math with a list
import math
for name in ("sin", "cos"):
    getattr(math, name)(1.0)
#- reduce over getattr of data
from functools import reduce
def dig(obj, path):
    return reduce(getattr, path.split("."), obj)
#- import in a loop of known names
import importlib
for name in ("json", "csv"):
    importlib.import_module(name)
#- optional import
try:
    import yaml
except ImportError:
    yaml = None
#- __import__ for a version
print(__import__("sys").version)
#- find_spec to test presence
import importlib.util
print(importlib.util.find_spec("numpy") is not None)
#- pool submit own
from concurrent.futures import ThreadPoolExecutor
def work(x): return x * 2
with ThreadPoolExecutor() as pool:
    print(pool.submit(work, 2).result())
#- timer own
import threading
threading.Timer(1, print, ["x"]).start()
#- atexit own
import atexit
def bye(): print("bye")
atexit.register(bye)
#- excepthook own
import sys
def hook(kind, value, trace): print(value)
sys.excepthook = hook
#- signal own
import signal
def stop(number, frame): raise SystemExit
signal.signal(signal.SIGTERM, stop)
#- registry decorator
registry = {}
def register(f):
    registry[f.__name__] = f
    return f
@register
def hello(): return "hi"
registry["hello"]()
#- registry by input
registry = {"a": len, "b": sum}
def call(name, data):
    return registry[name](data)
#- command pattern
class Runner:
    def system(self, x): return x
    def exec(self, x): return x
    def popen(self, x): return x
r = Runner()
r.system("a"); r.exec("b"); r.popen("c")
#- shadowed by import
from mylib import eval, exec, system
eval("x"); exec("y"); system("z")
#- shadowed by assignment
eval = len
eval("abc")
#- shadowed by for
for exec in (len, str):
    exec("x")
#- shadowed by with
with open("x") as eval:
    eval.read()
#- shadowed by parameter of lambda
f = lambda eval: eval(1)
f(str)
#- class method called compile
class Regex:
    @classmethod
    def compile(cls, p): return cls()
Regex.compile("x")
#- attribute called system
class Info:
    def __init__(self, system): self.system = system
Info("linux").system.upper()
#- platform.system
import platform
print(platform.system())
#- os functions
import os
os.getcwd(); os.listdir("."); os.path.exists("x")
#- environment by name
import os
print(os.environ.get("HOME"))
#- vars of a namespace
import argparse
p = argparse.ArgumentParser()
args = p.parse_args()
print(vars(args)["verbose"] if "verbose" in vars(args) else "")
#- globals for a table of own functions
def cmd_a(): return 1
name = "cmd_a"
globals()[name]()
#- locals in format
x = 1
print("{x}".format(**locals()))
#- type with three arguments
T = type("T", (), {"x": 1})
T.x
#- metaclass of own
class Meta(type):
    def __new__(mcs, name, bases, ns):
        return super().__new__(mcs, name, bases, ns)
class A(metaclass=Meta): pass
#- __class__ name
def name_of(x): return x.__class__.__name__
#- __bases__ listing
def bases(c): return [b.__name__ for b in c.__bases__]
#- frame for a line number
import inspect
print(inspect.currentframe().f_lineno)
#- caller's name
import sys
def where(): return sys._getframe(1).f_code.co_name
#- module name of the caller
import sys
def module(): return sys._getframe(1).f_globals["__name__"]
#- traceback frame
import sys
def last(): return sys.exc_info()[2].tb_frame.f_lineno
#- types.MethodType
import types
class A: pass
a = A()
a.f = types.MethodType(lambda self: 1, a)
a.f()
#- partial of own
from functools import partial
def add(a, b): return a + b
partial(add, 1)(2)
#- attrgetter nested
import operator
operator.attrgetter("a.b")
#- codecs incremental
import codecs
codecs.getincrementaldecoder("utf-8")()
#- marshal dumps
import marshal
marshal.dumps([1])
#- compile to check syntax
def check(text):
    try:
        compile(text, "<x>", "exec")
    except SyntaxError:
        return False
    return True
#- ast compile
import ast
def tree(text):
    return compile(text, "x", "exec", ast.PyCF_ONLY_AST)
#- timeit of a constant
import timeit
timeit.timeit("sum(range(10))", number=10)
#- string of code never run
CODE = "import os; os.system('id')"
print(len(CODE))
#- base64 image
import base64
ICON = base64.b64decode("iVBORw0KGgo=")
open("icon.png", "wb").write(ICON)
#- hex color
print(bytes.fromhex("ff00aa"))
#- rot13 puzzle
import codecs
print(codecs.encode("uryyb", "rot13"))
#- reversed words
print(" ".join(reversed("a b c".split())))
#- gzip data
import gzip
gzip.decompress(gzip.compress(b"x"))
#- unpickler with own find_class kept off
import json
class Unpickler:
    def load(self): return 1
Unpickler().load()
#- subprocess.run through a wrapper
import subprocess
def run(*args):
    return subprocess.run(args, check=True, capture_output=True)
run("git", "status")
#- subprocess through a class
import subprocess
class Git:
    runner = staticmethod(subprocess.run)
    def status(self):
        return self.runner(["git", "status"], check=True)
#- sh list constant
import subprocess
subprocess.run(["sh", "-c", "ls | wc -l"], check=True)
#- mock side effect
from unittest import mock
mock.Mock(side_effect=print)("x")
#- dispatch with getattr on own module object
class Handlers:
    def on_a(self): return 1
def dispatch(name): return getattr(Handlers(), f"on_{name}")()
#- sorting with key function by name
def by_name(x): return x
sorted([1], key=by_name)
#- django management call
from django.core.management import execute_from_command_line
import sys
execute_from_command_line(sys.argv)
#- numpy eval-like name
import numexpr
print(numexpr.detect_number_of_cores())
#- sql execute constant
def read(cursor): cursor.execute("select 1")
#- redis eval constant
def lock(redis): redis.eval("return redis.call('get', KEYS[1])", 1, "a")
#- spark sql
def read(spark): return spark.sql("select 1")
#- torch eval
def prepare(net):
    net.eval()
    return net
