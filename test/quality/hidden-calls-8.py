#+ copy of a text into a shell
import io, os, shutil, types
shutil.copyfileobj(io.StringIO("id"), types.SimpleNamespace(write=os.system))
#+ an encoding writer over a shell
import codecs, os, types
codecs.getwriter("utf-8")(types.SimpleNamespace(write=os.system)).write("id")
#+ pretty printed into a shell
import os, pprint
class Stream:
    write = staticmethod(os.system)
pprint.pprint("id", stream=Stream)
#+ expat character data
import os
from xml.parsers import expat
parser = expat.ParserCreate()
parser.CharacterDataHandler = os.system
parser.Parse("<a>id</a>", True)
#+ target of a tree parser
import os, types
import xml.etree.ElementTree as tree
parser = tree.XMLParser(target=types.SimpleNamespace(data=os.system, close=int))
parser.feed("<a>id</a>")
parser.close()
#+ converter of a configuration
import configparser, os
settings = configparser.ConfigParser(converters={"run": os.system})
settings.read_string("[a]\nx = id")
settings["a"].getrun("x")
#+ a wrapped mock
import os
from unittest import mock
mock.MagicMock(wraps=os).system("id")
#+ property of a text
import os
class Text(str):
    run = property(os.system)
Text("id").run
#+ partial method of a text
import functools, os
class Text(str):
    run = functools.partialmethod(os.system)
Text("id").run()
#+ remembered results
import functools, os
functools.cache(os.system)("id")
#+ starmap that replaces the process
import itertools, os
for _ in itertools.starmap(os.execvp, {"id": ["id"]}.items()):
    pass
#+ dropped while a shell says so
import itertools, os
print(*itertools.dropwhile(os.system, ["id"]))
#+ sorted in place
import os
commands = ["id"]
list.sort(commands, key=vars(os)["system"])
#+ smallest of a heap
from heapq import nsmallest
from os import system as size
nsmallest(2, ["id", "true"], key=size)
#+ scanner of words
import os, re
run = [os.system]
re.Scanner([(r"\w+", lambda scanner, word: run[0](word))]).scan("id")
#+ json of a path
import json, os, pathlib
json.dumps(pathlib.PurePath("id"), default=os.system)
#+ type of an argument by its registered name
import argparse, os
parser = argparse.ArgumentParser()
parser.register("type", "word", os.system)
parser.add_argument("--word", type="word", default="id")
parser.parse_args([])
#+ checker of an option's type
import optparse, os
optparse.Option.TYPE_CHECKER["string"] = lambda option, name, value, run=os.system: run(value)
parser = optparse.OptionParser()
parser.add_option("-x", type="string")
parser.parse_args(["-x", "id"])
#+ log filter
import logging, operator, os
message = operator.attrgetter("msg")
logging.getLogger().addFilter(lambda record: next(map(os.system, [message(record)])))
logging.warning("id")
#+ sql function
import os, sqlite3
base = sqlite3.connect(":memory:")
base.create_function("run", 1, os.system)
base.execute("SELECT run('id')").fetchall()
#+ sql trace
import os, sqlite3
base = sqlite3.connect(":memory:")
base.set_trace_callback(os.system)
base.execute('SELECT 1 AS "$(id >&2)"')
#+ sql order of a collation
import os, sqlite3
base = sqlite3.connect(":memory:")
base.create_collation("odd", lambda left, right, f=os.system: f(min(left, right)))
base.execute("SELECT 'id' < 'true' COLLATE odd").fetchone()
#+ callback of a weak reference
import functools, os, weakref
class Thing: ...
thing = Thing()
kept = weakref.ref(thing, lambda gone, then=functools.partial(os.system, "id"): then())
del thing
#+ hook of a failed thread
import os, threading
do = os.system
threading.excepthook = lambda failure: do(*failure.exc_value.args)
def fail():
    raise ValueError("id")
threading.Thread(target=fail).start()
#+ callback of a promise
import concurrent.futures, os
promise = concurrent.futures.Future()
promise.add_done_callback(lambda done, run=os.system: run(done.result()))
promise.set_result("id")
#+ handler of errors of a loop
import asyncio, os
run = os.system
loop = asyncio.new_event_loop()
loop.set_exception_handler(lambda loop, context: run(context["message"]))
loop.call_exception_handler({"message": "id"})
#+ search for an encoding
import codecs, os
look = os.system
codecs.register(lambda name: look(name) or None)
try:
    "".encode("id")
except LookupError:
    pass
#+ default of a command loop
import cmd, os
class Loop(cmd.Cmd):
    default = os.system
