#+ execlp with constants
import os
os.execlp("sh", "sh", "-c", "cat /etc/passwd")
#+ execvpe through an alias of the function
import os
go = os.execvpe
go("sh", ["sh", "-c", "id"], {})
#+ spawnle
import os
os.spawnle(os.P_NOWAIT, "/bin/sh", "sh", "-c", "id", {})
#+ posix_spawnp
from os import posix_spawnp, environ
posix_spawnp("id", ["id"], environ)
#+ spawnvp in a function
import os
def work():
    return os.spawnvp(os.P_WAIT, "touch", ["touch", "/tmp/done"])
#+ execl by getattr
import os
getattr(os, "execl")("/bin/sh", "sh")
#+ loader without a spec variable
import importlib.util, os
def load():
    s = importlib.util.spec_from_file_location("tools", os.__file__)
    m = importlib.util.module_from_spec(s)
    s.loader.exec_module(m)
    return m
load().system("id")
#+ source loader from a path
import importlib.machinery
loader = importlib.machinery.SourceFileLoader("x", "/usr/lib/python3.12/subprocess.py")
x = loader.load_module("x")
x.call("id", shell=True)
#+ spec from a loader
import importlib.util
from importlib.machinery import BuiltinImporter
spec = importlib.util.spec_from_loader("posix", BuiltinImporter)
px = importlib.util.module_from_spec(spec)
px.system("id")
#+ imp load_source
import imp
import os
imp.load_source("o", os.__file__).system("id")
#+ find_loader
import importlib
importlib.find_loader("os").load_module().system("id")
#+ own loader of this module
__loader__.load_module("os").system("id")
#+ spec of this module
__spec__.loader.load_module("subprocess").getoutput("id")
#+ run_path of the library
import runpy
import os
names = runpy.run_path(os.__file__)
names["system"]("id")
#+ zip of mro and index
kind = [].__class__
parents = kind.mro()
everything = parents[len(parents) - 1].__subclasses__()
#+ mro by getattr
bases = getattr(str, "mro")()
print(bases[1].__subclasses__())
#+ subclasses of the last in the mro of a type
def all_classes(x):
    return type(x).mro()[-1].__subclasses__()
#+ mro of a literal's class, then globals
g = (1).__class__.mro()[1].__subclasses__()[84].__init__.__globals__
#+ mro through super class of own class
class A: pass
class B(A): pass
root = B.mro()[2]
root.__subclasses__()
#+ hints of a method
import typing
class Service:
    def run(self, job: "eval('__import__(\"os\").system(\"id\")')"):
        pass
typing.get_type_hints(Service.run)
#+ keyword only annotation text
import inspect
def f(*, mode: "__import__('os').system('id')" = None):
    pass
inspect.signature(f, eval_str=True)
#+ star annotation
import os
def f(*args: os.system("id"), **more: os.system("id")):
    pass
#+ annotation put into a dictionary
from typing import get_type_hints
def f():
    pass
f.__annotations__["return"] = "__import__('os').system('id')"
get_type_hints(f)
#+ named tuple with text fields
import typing
T = typing.NamedTuple("T", [("a", "__import__('os').system('id')")])
typing.get_type_hints(T)
#+ future annotations evaluated later
from __future__ import annotations
import os, typing
def f(x: os.system("id")):
    pass
typing.get_type_hints(f)
#+ nested annotation call
import os
class C:
    x: list[os.popen("id").read()]
#+ format to subclasses
def show(x):
    print("{x.__class__.__mro__[1].__subclasses__}".format(x=x))
#+ format to builtins
fmt = "{f.__globals__[__builtins__]}"
def show(f):
    return fmt.format(f=f)
#+ str.format called unbound
def show(user):
    return str.format("{0.__init__.__globals__}", user)
#+ string.Formatter
import string
def show(user):
    return string.Formatter().format("{0.__class__.__init__.__globals__[KEY]}", user)
#+ format string from a request body
from django.http import HttpResponse
def view(request):
    template = request.GET.get("t")
    return HttpResponse(template.format(user=request.user))
#- restart with flags
import os, sys
def reload_self():
    args = [sys.executable] + sys.argv
    os.execve(sys.executable, args, os.environ)
#- source file loader of an own configuration
from importlib.machinery import SourceFileLoader
def read(path):
    return SourceFileLoader("config", path).load_module()
#- own annotations as text
class Node:
    parent: "Node"
    children: "list[Node]"
    def add(self, child: "Node") -> "Node":
        return child
#- literal with brackets in text
from typing import Literal
def f(mode: "Literal['a(b)']"): ...
#- mro of a type compared
def is_ours(kind):
    return any(base.__module__ == "ours" for base in kind.mro())
#- registry by subclasses
class Base:
    @classmethod
    def all(cls):
        return cls.__subclasses__()
#- format with an index
rows = [("a", 1)]
print("{0[0]} {0[1]}".format(rows[0]))
#- format with a class name
class Point:
    def __repr__(self):
        return "{0.__class__.__name__}({0.x}, {0.y})".format(self)
#- loader asked for data
import pkgutil
text = pkgutil.get_data("myapp", "help.txt")
#- module from spec of an own module
import importlib.util
import sys
def lazy(name):
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module.VERSION
#- default annotation with a call of an own function
def Query(default):
    return default
def route(q: int = Query(1), *, size: "int" = Query(3)):
    return q
