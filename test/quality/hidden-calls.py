#+ getattr with a plain word
import os
getattr(os, "system")("id")
#+ getattr with two halves
import os
getattr(os, "sys" + "tem")("id")
#+ getattr with a joined list
import os
getattr(os, "".join(["s", "y", "s", "t", "e", "m"]))("id")
#+ getattr with a reversed word
import os
getattr(os, "metsys"[::-1])("id")
#+ getattr with reversed()
import os
getattr(os, "".join(reversed("nepop")))("id")
#+ getattr with format
import os
getattr(os, "{}{}".format("sys", "tem"))("id")
#+ getattr with percent
import os
getattr(os, "%stem" % "sys")("id")
#+ getattr with an f-string
import os
half = "sys"
getattr(os, f"{half}tem")("id")
#+ getattr with replace
import os
getattr(os, "sXstem".replace("X", "y"))("id")
#+ getattr with chr
import os
getattr(os, chr(115) + chr(121) + chr(115) + chr(116) + chr(101) + chr(109))("id")
#+ map of chr
import os
getattr(os, "".join(map(chr, [115, 121, 115, 116, 101, 109])))("id")
#+ comprehension of shifted ords
import os
getattr(os, "".join(chr(ord(c) - 1) for c in "tztufn"))("id")
#+ bytes of numbers
import os
getattr(os, bytes([115, 121, 115, 116, 101, 109]).decode())("id")
#+ bytes from hex
import os
getattr(os, bytes.fromhex("73797374656d").decode())("id")
#+ base64 name
import os, base64
getattr(os, base64.b64decode("c3lzdGVt").decode())("id")
#+ rot13 name
import os, codecs
getattr(os, codecs.decode("flfgrz", "rot13"))("id")
#+ translate
import os
getattr(os, "5y5t3m".translate(str.maketrans("53", "se")))("id")
#+ every second letter
import os
getattr(os, "s-y-s-t-e-m"[::2])("id")
#+ split and pick
import os
getattr(os, "getcwd system path".split()[1])("id")
#+ a loop that spells
import os
name = ""
for letter in ["s", "y", "s", "t", "e", "m"]:
    name += letter
getattr(os, name)("id")
#+ xor of bytes
import os
key = 7
getattr(os, "".join(chr(b ^ key) for b in [116, 126, 116, 115, 98, 106]))("id")
#+ int to bytes
import os
getattr(os, (126965465245037).to_bytes(6, "big").decode())("id")
#+ swapped case
import os
getattr(os, "SYSTEM".lower())("id")
#+ __import__ and call
__import__("os").system("id")
#+ __import__ with halves
__import__("o" + "s").popen("id")
#+ import_module
import importlib
importlib.import_module("os").system("id")
#+ import_module under another name
from importlib import import_module as load
load("subprocess").call("id", shell=True)
#+ sys.modules
import sys
sys.modules["os"].system("id")
#+ sys.modules.get
import os, sys
sys.modules.get("os").popen("id")
#+ module dictionary
import os
os.__dict__["system"]("id")
#+ vars
import os
vars(os)["popen"]("id")
#+ vars.get
import os
vars(os).get("system")("id")
#+ builtins by subscription
__builtins__["eval"]("1+1")
#+ builtins by attribute
__builtins__.eval("1+1")
#+ builtins module
import builtins
getattr(builtins, "ev" + "al")(input())
#+ builtins dictionary
import builtins
builtins.__dict__["exec"]("import os")
#+ globals to builtins
globals()["__builtins__"].exec("import os")
#+ globals by name
from os import system
globals()["system"]("id")
#+ locals by name
def run(command):
    from os import system
    locals()["system"](command)
#+ alias of a function
import os
run = os.system
run("id")
#+ alias of an alias
import os
a = os
b = a.system
c = b
c("id")
#+ tuple unpacking
import os
first, second = os.system, print
first("id")
#+ starred unpacking
import os
head, *rest = [print, os.system]
rest[0]("id")
#+ import under another name
from os import system as harmless
harmless("id")
#+ star import
from os import *
system("id")
#+ partial
import os, functools
functools.partial(os.system, "id")()
#+ lambda
import os
(lambda command: os.system(command))("id")
#+ lambda that returns the function
import os
(lambda: os.system)()("id")
#+ default argument
import os
def greet(name, say=os.system):
    say(name)
greet("id")
#+ keyword default
def calc(text, *, run=eval):
    return run(text)
#+ dictionary dispatch
import os
actions = {"show": print, "go": os.system}
actions["go"]("id")
#+ dictionary dispatch by input
actions = {"show": print, "go": eval}
actions[input()](input())
#+ list dispatch
import os
[print, os.system][1]("id")
#+ walrus
import os
(f := os.system)("id")
#+ conditional
import os, sys
(os.system if sys.platform == "linux" else print)("id")
#+ or
import os
(None or os.system)("id")
#+ decorator eval
@eval
def text():
    return "1"