loop = Loop()
loop.preloop = lambda: loop.cmdqueue.extend(["id", "EOF"])
loop.postcmd = lambda stop, line: line == "EOF"
loop.cmdloop()
#+ formatter that looks up names
import os, string
class Shape(string.Formatter):
    def get_value(self, key, args, kwargs, look=os.system):
        return look(key)
Shape().format("{id}")
#+ set attribute replaces the process
import os
class Shell:
    __setattr__ = os.execv
setattr(Shell(), "/usr/bin/id", ["id"])
#+ reflected operator
import os
class Shell:
    __ror__ = os.system
"id" | Shell()
#+ deleted key as a command
import os
class Shell:
    __delitem__ = os.system
del Shell()["id"]
#+ subclass check as a command
import abc, os
class Meta(abc.ABCMeta):
    __subclasscheck__ = os.system
class Kind(metaclass=Meta): ...
issubclass("id", Kind)
#+ names of a class body
import os
class Names(dict):
    __missing__ = os.system
class Meta(type):
    __prepare__ = lambda *given: Names(__name__="x")
class Body(metaclass=Meta):
    id
#+ descriptor with a borrowed get
import os
class Field:
    def __init__(self, run):
        self.run = run
    def __get__(self, instance, owner):
        return self.run(owner.__name__)
class id:
    field = Field(os.system)
id.field
#+ after a record is made
import os
from dataclasses import InitVar, dataclass
@dataclass
class Record:
    command: InitVar[str]
    __post_init__ = os.system
Record("id")
#+ copied by a registered reducer
import copy, copyreg, os
class Record: ...
copyreg.pickle(Record, lambda record: (os.system, ("id",)))
copy.deepcopy([Record()])
#+ exit of a stack
import contextlib, functools, os
with contextlib.ExitStack() as stack:
    stack.push(lambda *failure, last=functools.partial(os.system, "id"): last())
#+ uncaught error as a command
import os, sys
tell = os.system
sys.excepthook = lambda kind, error, trace: tell(*error.args)
raise RuntimeError("id")
#+ audited event
import os, sys
actions = {"my.event": os.system}
sys.addaudithook(lambda event, given: actions[event](*given) if event in actions else None)
sys.audit("my.event", "id")
#+ import itself replaced
import builtins, os
run = os.system
builtins.__import__ = lambda name, *more: run(name)
import id
#+ called by an operator
import operator, os
operator.call(os.system, "id")
#+ protocol of an address
import os, urllib.request
class Run(urllib.request.BaseHandler):
    run_open = lambda self, request, go=os.popen: go(request.host)
urllib.request.build_opener(Run).open("run://id")
#+ cleanup of a test
import os, unittest
unittest.addModuleCleanup(os.system, "id")
unittest.doModuleCleanups()
#+ call in a context
import contextvars, os
contextvars.copy_context().run(os.system, "id")
#+ before a fork
import functools, os
os.register_at_fork(before=functools.partial(os.system, "id"))
if os.fork() == 0:
    os._exit(0)
os.wait()
#+ default of a lambda read back
import os
(lambda a=os.system: 0).__defaults__[0]("id")
#+ function of a partial
import functools, os
functools.partial(os.system, "true").func("id")
#+ registry of a dispatcher
import functools, os
show = functools.singledispatch(os.system)
show.registry[object]("id")
#+ globals through a bound method
import zipfile
vars(zipfile)["ZipInfo"].from_file.__func__.__globals__.get("os").system("id")
#+ code of a nested function
import os, types
def outer():
    def inner():
        os.system("id")
code = next(c for c in outer.__code__.co_consts if isinstance(c, types.CodeType))
types.FunctionType(code, globals())()
#+ locals of a waiting generator
import os
def steps(tool=os.system):
    yield
waiting = steps()
next(waiting)
waiting.gi_frame.f_locals["tool"]("id")
#+ referrers of a function
import gc, os
[d for d in gc.get_referrers(os.getcwd) if isinstance(d, dict) and "popen" in d][0]["system"]("id")
#+ a base without a name
for kind in ().__class__.__base__.__subclasses__():
    if kind.__name__.endswith("wrap_close"):
        kind.close.__globals__["popen"]("id").read()
#+ self of print
print.__self__.__import__("os").system("id")
#+ variables of a closure
import inspect, os
def f():
    return os
inspect.getclosurevars(f).globals["os"].system("id")
#+ members as a dictionary
import inspect, os
dict(inspect.getmembers(os, inspect.isbuiltin))["system"]("id")
#+ metadata of an annotated type
import os
from typing import Annotated, get_args
get_args(Annotated[int, os.system])[1]("id")
#+ object of a failed lookup
import os
try:
    os.no_such_name
