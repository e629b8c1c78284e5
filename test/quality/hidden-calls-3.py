#+ exec replaces the process with a shell
import os
os.execl("/bin/sh", "sh", "-c", "id")
#+ execv with a list of constants
import os
os.execv("/usr/bin/id", ["id"])
#+ execvp through from import
from os import execvp
execvp("bash", ["bash", "-c", "whoami > /tmp/w"])
#+ spawnlp with constants
import os
os.spawnlp(os.P_WAIT, "sh", "sh", "-c", "touch /tmp/x")
#+ spawnv through an alias
import os as operating
operating.spawnv(operating.P_NOWAIT, "/bin/ls", ["ls", "/"])
#+ posix_spawn with constants
import os
os.posix_spawn("/bin/sh", ["sh", "-c", "id"], os.environ)
#+ execve after a fork
import os
if os.fork() == 0:
    os.execve("/bin/sh", ["sh", "-i"], {})
#+ spec of a file of the library
import importlib.util
import os
spec = importlib.util.spec_from_file_location("helper", os.__file__)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.system("id")
#+ spec from a path of the library
import importlib.util
spec = importlib.util.spec_from_file_location("o", "/usr/lib/python3.11/os.py")
o = importlib.util.module_from_spec(spec)
spec.loader.exec_module(o)
o.popen("id").read()
#+ source file loader
from importlib.machinery import SourceFileLoader
import os
m = SourceFileLoader("m", os.__file__).load_module()
m.system("id")
#+ found spec and its loader
import importlib.util
spec = importlib.util.find_spec("os")
module = spec.loader.load_module()
module.system("id")
#+ loader of a found module by name
import importlib.util
loader = importlib.util.find_spec("subprocess").loader
sub = loader.load_module("subprocess")
sub.getoutput("id")
#+ pkgutil loader
import pkgutil
pkgutil.get_loader("os").load_module("os").system("id")
#+ module by the bootstrap
import importlib
importlib._bootstrap._gcd_import("os").system("id")
#+ runpy gives the names of a module
import runpy
runpy.run_module("os")["system"]("id")
#+ built-in importer asked directly
import sys
sys.meta_path[0].find_spec("posix").loader.load_module("posix").system("id")
#+ subclasses by mro called
"".__class__.mro()[1].__subclasses__()
#+ subclasses by mro in a variable
root = int.mro()[-1]
for found in root.__subclasses__():
    print(found)
#+ type mro called with the class
base = type.mro(bool)[-1]
print(base.__subclasses__())
#+ inspect getmro
import inspect
top = inspect.getmro(list)[-1]
print(top.__subclasses__())
#+ own class climbed by mro
class Small:
    pass
print(Small.mro()[1].__subclasses__())
#+ subclasses searched by name from mro
target = [c for c in ().__class__.mro()[-1].__subclasses__() if c.__name__ == "Popen"][0]
target("id", shell=True)
#+ annotation text read by get_type_hints
import typing
def f(x: "__import__('os').system('id')"):
    return x
typing.get_type_hints(f)
#+ annotation text of a class
from typing import get_type_hints
class Config:
    name: "__import__('subprocess').getoutput('id')"
get_type_hints(Config)
#+ inspect get_annotations evaluates
import inspect
def g() -> "exec('import os; os.system(\"id\")')":
    pass
inspect.get_annotations(g, eval_str=True)
#+ annotation evaluated where it stands
import os
value: os.system("id") = 3
#+ return annotation that calls
import os
def g() -> os.system("id"):
    pass
#+ forward reference made by hand
import typing
typing.ForwardRef("__import__('os').system('id')")._evaluate({}, {}, frozenset())
#+ annotations set as text
import typing
def h():
    pass
h.__annotations__ = {"x": "__import__('os').popen('id')"}
typing.get_type_hints(h)
#+ format string walks to globals
def show(user):
    return "{0.__class__.__init__.__globals__[SECRET]}".format(user)
#+ format string walks with a name
def show(event):
    return "{event.__init__.__globals__[config][KEY]}".format(event=event)
#+ format_map walks to globals
def show(mapping):
    return "{a.__class__.__init__.__globals__}".format_map(mapping)
#+ format string put together
part = "__glo" + "bals__"
def show(user):
    return ("{0.__init__." + part + "}").format(user)
#+ format string from outside
from flask import Flask, request
app = Flask(__name__)
@app.route("/")
def hello():
    return request.args["template"].format(app=app)
#- restart of the program itself
import os
import sys
def restart():
    os.execv(sys.executable, [sys.executable, *sys.argv])
#- loader of a plugin file
import importlib.util
def load(path):
    spec = importlib.util.spec_from_file_location("plugin", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.register()
#- mro that is only shown
class Animal:
    pass
class Dog(Animal):
    pass
print([c.__name__ for c in Dog.mro()])
#- subclasses of an own base
class Plugin:
    pass
def names():
    return [c.__name__ for c in Plugin.__subclasses__()]
#- type hints of a plain class
import typing
class Point:
    x: "int"
    y: "list[int]"
print(typing.get_type_hints(Point))
#- annotated with a call of a validator
from typing import Annotated
from pydantic import Field
def f(x: Annotated[int, Field(gt=0)], y: "Annotated[int, Field(lt=9)]"):
    return x + y
#- class name in a format string
def describe(thing):
    return "{0.__class__.__name__}: {0.size}".format(thing)
#- attributes of a format string
import sys
print("{0.major}.{0.minor}".format(sys.version_info))
#- get_annotations without evaluation
import inspect
def g(a: int) -> str:
    return str(a)
print(inspect.get_annotations(g))
#- spec only asked for
import importlib.util
has_numpy = importlib.util.find_spec("numpy") is not None
#- forward reference to a class
from typing import ForwardRef
Node = ForwardRef("Node")
#- find_spec of an own package
import importlib.util
spec = importlib.util.find_spec("myapp.plugins")
print(spec.origin if spec else "missing")