#+ decorator that calls
import os
def now(f):
    os.system(f())
    return f
@now
def command():
    return "id"
#+ for over functions
for f in (eval,):
    f(input())
#+ comprehension over functions
import os
[f("id") for f in [os.system]]
#+ map over commands
import os
list(map(os.system, ["id", "ls"]))
#+ map eval
list(map(eval, input().split()))
#+ class attribute
import os
class Tools:
    run = os.system
Tools.run("id")
#+ instance attribute
class Box:
    def __init__(self):
        self.f = eval
    def use(self, text):
        return self.f(text)
#+ staticmethod
import os
class Tools:
    go = staticmethod(os.system)
Tools().go("id")
#+ function passed on
import os
def apply(f, x):
    return f(x)
apply(os.system, "id")
#+ function returned
def pick():
    return eval
pick()(input())
#+ attrgetter
import os, operator
operator.attrgetter("system")(os)("id")
#+ methodcaller
import os, operator
operator.methodcaller("system", "id")(os)
#+ itemgetter
import operator
operator.itemgetter("eval")(vars(__import__("builtins")))("1")
#+ subclasses walk
().__class__.__base__.__subclasses__()[104].load_module("os").system("id")
#+ mro walk
"".__class__.__mro__[1].__subclasses__()
#+ globals of a method
class A:
    def f(self): pass
A.f.__globals__["__builtins__"].eval("1")
#+ object getattribute
import os
object.__getattribute__(os, "system")("id")
#+ exec of base64
import base64
exec(base64.b64decode("aW1wb3J0IG9zO29zLnN5c3RlbSgnaWQnKQ=="))
#+ exec of zlib
import zlib
exec(zlib.decompress(b"x\x9c\xcb\xcc-\xc8/*Q\xc8/\x06\x00\x13=\x03\xd4"))
#+ exec of compile
source = "import os; os.system('id')"
exec(compile(source, "x", "exec"))
#+ nested code
exec("__import__('os').system('id')")
#+ eval of eval
eval("eval('__import__(\"os\").system(\"id\")')")
#+ setattr then call
import os
class Holder: pass
setattr(Holder, "run", os.system)
Holder.run("id")
#+ patched builtin
import builtins, os
builtins.print = os.system
print("id")
#+ thread target
import os, threading
threading.Thread(target=os.system, args=("id",)).start()
#+ exit handler
import atexit, os
atexit.register(os.system, "id")
#+ pickle gadget
import os
class P:
    def __reduce__(self):
        return (os.system, ("id",))
#+ hidden loads
import importlib
getattr(importlib.import_module("pick" + "le"), "lo" + "ads")(open("x", "rb").read())
#+ ctypes
import ctypes
ctypes.CDLL(None).system(b"id")
#+ dunder hook
import os
class Indexed:
    __class_getitem__ = os.system
Indexed["id"]
#+ three-argument type
import os
T = type("T", (), {"go": os.system})
T.go("id")
#+ full-width letters
ｅval(input())
#+ module carried by another module
import shutil
shutil.os.system("id")
#+ unknown name on builtins
import builtins, sys
getattr(builtins, sys.argv[1])(sys.argv[2])
#+ import of an unknown module
import sys
__import__(sys.argv[1]).run()
#+ json spells the name
import json, os
getattr(os, json.loads('{"n": "system"}')["n"])("id")
#+ reduce spells the name
import os
from functools import reduce
getattr(os, reduce(lambda a, b: a + b, ["sy", "st", "em"]))("id")
#- getattr on path
import os
getattr(os.path, "jo" + "in")("a", "b")
#- getattr with a variable on self
class A:
    def call(self, name):
        return getattr(self, "on_" + name)()
#- own system
def system(text):
    return text.upper()
system("id")
#- own eval
def eval(text):
    return len(text)
eval("1+1")
#- parameter called eval
def use(eval):
    return eval("x")
#- rebound alias
import os
run = os.system
run = print
run("id")
#- model.eval
import torch
model = torch.nn.Linear(1, 1)
model.eval()
#- re.compile
import re
re.compile("a+")
#- literal_eval
import ast
ast.literal_eval("[1, 2]")
#- import_module constant
import importlib
importlib.import_module("json").dumps({})
#- __import__ harmless
__import__("math").sqrt(4)
#- relative import_module
import importlib
def load(name):
    return importlib.import_module(f".{name}", __package__)
#- plugin package
import importlib
def load(name):
    return importlib.import_module("plugins." + name)