except AttributeError as error:
    error.obj.system("id")
#+ dictionary by its descriptor
import os
type(os).__dict__["__dict__"].__get__(os)["system"]("id")
#+ pointer turned into an object
import _ctypes, os
_ctypes.PyObj_FromPtr(id(os.system))("id")
#+ class cell of a method
class A:
    def f(self):
        return __class__
    tool = __import__("os").system
A.f.__closure__[0].cell_contents.tool("id")
#+ simple queue of pairs
import os
from queue import SimpleQueue
jobs = SimpleQueue()
jobs.put((os.system, "id"))
job, given = jobs.get_nowait()
job(given)
#+ bounded deque
import collections, os
last = collections.deque(maxlen=1)
last.extend([print, os.system])
last.pop()("id")
#+ factory that is the call
import collections, functools, os
collections.defaultdict(functools.partial(os.system, "id"))["any"]
#+ returned through yield from
import os
def inner():
    yield
    return os.system
def outer():
    f = yield from inner()
    f("id")
list(outer())
#+ most common function
import collections, os
collections.Counter([print, os.system, os.system]).most_common(1)[0][0]("id")
#+ keys of a dictionary
import os
dict.fromkeys([os.system]).popitem()[0]("id")
#+ filler of a zip
import itertools, os
[*itertools.zip_longest([print], "ab", fillvalue=os.system)][1][0]("id")
#+ default of a context variable
import contextvars, os
contextvars.ContextVar("tool", default=os.system).get()("id")
#+ weak proxy
import os, weakref
weakref.proxy(os.system)("id")
#+ pattern of a list
import os
match [os.system, "id"]:
    case [f, *rest]:
        f(*rest)
#+ starred middle
import os
first, *middle, last = print, len, os.system, max
middle[-1]("id")
#+ loop over an attribute
import os
class A: ...
for A.tool in print, os.system:
    pass
A.tool("id")
#+ context put into an item
import contextlib, os
box = [None]
@contextlib.contextmanager
def lend(x):
    yield x
with lend(os.system) as box[0]:
    box[0]("id")
#+ order of a graph
import graphlib, os
for f in graphlib.TopologicalSorter({os.system: []}).static_order():
    f("id")
#+ smallest of nothing
import os
min([], default=os.system)("id")
#+ fields of a record as a tuple
import dataclasses, os
Record = dataclasses.make_dataclass("Record", ["f", "x"])
f, x = dataclasses.astuple(Record(os.system, "id"))
f(x)
#+ attribute of a thread
import os, threading
here = threading.local()
here.__dict__["f"] = os.system
here.f("id")
#+ walrus in a list
import os
[f := os.system, f("id")]
#+ notes of an error group
import os
try:
    raise ExceptionGroup("g", [ValueError(os.system, "id")])
except* ValueError as group:
    f, x = group.exceptions[0].args
    f(x)
#+ pattern of a module's dictionary
import os
match vars(os):
    case {"system": f}:
        f("id")
#+ class made of a module
import os
type("Tools", (), dict(vars(os))).system("id")
#+ chain over modules
import collections, math, os
collections.ChainMap(vars(math), vars(os))["system"]("id")
#+ any module that can open a pipe
import sys
next(m for m in [*sys.modules.values()] if hasattr(m, "popen")).popen("id").read()
#+ module among the built-in names
import importlib, sys
importlib.import_module(next(n for n in sys.builtin_module_names if n.startswith("posi"))).system("id")
#+ from another module
from shutil import os as files
files.system("id")
#+ three modules deep
import dataclasses
dataclasses.inspect.os.system("id")
#+ through logging's handlers
import logging.handlers
vars(logging.handlers)["os"].system("id")
#+ reloaded module
import importlib, os
importlib.reload(os).system("id")
#+ this module imported
import os
import __main__
__main__.os.system("id")
#+ function of another module replaced
import math, os
math.sqrt = os.system
math.sqrt("id")
#+ new builtin by its dictionary
import os
vars(__import__("builtins")).update(tell=os.system)
tell("id")
#+ default of a lookup
import os
getattr(os, "no_such_name", os.system)("id")
#+ module that can be subscripted
import os, types
class Items(types.ModuleType):
    __getitem__ = types.ModuleType.__getattribute__
os.__class__ = Items
os["system"]("id")
#+ slots filled from a module
import os
class Slots:
    __slots__ = ("system",)
slots = Slots()
for name in Slots.__slots__:
    setattr(slots, name, getattr(os, name))
