#+ os.execvp("sh", ["sh", "-c", "id"])
import os
os.execvp("sh", ["sh", "-c", "id"])
#+ spec.loader.exec_module(m)
import importlib.util, sys
spec = importlib.util.find_spec("os")
m = importlib.util.module_from_spec(spec)
spec.loader.exec_module(m)
m.system("id")
#+ for c in int.mro()[-1].__subclasses__():
for c in int.mro()[-1].__subclasses__():
    if c.__name__ == "Popen":
        c(["id"])
#+ typing.get_type_hints(A)
import typing
class A:
    x: "__import__('os').system('id')"
typing.get_type_hints(A)
#+ "{0.__class__.__init__.__globals__[sys].modules[os]}".format
"{0.__class__.__init__.__globals__[sys].modules[os]}".format(__import__("warnings").catch_warnings())
#+ operator.methodcaller("system", "id")(__import__("os"))
import operator
operator.methodcaller("system", "id")(__import__("os"))
#+ f = reduce(getattr, ["path", "os"], __import__("posixpath" a
from functools import reduce
f = reduce(getattr, ["path", "os"], __import__("posixpath" and "os"))
f.system("id")
#+ vars(__import__("bui" + "ltins"))["ev" + "al"]("1+1")
vars(__import__("bui" + "ltins"))["ev" + "al"]("1+1")
#+ sys.modules["os"].__dict__["sys" + "tem"]("id")
import sys
sys.modules["os"].__dict__["sys" + "tem"]("id")
#+ exec(codecs.decode("vzcbeg bf; bf.flfgrz('vq')", "rot13"))
import codecs
exec(codecs.decode("vzcbeg bf; bf.flfgrz('vq')", "rot13"))
#+ g["exec"]("import os")
import builtins
g = {k: v for k, v in vars(builtins).items() if k.startswith("ex") and k.endswith("ec")}
g["exec"]("import os")
#+ getattr(s, "".join(reversed("nepoP")))(["id"])
import subprocess as s
getattr(s, "".join(reversed("nepoP")))(["id"])
#+ ctypes.CDLL(None).system(b"id")
import ctypes
ctypes.CDLL(None).system(b"id")
#+ class X(metaclass=M):
class M(type):
    def __getattr__(cls, n):
        return getattr(__import__("os"), n)
class X(metaclass=M):
    pass
X.system("id")
#+ pkgutil.resolve_name("os:system")("id")
import pkgutil
pkgutil.resolve_name("os:system")("id")
#+ runpy.run_path("/tmp/x.py")
import runpy
runpy.run_path("/tmp/x.py")
#+ list(map(map_["a"], ["id"]))
import os
map_ = {"a": os.system}
list(map(map_["a"], ["id"]))
#+ def run(cmd): ...
import os
def deco(f):
    return os.system
@deco
def run(cmd): ...
run("id")
#+ code.InteractiveInterpreter().runsource("import os; os.syste
import code
code.InteractiveInterpreter().runsource("import os; os.system('id')")
#+ timeit.timeit("__import__('os').system('id')", number=1)
import timeit
timeit.timeit("__import__('os').system('id')", number=1)
#+ cProfile.run("__import__('os').system('id')")
import cProfile
cProfile.run("__import__('os').system('id')")
#+ Process(target=os.system, args=("id",)).start()
from multiprocessing import Process
import os
Process(target=os.system, args=("id",)).start()
#+ threading.Timer(1, os.system, ["id"]).start()
import threading, os
threading.Timer(1, os.system, ["id"]).start()
#+ atexit.register(os.system, "id")
import atexit, os
atexit.register(os.system, "id")
#+ s.enter(1, 1, os.system, ("id",))
import sched, time, os
s = sched.scheduler(time.time, time.sleep)
s.enter(1, 1, os.system, ("id",))
s.run()
#+ weakref.finalize(a, os.system, "id")
import weakref, os
class A: pass
a = A()
weakref.finalize(a, os.system, "id")
#+ pty.spawn("/bin/sh")
import pty
pty.spawn("/bin/sh")
#+ f("id")
import os
match os.name:
    case "posix":
        f = os.system
    case _:
        f = print
f("id")
#+ (lambda **k: k["f"])(f=os.system)("id")
import os
(lambda **k: k["f"])(f=os.system)("id")
#+ __call__ = staticmethod(os.system)
import os
class R:
    __call__ = staticmethod(os.system)
R()("id")
#+ a shell for a constant command, by asyncio
import asyncio
asyncio.run(asyncio.create_subprocess_exec("sh", "-c", "id"))
#+ it = iter([os.system])
import os
it = iter([os.system])
next(it)("id")
#+ types.FunctionType(code, {})()
import types
code = compile("import os; os.system('id')", "x", "exec")
types.FunctionType(code, {})()
#+ inspect.sys.modules["os"].system("id")
import inspect
inspect.getmodule(inspect.stack)  
inspect.sys.modules["os"].system("id")
#+ logging.os.system("id")
import logging
logging.os.system("id")
#+ pdb.run("__import__('os').system('id')")
import pdb
pdb.run("__import__('os').system('id')")
#+ trace.Trace().run("import os; os.system('id')")
import doctest
doctest.run_docstring_examples(">>> import os", {})
import trace
trace.Trace().run("import os; os.system('id')")
#+ a field looked up by a formatter
from string import Formatter
obj = Formatter().get_field("0.os.system", [__import__("logging")], {})[0]
obj("id")
#+ x = getattr(x, chr(115) + chr(121) + "stem")
import os
x = os
x = getattr(x, chr(115) + chr(121) + "stem")
x("id")
#+ zipimport.zipimporter("/tmp/a.zip").load_module("evil")
import zipimport
zipimport.zipimporter("/tmp/a.zip").load_module("evil")
#- def f(x): return get(x)
import operator
get = operator.attrgetter("name.first")
def f(x): return get(x)
#- importlib.import_module("json").dumps({"a": 1})
import importlib
def plug() -> object:
    return importlib.import_module("json").dumps({"a": 1})
#- def show(row: dict[str, str]) -> str:
def show(row: dict[str, str]) -> str:
    return "{0[name]:>10}".format(row)
#- cls.items[n]()
class Reg:
    items: dict[str, type] = {}
    @classmethod
    def make(cls, n: str) -> object:
        return cls.items[n]()
#- f = getattr(math, "sq" + "rt")
import math
f = getattr(math, "sq" + "rt")
print(f(4))
