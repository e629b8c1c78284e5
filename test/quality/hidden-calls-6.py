#+ object.__getattribute__(os, "system")("id")
import os
object.__getattribute__(os, "system")("id")
#+ f("id")
import os
f = os.__getattribute__("system")
f("id")
#+ inspect.getattr_static(os, "system")("id")
import inspect, os
inspect.getattr_static(os, "system")("id")
#+ pydoc.locate("os.system")("id")
import pydoc
pydoc.locate("os.system")("id")
#+ pkgutil.resolve_name("os:system")("id")
import pkgutil
pkgutil.resolve_name("os:system")("id")
#+ shutil.os.system("id")
import shutil
shutil.os.system("id")
#+ list(map(os.system, ["id"]))
import os
list(map(os.system, ["id"]))
#+ A["id"]
import os
class A:
    __class_getitem__ = os.system
A["id"]
#+ def x(): ...
@exec
@(lambda f: "import os; os.system('id')")
def x(): ...
#+ threading.Thread(target=os.system, args=("id",)).start()
import threading, os
threading.Thread(target=os.system, args=("id",)).start()
#+ atexit.register(os.system, "id")
import atexit, os
atexit.register(os.system, "id")
#+ pool.submit(os.system, "id")
import concurrent.futures, os
with concurrent.futures.ThreadPoolExecutor() as pool:
    pool.submit(os.system, "id")
#+ timeit.timeit("__import__('os').system('id')")
import timeit
timeit.timeit("__import__('os').system('id')")
#+ cProfile.run("__import__('os').system('id')")
import cProfile
cProfile.run("__import__('os').system('id')")
#+ code.InteractiveInterpreter().runsource("import os; os.syste
import code
code.InteractiveInterpreter().runsource("import os; os.system('id')")
#+ types.FunctionType(compile("import os", "", "exec"), {})()
import types
types.FunctionType(compile("import os", "", "exec"), {})()
#+ ctypes.CDLL(None).system(b"id")
import ctypes
ctypes.CDLL(None).system(b"id")
#+ a logging handler made by its name
import logging.config
logging.config.dictConfig({"version": 1, "handlers": {"h": {"()": "os.system", "command": "id"}}, "root": {"handlers": ["h"]}})
#+ pickle.loads(b"cos\nsystem\n(S'id'\ntR.")
import pickle
pickle.loads(b"cos\nsystem\n(S'id'\ntR.")
#+ webbrowser.GenericBrowser("id").open("")
import webbrowser
webbrowser.GenericBrowser("id").open("")
#+ os.posix_spawn("/bin/sh", ["sh", "-c", "id"], {})
import os
os.posix_spawn("/bin/sh", ["sh", "-c", "id"], {})
#+ s.run()
import sched, os
s = sched.scheduler()
s.enter(0, 1, os.system, ("id",))
s.run()
#+ a module found among all objects
import gc
m = [o for o in gc.get_objects() if getattr(o, "__name__", "") == "os"][0]
m.system("id")
#+ sys._getframe().f_builtins["exec"]("import os")
import sys
sys._getframe().f_builtins["exec"]("import os")
#+ (lambda: 0).__globals__["__builtins__"].__dict__["eval"]("1"
(lambda: 0).__globals__["__builtins__"].__dict__["eval"]("1")
#+ f("id") (2)
import os
match os:
    case object(system=f):
        f("id")
#+ stack.callback(os.system, "id")
import contextlib, os
with contextlib.ExitStack() as stack:
    stack.callback(os.system, "id")