#- getattr logging level
import logging, os
level = getattr(logging, os.environ.get("LEVEL", "INFO"))
logging.basicConfig(level=level)
#- getattr with flag
import os
flag = getattr(os, "O_" + "RDONLY")
#- base64 data
import base64
print(base64.b64decode("aGVsbG8=").decode())
#- chr join
print("".join(chr(c) for c in [104, 105]))
#- dispatch of own functions
def a(): return 1
def b(): return 2
{"a": a, "b": b}[input()]()
#- partial of print
import functools
functools.partial(print, "a")()
#- lambda
double = lambda x: x * 2
double(3)
#- sys.modules name
import sys
print(sys.modules[__name__])
#- globals read
print(globals()["__name__"])
#- vars of object
class A: pass
vars(A()).get("x")
#- thread of own function
import threading
def work(n): print(n)
threading.Thread(target=work, args=(1,)).start()
#- map of int
list(map(int, ["1", "2"]))
#- subclasses of own base
class Base: pass
class Child(Base): pass
for cls in Base.__subclasses__():
    print(cls.__name__)
#- mro for printing
class A: pass
print([c.__name__ for c in A.__mro__])
#- globals of a function for hints
import typing
def f(): pass
typing.get_type_hints(f, f.__globals__)
#- code attributes
def f(a, b): pass
print(f.__code__.co_varnames)
#- attrgetter for sorting
import operator
sorted([], key=operator.attrgetter("name"))
#- itemgetter
import operator
operator.itemgetter(1)([1, 2])
#- methodcaller
import operator
operator.methodcaller("upper")("a")
#- class attribute print
class A:
    show = print
A.show("x")
#- setattr
class A: pass
setattr(A, "name", "x")
#- own compile
class Compiler:
    def compile(self, text):
        return text
    def exec(self, text):
        return text
Compiler().exec("x")
#- database exec
import sqlite3
sqlite3.connect("x").execute("select 1")
#- pandas query name
class Frame:
    def eval(self, text): return text
Frame().eval("a + b")
#- subprocess list
import subprocess
subprocess.run(["ls", "-l"], check=True)
#- subprocess alias with list
import subprocess
run = subprocess.run
run(["git", "status"], check=True)
#- subprocess as a default
import subprocess
def git(*words, run=subprocess.run):
    return run(["git", *words], check=True)
#- codecs of text
import codecs
codecs.decode(b"abc", "utf-8")
#- zlib of data
import zlib
zlib.decompress(zlib.compress(b"abc"))
#- reversed text
print("abc"[::-1])
#- json
import json
json.loads("{}")["a"]
#- exec named method of a thread pool
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor() as pool:
    pool.submit(print, 1)
#- hasattr
import os
print(hasattr(os, "system"))
#- mock
import os
from unittest import mock
with mock.patch.object(os, "system"):
    pass
#- inspect of a dangerous function
import inspect, os
print(inspect.signature(os.system))
#- name in a string
print("os.system('id')")
#- docs
def f():
    """Never call eval(input()) or os.system."""
#- comparing functions
import os
def check(f):
    return f is os.system
#- deleting a builtin
import builtins
blocked = ["eval", "exec"]
print([name for name in dir(builtins) if name not in blocked])
#- own __import__ name
class Loader:
    def __import__(self, name): return name
Loader().__import__("x")
#- os.path alias
from os import path as system
system.join("a", "b")
#- exec in another language's sense
class Redis:
    def eval(self, script, keys): return script
r = Redis()
r.eval("return 1", 0)
#- unknown receiver
def run(client):
    client.eval("return 1", 0)
    client.exec()
#- typing cast
from typing import cast
cast(str, 1).upper()
#- namedtuple
from collections import namedtuple
P = namedtuple("P", "x y")
P(1, 2).x
#- weak name
eval_result = 3
exec_time = eval_result + 1
print(exec_time)
#- enumerate
for i, f in enumerate([len, str]):
    f("a")
#- sorted key
sorted(["b"], key=str.lower)
#- getattr with default
import os
getattr(os, "cpu_count", lambda: 1)()
#- getattr of version
import sys
print(getattr(sys, "version_info"))
#- signal by name
import signal
getattr(signal, "SIGTERM")
#- dynamic attribute of own module
import sys
def handler(name):
    return getattr(sys.modules[__name__], f"handle_{name}")
#- dunder call
class A:
    def __call__(self, x): return x
A()("x")
#- class getitem
class A:
    def __class_getitem__(cls, item): return cls
A[int]
#- function table built in a loop
table = {}
for f in (len, sum):
    table[f.__name__] = f
table["len"]("x")
#- exec inside the shell's sense
import shlex
print(shlex.split("exec ls"))