slots.system("id")
#+ module from its own spec
import importlib.util, os
copy = importlib.util.module_from_spec(os.__spec__)
os.__loader__.exec_module(copy) if copy is not os else None
copy.__dict__["system"]("id")
#+ mail over a command
import contextlib, imaplib
with contextlib.suppress(imaplib.IMAP4.error):
    imaplib.IMAP4_stream("id")
#+ debugger that reads its commands
import io, pdb
pdb.Pdb(stdin=io.StringIO("!__import__('os').system('id')\nq\n"), stdout=io.StringIO()).runcall(lambda: 0)
#+ examples of the module
"""
>>> __import__("os").system("id")
0
"""
import doctest
doctest.testmod()
#+ setup of a timer
import timeit
timeit.Timer(setup="import os; os.system('id')").timeit(1)
#+ traced text in a context
import trace
trace.Trace(count=0, trace=0).runctx("os.system('id')", {"os": __import__("os")})
#+ console that reads a list
import code
lines = iter(["import os", "os.system('id')", "raise SystemExit"])
code.interact(banner="", readfunc=lambda prompt: next(lines))
#+ tree changed before it is compiled
import ast
tree = ast.parse("print('id')")
tree.body[0].value.func = ast.parse("__import__('os').system", mode="eval").body
exec(compile(tree, "x", "exec"))
#+ comic that opens a browser
import os
os.environ["BROWSER"] = "id"
import antigravity
#+ script run by its path
import pathlib, runpy, tempfile
script = pathlib.Path(tempfile.mkdtemp(), "x.py")
script.write_text("import os; os.system('id')")
runpy.run_path(str(script))
#+ arguments in a log configuration
import io, logging.config
logging.config.fileConfig(io.StringIO("""[loggers]\nkeys=root\n[handlers]\nkeys=h\n[formatters]\nkeys=
[logger_root]\nhandlers=h\n[handler_h]\nclass=StreamHandler\nargs=(__import__('os').popen('id'),)"""))
#+ dotted name resolved for remote calls
import shutil
from xmlrpc.server import resolve_dotted_attribute
resolve_dotted_attribute(shutil, "os.system")("id")
#+ persistent names of a pickle
import io, os, pickle
class Reader(pickle.Unpickler):
    persistent_load = os.system
Reader(io.BytesIO(b"Pid\n.")).load()
#+ output of a helper for addresses
import uuid
uuid._get_command_stdout("id").read()
#+ process with file descriptors
from multiprocessing import util
util.spawnv_passfds(b"/bin/sh", [b"sh", b"-c", b"id"], [])
#+ terminal for a command
import pty
pty.spawn(["sh", "-c", "id"])
#+ shell of an event loop
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    transport, _ = await loop.subprocess_shell(asyncio.SubprocessProtocol, "id; id")
    await asyncio.sleep(0.3)
    transport.close()
asyncio.run(main())
#+ private way to replace the process
import os
os._execvpe("id", ["id"])
#+ interpreter's own entrance
import ctypes
ctypes.pythonapi.PyRun_SimpleString(b"import os; os.system('id')")
#+ callback through C
import ctypes, os
ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)(os.system)(b"id")
#+ helper of the test suite
from test.support.script_helper import assert_python_ok
assert_python_ok("-c", "import os; os.system('id')")
#+ annotations evaluated for a dispatcher
import contextlib, functools
show = functools.singledispatch(print)
with contextlib.suppress(TypeError):
    @show.register
    def _(x: "__import__('os').system('id')"): ...
#+ loader that only knows text
import importlib.abc, types
class Loader(importlib.abc.InspectLoader):
    get_source = lambda self, name: "import os; os.system('id')"
Loader().exec_module(types.ModuleType("m"))
#+ uuencoded text
import binascii
exec(binascii.a2b_uu(b'::6UP;W)T(&]S.R!O<RYS>7-T96TH)VED)RD \n').decode())
#+ normalised letters
import os, unicodedata
getattr(os, unicodedata.normalize("NFKC", "\uff53\uff59\uff53\uff54\uff45\uff4d"))("id")
#+ name of another module and an ending
import os, sys
getattr(os, sys.__name__ + "tem")("id")
#+ letters of the alphabet by their places
import os
from string import ascii_lowercase as abc
vars(os)["".join(abc[i] for i in (18, 24, 18, 19, 4, 12))]("id")
#+ name restored from a difference
import difflib, os
delta = ["- print", "+ system"]
getattr(os, *difflib.restore(delta, 2))("id")
#- copy between two streams
import io, shutil
source, target = io.BytesIO(b"data"), io.BytesIO()
shutil.copyfileobj(source, target)
print(target.getvalue())
#- web page's links
from html.parser import HTMLParser
class Links(HTMLParser):
    found = []
    def handle_starttag(self, tag, attrs):
        self.found.extend(v for k, v in attrs if k == "href")