#+ getattr(*[os, "system"])("id")
import os
getattr(*[os, "system"])("id")
#+ {**vars(os)}["system"]("id")
import os
{**vars(os)}["system"]("id")
#+ next(v for k, v in vars(os).items() if k == "system")("id")
import os
next(v for k, v in vars(os).items() if k == "system")("id")
#+ sorted(["id"], key=os.system)
import os
sorted(["id"], key=os.system)
#+ re.sub(".+", lambda m: str(eval(m[0])), "1+1")
import re
re.sub(".+", lambda m: str(eval(m[0])), "1+1")
#+ type.__call__(subprocess.Popen, ["sh", "-c", "id"], shell=Tr
import subprocess
type.__call__(subprocess.Popen, ["sh", "-c", "id"], shell=True)
#+ os.system.__call__("id")
import os
os.system.__call__("id")
#+ A().x
import os
class A:
    x = property(lambda s: os.system("id"))
A().x
#+ functools.partial(getattr(os, "sys" + "tem"), "id")()
import functools, os
functools.partial(getattr(os, "sys" + "tem"), "id")()
#+ importlib.import_module(".".join(["os"])).system("id")
import importlib
importlib.import_module(".".join(["os"])).system("id")
#+ asyncio.run(main())
import asyncio, os
async def main():
    await asyncio.get_running_loop().run_in_executor(None, os.system, "id")
asyncio.run(main())
#+ signal.alarm(1)
import os, signal
signal.signal(signal.SIGALRM, lambda *_: os.system("id"))
signal.alarm(1)
#+ sys.modules.get("os").system("id")
import sys
sys.modules.get("os").system("id")
#+ getattr(builtins, "".join(("ex", "ec")))("import os")
import builtins
for name in ("ex", "ec"):
    pass
getattr(builtins, "".join(("ex", "ec")))("import os")
#+ getattr(os, name)("id")
name = "metsys"[::-1]
import os
getattr(os, name)("id")
#+ getattr(os, attr)("id")
import os
attr = bytes([115, 121, 115, 116, 101, 109]).decode()
getattr(os, attr)("id")
#+ getattr(os, base64.b64decode("c3lzdGVt").decode())("id")
import base64, os
getattr(os, base64.b64decode("c3lzdGVt").decode())("id")
#+ e.__traceback__.tb_frame.f_globals["__builtins__"].eval("1")
try:
    1 / 0
except ZeroDivisionError as e:
    e.__traceback__.tb_frame.f_globals["__builtins__"].eval("1")
#+ g().gi_frame.f_builtins["exec"]("import os")
def g():
    yield
g().gi_frame.f_builtins["exec"]("import os")
#+ trace.Trace().run("import os; os.system('id')")
import trace
trace.Trace().run("import os; os.system('id')")
#+ run("go")("id")
import os
run = {"go": os.system}.get
run("go")("id")
#+ Lazy().system("id")
import os
class Lazy:
    def __getattr__(self, name):
        return getattr(os, name)
Lazy().system("id")
#+ itemgetter("eval")(vars(__import__("builtins")))("1")
from operator import itemgetter
itemgetter("eval")(vars(__import__("builtins")))("1")
#- print(os.path.join("a", "b"))
import os
print(os.path.join("a", "b"))
#- print(pkgutil.resolve_name("os.path:join")("a", "b"))
import pkgutil
print(pkgutil.resolve_name("os.path:join")("a", "b"))
#- threading.Thread(target=print, args=("x",)).start()
import threading
threading.Thread(target=print, args=("x",)).start()
#- print(timeit.timeit("sum(range(10))", number=3))
import timeit
print(timeit.timeit("sum(range(10))", number=3))
#- print(operator.attrgetter("real")(3))
import operator
print(operator.attrgetter("real")(3))
#- print(reduce(getattr, ["__class__", "__name__"], 3))
from functools import reduce
print(reduce(getattr, ["__class__", "__name__"], 3))
#- print(sys.modules.get("json"))
import sys
print(sys.modules.get("json"))
#- print(re.sub("a", lambda m: m[0].upper(), "banana"))
import re
print(re.sub("a", lambda m: m[0].upper(), "banana"))
#- atexit.register(print, "bye")
import atexit
atexit.register(print, "bye")
#- A["id"] (2)
class A:
    __class_getitem__ = classmethod(lambda cls, item: cls)
A["id"]