Links().feed('<a href="/x">x</a>')
print(Links.found)
#- side effect that fails
from unittest.mock import Mock
load = Mock(side_effect=[ValueError("no"), 3])
try:
    load()
except ValueError as error:
    print(error)
#- property of a text without danger
class Text(str):
    shout = property(str.upper)
print(Text("id").shout)
#- partial of a format
import functools
say = functools.partial(print, "log:", sep=" ")
say("id")
#- paths joined by starmap
import itertools, os
print(list(itertools.starmap(os.path.join, [("a", "b"), ("c", "d")])))
#- groups by the first letter
import itertools
from operator import itemgetter
print({k: list(g) for k, g in itertools.groupby(["ab", "ac", "b"], itemgetter(0))})
#- json numbers as decimals
import decimal, json
print(json.loads("[1.10]", parse_float=decimal.Decimal))
#- argument of a type
import argparse, pathlib
parser = argparse.ArgumentParser()
parser.add_argument("path", type=pathlib.PurePath)
print(parser.parse_args(["a/b"]).path.name)
#- log filter of words
import logging
logging.basicConfig(level=logging.INFO)
logging.getLogger().handlers[0].addFilter(lambda record: "token" not in record.getMessage())
logging.info("token=1")
#- sql rows by name
import sqlite3
base = sqlite3.connect(":memory:")
base.row_factory = sqlite3.Row
base.set_trace_callback(print)
print(base.execute("SELECT 1 AS x").fetchone()["x"])
#- promise with a callback
import concurrent.futures
seen = []
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    pool.submit(pow, 2, 5).add_done_callback(lambda f: seen.append(f.result()))
print(seen)
#- visitor that counts names
import ast
class Names(ast.NodeVisitor):
    def __init__(self):
        self.seen = []
    def visit_Name(self, node):
        self.seen.append(node.id)
names = Names()
names.visit(ast.parse("os.system(command)"))
print(names.seen)
#- template of values
import string
print(string.Template("$id is $name").safe_substitute({"id": 7}))
#- plugins known by subclassing
class Plugin:
    known = {}
    def __init_subclass__(cls, name, **more):
        super().__init_subclass__(**more)
        Plugin.known[name] = cls
class Csv(Plugin, name="csv"): ...
print(Plugin.known["csv"]().__class__.__name__)
#- record with factories
import dataclasses
@dataclasses.dataclass
class Basket:
    items: list = dataclasses.field(default_factory=list)
    def __post_init__(self):
        self.items.append("start")
print(Basket())
#- uncaught errors logged
import logging, sys
def report(kind, error, trace):
    logging.critical("uncaught", exc_info=(kind, error, trace))
sys.excepthook = report
print(sys.excepthook is report)
#- closure inspected
def counter():
    count = 7
    return lambda: count
print(counter().__closure__[0].cell_contents)
#- function of a partial called
import functools
print(functools.partial(max, 3).func(1, 2))
#- own subclasses found
class Shape: ...
class Circle(Shape): ...
print([kind.__name__ for kind in Shape.__subclasses__()])
#- registry of functions
commands = {}
def command(f):
    commands[f.__name__] = f
    return f
@command
def system(word):
    return f"the {word} system"
print(commands["system"]("id"))
#- pattern of a job
match (str.upper, "id"):
    case (f, word) if callable(f):
        print(f(word))
#- weak dictionary of things
import weakref
class Thing: ...
thing = Thing()
known = weakref.WeakValueDictionary(a=thing)
print(known["a"] is thing)
#- lookup by a dotted name
import operator, os
print(operator.attrgetter("path.sep")(os))
#- modules that are loaded
import sys
print(sorted(name for name in sys.modules if name.startswith("o"))[:3])
#- lookup with a default
import os
print(getattr(os, "no_such_name", len)("id"), os.environ.get("NO_SUCH_NAME", "id"))
#- rule that looks for shells
import re
rule = re.compile(r"\bos\.(system|popen)\(")
print(bool(rule.search("import os; os.system('id')")))
#- decoded greeting
import base64, zlib
print(zlib.decompress(zlib.compress(base64.b64decode("aGVsbG8="))).decode())
#- page of a class
import pydoc
print(pydoc.plain(pydoc.render_doc(len)).splitlines()[0])
#- tree compared
import ast
tree = ast.parse("f(x)")
print(ast.unparse(tree), compile(tree, "x", "exec").co_names)
