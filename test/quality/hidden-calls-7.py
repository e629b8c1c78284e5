#+ print into a namespace
import os, types
print("id", file=types.SimpleNamespace(write=os.system))
#+ redirected output
import contextlib, os, types
with contextlib.redirect_stdout(types.SimpleNamespace(write=os.system)):
    print("id")
#+ json dumped into a shell
import json, os
class Sink:
    write = os.system
json.dump("id", Sink())
#+ base64 decoded into a shell
import base64, io, os
from types import SimpleNamespace
base64.decode(io.BytesIO(b"aWQ="), SimpleNamespace(write=os.system))
#+ a tree written as text
import os, types
import xml.etree.ElementTree as tree
tree.ElementTree(tree.fromstring("<a>id</a>")).write(types.SimpleNamespace(write=os.system), encoding="unicode", method="text")
#+ a table written as commands
import csv, os, types
csv.writer(types.SimpleNamespace(write=os.system), lineterminator="\n").writerow(["id"])
#+ standard output replaced
import os, sys
class Out:
    write = os.system
    flush = int
sys.stdout = Out()
print("id")
#+ a raw stream under a buffer
import io, os
run = os.system
class Raw(io.RawIOBase):
    writable = lambda self: True
    write = lambda self, data: run(bytes(data)) or len(data)
io.BufferedWriter(Raw()).write(b"id")
#+ expat comments
import os
from xml.parsers.expat import ParserCreate
p = ParserCreate()
setattr(p, "CommentHandler", os.system)
p.Parse("<a><!--id--></a>", True)
#+ sax characters
import os, xml.sax
handler = xml.sax.ContentHandler()
handler.characters = os.system
xml.sax.parseString(b"<a>id</a>", handler)
#+ text of a web page
import os
from html.parser import HTMLParser
class Page(HTMLParser):
    handle_data = os.system
Page().feed("<b>id</b>")
#+ declaration of a web page
import html.parser, os
page = html.parser.HTMLParser()
page.handle_comment = os.system
page.feed("<!--id-->")
#+ option names of a configuration
import configparser, os
settings = configparser.RawConfigParser()
settings.optionxform = lambda name, run=os.system: str(run(name))
settings.read_string("[a]\nid = 1")
#+ side effect of a mock
import os
from unittest.mock import Mock
Mock(side_effect=os.system)("id")
#+ a builtin patched for a moment
import os
from unittest.mock import patch
with patch("builtins.len", os.system):
    len("id")
#+ a mock with a configured attribute
import os
from unittest.mock import NonCallableMock
fake = NonCallableMock()
fake.configure_mock(**{"run.side_effect": os.system})
fake.run("id")
#+ cached property of a text
import functools, os
class Text(str):
    run = functools.cached_property(os.system)
Text("id").run
#+ class attribute made dynamic
import os, types
class Text(str):
    run = types.DynamicClassAttribute(os.system)
Text("id").run
#+ dispatch on the type
import functools, os
show = functools.singledispatch(print)
show.register(str, os.system)
show("id")
#+ dispatch of a method on the type
import functools, os
class Shower:
    show = functools.singledispatchmethod(print)
    show.register(str)(lambda self, text, run=os.system: run(text))
Shower().show("id")
#+ comparison that replaces the process
import functools, os
sorted([["id"], "id"], key=functools.cmp_to_key(os.execvp))
#+ folding that replaces the process
import functools, os
functools.reduce(os.execvp, ["id", ["id"]])
#+ accumulation that replaces the process
import itertools, os
list(itertools.accumulate(["id", ["id"]], os.execvp))
#+ groups by a shell
import itertools, os
dict(itertools.groupby(["id"], os.system))
#+ filter unpacked by a star
import os
[*filter(os.system, ("id",))]
#+ largest by a shell
import os
max({"id": 1}, key=os.system)
#+ bisection by a shell
import bisect, os
bisect.insort(["id"], "true", key=os.system)
#+ merged by a shell
import heapq, os
list(heapq.merge(["id"], ["true"], key=os.system))
#+ junk of a comparison of texts
import difflib, os
difflib.SequenceMatcher(os.system, [], ["id"])
#+ junk lines
import difflib, os
list(difflib.ndiff(["a"], ["id"], linejunk=os.system))
#+ replacement by a method of the match
import os, re
re.sub("id", lambda match: str([*map(os.system, match.group(0, 0))]), "id")
#+ json object as arguments
import json, os
start = os.system
json.loads('{"command": "id"}', object_hook=lambda found: start(**found))
#+ json encoder with its own default
import json, os, pathlib
class Encoder(json.JSONEncoder):
    default = os.system
json.dumps({"a": pathlib.Path("id")}, cls=Encoder)
#+ type of an argument
import argparse, os
parser = argparse.ArgumentParser()
parser.add_argument("command", type=os.system)
parser.parse_args(["id"])
#+ action of an argument
import argparse, os
class Store(argparse.Action):
    def __call__(self, parser, namespace, values, option=None, then=os.system):
        then(values)
parser = argparse.ArgumentParser()
parser.add_argument("x", action=Store)
parser.parse_args(["id"])
#+ error of an argument parser
import argparse, os
parser = argparse.ArgumentParser(usage="id", add_help=False)
parser.error = lambda message: map(os.system, [parser.usage]).__next__()
parser.parse_args(["--unknown"])
#+ callback of an option
import optparse, os
parser = optparse.OptionParser()
parser.add_option("-x", action="callback", callback=lambda *given, then=os.execvp: then(given[3].rargs[0], given[3].rargs))
parser.parse_args(["-x", "id"])
#+ log handler writing to a shell
import logging, os, types
logging.getLogger().addHandler(logging.StreamHandler(types.SimpleNamespace(write=os.system, flush=int)))
logging.warning("id")
#+ log formatter
import logging, os
class Shape(logging.Formatter):
    format = lambda self, record, act=os.popen: act(record.msg).read()
handler = logging.StreamHandler()
handler.setFormatter(Shape())
logging.basicConfig(handlers=[handler])
logging.error("id")
#+ factory of log records
import logging, os
act = getattr(os, "system")
logging.setLogRecordFactory(lambda *given, **more: act(given[4]) or logging.LogRecord(*given, **more))
logging.warning("id")
#+ sql aggregate
import os, sqlite3
class Total:
    step = os.system
    finalize = int
base = sqlite3.connect(":memory:")
base.create_aggregate("total_of", 1, Total)
base.execute("SELECT total_of('id')").fetchall()
#+ sql texts made by a shell
import os, sqlite3
base = sqlite3.connect(":memory:")
base.text_factory = os.system
base.execute("SELECT 'id'").fetchone()
#+ sql adapter of a path
import os, pathlib, sqlite3
sqlite3.register_adapter(pathlib.PosixPath, os.system)
sqlite3.connect(":memory:").execute("SELECT ?", (pathlib.PosixPath("id"),))
#+ sql converter of a column
import os, sqlite3
sqlite3.register_converter("cmd", os.system)
base = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_COLNAMES)
base.execute("SELECT 'id' AS 'x [cmd]'").fetchone()
#+ signal handler that is an object
import os, signal
class Handler(str):
    __call__ = lambda self, *given: getattr(os, "system")(self)
signal.signal(signal.SIGUSR1, Handler("id"))
signal.raise_signal(signal.SIGUSR1)
#+ end of an object
import os, weakref
class Thing: ...
thing = Thing()
weakref.finalize(thing, *[os.system, "id"])
del thing
#+ a thread whose run is a partial
import functools, os, threading
class Worker(threading.Thread):
    run = functools.partial(os.system, "id")
Worker().start()
#+ action of a barrier
import functools, os, threading
threading.Barrier(1, action=functools.partial(os.system, "id")).wait()
#+ initializer of a pool
import concurrent.futures, os
with concurrent.futures.ThreadPoolExecutor(1, "", os.system, ("id",)) as pool:
    pool.submit(int)
#+ callback of a pool
import os
from multiprocessing.pool import ThreadPool
with ThreadPool(1) as pool:
    pool.apply_async(str, ("id",), callback=os.system).wait()
    pool.close()
    pool.join()
#+ soon in an event loop
import asyncio, os
loop = asyncio.new_event_loop()
loop.call_soon(os.system, "id")
loop.call_soon(loop.stop)
loop.run_forever()
#+ in a thread of asyncio
import asyncio, os
asyncio.run(asyncio.to_thread(os.system, "id"))
#+ visitor of names
import ast, os
class Names(ast.NodeVisitor):
    visit_Name = lambda self, node, seen=os.system: seen(node.id)
Names().visit(ast.parse("id"))
#+ error handler of an encoding
import codecs, os
call = os.system
codecs.register_error("run", lambda error: (str(call(error.object[:error.start])), error.end))
"id\u00e9".encode("ascii", "run")
#+ decoder of an own encoding
import codecs, os
class Decoder:
    def __getattr__(self, name):
        return lambda data, *_: (getattr(os, name)(bytes(data)), len(data))
codecs.register(lambda name: codecs.CodecInfo(None, Decoder().system, name="odd"))
codecs.decode(b"id", "odd")
#+ command of a command loop
import cmd, os
class Loop(cmd.Cmd):
    do_run = os.system
Loop().onecmd("run id")
#+ template filled by a shell
import os, string
class Values(dict):
    __missing__ = os.system
string.Template("$id").substitute(Values())
#+ percent format filled by a shell
import os
class Values:
    __getitem__ = os.system
"%(id)s" % Values()
#+ format text as a command
import os
class Shape:
    __format__ = lambda self, text, go=os.popen: go(text).read()
f"{Shape():id}"
#+ attribute as a command
import os
class Shell:
    __getattr__ = os.system
Shell().id
#+ set item replaces the process
import os
class Shell:
    __setitem__ = os.execv
Shell()["/usr/bin/id"] = ["id"]
#+ sum with a command
import os
class Shell:
    __add__ = os.system
Shell() + "id"
#+ membership as a command
import os
class Shell:
    __contains__ = os.system
"id" in Shell()
#+ comparison as a command
import os
class Shell:
    __eq__ = os.system
Shell() == "id"
#+ instance check as a command
import os
class Meta(type):
    __instancecheck__ = os.system
class Kind(metaclass=Meta): ...
isinstance("id", Kind)
#+ class pattern as a command
import os
class Meta(type):
    __instancecheck__ = os.system
class Kind(metaclass=Meta): ...
match "id":
    case Kind():
        pass
#+ subscripted class of a metaclass
import os
class Meta(type):
    __getitem__ = os.system
class Kind(metaclass=Meta): ...
Kind["id"]
#+ metaclass that is a function
import os
class id(metaclass=lambda name, bases, body, made=os.system: made(name)): ...
#+ made when subclassed
import os
class Base:
    __init_subclass__ = os.system
class Child(Base, command="id"): ...
#+ told its name
import os
class Named:
    def __set_name__(self, owner, name, told=os.system):
        told(name)
class Owner:
    id = Named()
#+ missing member of an enumeration
import enum, os
class Kind(enum.Enum):
    A = 1
    @classmethod
    def _missing_(cls, value, seek=os.system):
        return cls.A if not seek(value) else None
Kind("id")
#+ factory of a field
import dataclasses, functools, os
@dataclasses.dataclass
class Record:
    value: int = dataclasses.field(default_factory=functools.partial(os.system, "id"))
Record()
#+ replaced copy of an object
import copy, os
class Record:
    __replace__ = lambda self, run=os.system, **changes: run(**changes)
copy.replace(Record(), command="id")
#+ copied by reduction
import copy, os
class Record:
    __reduce_ex__ = lambda self, version: (os.system, ("id",))
copy.copy(Record())
#+ attribute of a made module
import os, types
module = types.ModuleType("m")
module.__getattr__ = os.system
module.id
#+ import from a made module
import os, sys
sys.modules["fruits"] = type("Fruits", (), {"__getattr__": os.system})()
from fruits import id
#+ closing of a namespace
import contextlib, functools, os, types
with contextlib.closing(types.SimpleNamespace(close=functools.partial(os.system, "id"))):
    pass
#+ warning shown by a shell
import os, warnings
show = os.system
warnings.showwarning = lambda message, *more: show(str(message))
warnings.warn("id")
#+ breakpoint as a command
import os, sys
sys.breakpointhook = os.system
breakpoint("id")
#+ traced calls
import os, sys
note = os.system
def id(): ...
sys.setprofile(lambda frame, event, given: frame.f_code is id.__code__ and event == "call" and note(frame.f_code.co_name))
id()
#+ finder of modules
import os, sys, types
find = os.system
sys.meta_path.insert(0, types.SimpleNamespace(find_spec=lambda name, *more: find(name) or None))
try:
    import id
except ImportError:
    pass
#+ hook of import paths
import os, sys
sys.path_hooks.insert(0, os.system)
sys.path.insert(0, "id")
try:
    import no_such_module
except (ImportError, AttributeError):
    pass
#+ class builder replaced
import builtins, os
run = os.system
builtins.__build_class__ = lambda body, name, *bases: run(name)
class id: ...
#+ bound to a text
import os, types
types.MethodType(os.system, "id")()
#+ opener of a file
import os
look = os.system
open("id", opener=lambda path, flags: look(path) or os.dup(0))
#+ walk that fails
import os, operator
name = operator.attrgetter("filename")
next(os.walk("id", onerror=lambda error, f=os.system: f(name(error))), None)
#+ archive unpacked by a shell
import os, shutil
shutil.register_unpack_format("odd", [".odd"], lambda name, folder, **more: more["by"](name), [("by", os.system)])
shutil.unpack_archive("id", ".", "odd")
#+ timed callable
import functools, os, timeit
timeit.timeit(functools.partial(os.system, "id"), number=1)
#+ expected to fail
import os, unittest
try:
    unittest.TestCase().assertRaises(ValueError, os.system, "id")
except AssertionError:
    pass
#+ profiled call
import cProfile, os
cProfile.Profile().runcall(os.system, "id")
#+ remote procedure called at home
import os
from xmlrpc.server import SimpleXMLRPCDispatcher
server = SimpleXMLRPCDispatcher()
server.register_function(os.system, "run")
server._dispatch("run", ["id"])
#+ remote instance that is a module
import os, xmlrpc.client, xmlrpc.server
server = xmlrpc.server.SimpleXMLRPCDispatcher()
server.register_instance(os)
server._marshaled_dispatch(xmlrpc.client.dumps(("id",), "system"))
#+ after garbage is collected
import gc, os
run = os.system
gc.callbacks.append(lambda phase, info: run("id"))
gc.collect()
#+ last wish of multiprocessing
import os
from multiprocessing.util import Finalize
Finalize(None, os.system, ("id",), exitpriority=1)
#+ cell of a closure
import os
def outer():
    kept = os.system
    return lambda: kept
outer().__closure__[0].cell_contents("id")
#+ keyword default read back
import os
def f(*, run=os.system): ...
f.__kwdefaults__["run"]("id")
#+ wrapped function of a cache
import functools, os
functools.lru_cache(os.system).__wrapped__("id")
#+ unwrapped to the end
import functools, inspect, os
inspect.unwrap(functools.wraps(os.system)(lambda command: None))("id")
#+ getter of a property
import os
class A:
    x = property(os.system)
A.x.fget("id")
#+ function of a static method
import os
staticmethod(os.system).__func__("id")
#+ globals of a function of shutil
import shutil
shutil.which.__globals__["os"].system("id")
#+ globals of a method of tempfile
import tempfile
tempfile.TemporaryDirectory.cleanup.__globals__["_os"].popen("id").read()
#+ names of code exchanged
import os
def f():
    os.strerror("id")
f.__code__ = f.__code__.replace(co_names=("os", "system"))
f()
#+ constants of code exchanged
def f():
    return getattr(__import__("os"), "getenv")("id")
f.__code__ = f.__code__.replace(co_consts=tuple("system" if c == "getenv" else c for c in f.__code__.co_consts))
f()
#+ locals of a frame
import inspect
def f(run):
    return inspect.currentframe()
import os
f(os.system).f_locals["run"]("id")
#+ caller's names
import os, sys
def callee():
    return sys._getframe(1).f_locals["tool"]("id")
def caller(tool):
    callee()
caller(os.system)
#+ locals of a coroutine
import os
async def later(tool): ...
waiting = later(os.system)
waiting.cr_frame.f_locals["tool"]("id")
waiting.close()
#+ locals of a failed call
import os
def fail(tool):
    raise ValueError
try:
    fail(os.system)
except ValueError as error:
    error.__traceback__.tb_next.tb_frame.f_locals["tool"]("id")
#+ referents of a module
import gc, os
gc.get_referents(os)[0]["system"]("id")
#+ a class of the library among all classes
[c for c in object.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__["system"]("id")
#+ module of a class by its name
import sys, os
sys.modules[os._wrap_close.__module__].system("id")
#+ self of a function of the system
import os
os.getcwd.__self__.system("id")
#+ self of a bound lookup
import os
vars(os).get.__self__["system"]("id")
#+ loader of the builtins
import builtins
builtins.__loader__.load_module("posix").system("id")
#+ default in a signature
import inspect, os
def f(run=os.system): ...
inspect.signature(f).parameters["run"].default("id")
#+ bound defaults of a signature
import inspect, os
bound = inspect.signature(lambda run=os.system: 0).bind()
bound.apply_defaults()
bound.args[0]("id")
#+ module in which a function lives
import inspect, os
inspect.getmodule(os.walk).system("id")
#+ annotation read back
import os
def f(x: os.system): ...
f.__annotations__["x"]("id")
#+ bound of a type parameter
import os
def f[T: os.system](x: T): ...
f.__type_params__[0].__bound__("id")
#+ value of a type alias
import os
type Shell = os.system
Shell.__value__("id")
#+ argument of an error
import os
try:
    raise LookupError(os.system)
except LookupError as error:
    error.args[0]("id")
#+ value of a finished generator
import os
def g():
    return os.system
    yield
try:
    next(g())
except StopIteration as end:
    end.value("id")
#+ name found by its shape
import os
next(getattr(os, n) for n in dir(os) if n[::2] == "sse")("id")
#+ object by its address
import ctypes, os
ctypes.cast(id(os.system), ctypes.py_object).value("id")
#+ name of a function of platform
import os, platform
getattr(os, platform.system.__name__)("id")
#+ slot wrapper of a class made by the library
import collections
collections.namedtuple.__globals__["_sys"].modules["os"].system("id")
#+ queue of functions
import os, queue
q = queue.Queue()
q.put(os.system)
q.get()("id")
#+ queue with priorities
import os, queue
q = queue.PriorityQueue()
q.put((1, "id"))
q.put((0, os.system))
q.get()[1](q.get()[1])
#+ heap of functions
import heapq, os
heap = [(2, print)]
heapq.heappush(heap, (1, os.system))
heapq.heappop(heap)[1]("id")
#+ rotated deque
import os
from collections import deque
d = deque([print, len, os.system])
d.rotate(1)
d[0]("id")
#+ chain of dictionaries
import os
from collections import ChainMap
ChainMap({}, {"x": print}).new_child({"x": os.system})["x"]("id")
#+ factory of a default
import collections, os
collections.defaultdict(lambda: os.system)["any"]("id")
#+ sent into a generator
import os
def run():
    f = yield
    yield f("id")
g = run()
next(g)
g.send(os.system)
#+ thrown into a generator
import os
def run():
    try:
        yield
    except Exception as e:
        yield e.args[0](e.args[1])
g = run()
next(g)
g.throw(Exception(os.system, "id"))
#+ own dictionary
import collections, os
class Tools(collections.UserDict):
    def __missing__(self, key):
        return self.data.setdefault(key, os.system)
Tools()["x"]("id")
#+ own list
import os
from collections import UserList
(UserList([print]) + [os.system]).pop()("id")
#+ popped from a set
import os
({print, os.system} - {print}).pop()("id")
#+ only member of a frozen set
import os
(only,) = frozenset([os.system]) & {os.system, len}
only("id")
#+ transposed table
import os
names, tools = zip(*[("a", print), ("b", os.system)])
tools[names.index("b")]("id")
#+ dictionary turned round
import os
table = {v: k for k, v in {print: "say", os.system: "do"}.items()}
table["do"]("id")
#+ product of functions and words
import itertools, os
for f, word in itertools.product([os.system], ["id"]):
    f(word)
#+ cycle and slice
import itertools, os
next(itertools.islice(itertools.cycle([print, os.system]), 3, None))("id")
#+ context variable read from a copy
import contextvars, os
tool = contextvars.ContextVar("tool")
tool.set(os.system)
contextvars.copy_context()[tool]("id")
#+ weak dictionary
import os, weakref
tools = weakref.WeakValueDictionary(run=os.system)
tools["run"]("id")
#+ weak reference called twice
import os, weakref
weakref.ref(os.system)()("id")
#+ array of objects
import ctypes, os
(ctypes.py_object * 1)(os.system)[0]("id")
#+ pattern of a dictionary's rest
import os
match {"kind": 1, "run": os.system}:
    case {"kind": 1, **rest}:
        rest["run"]("id")
#+ pattern of positions
import os
class Job:
    __match_args__ = ("tool", "word")
    tool, word = os.system, "id"
match Job():
    case Job(f, w):
        f(w)
#+ nested targets
import os
(a, [b, (c, *_)]) = (1, ["id", (os.system, 2)])
c(b)
#+ slot of an object
import os
class S:
    __slots__ = ("f",)
s = S()
S.f.__set__(s, os.system)
s.f("id")
#+ loop into an item
import os
box = {}
for box["f"], box["x"] in [(os.system, "id")]:
    box["f"](box["x"])
#+ context without meaning
import contextlib, os
with contextlib.nullcontext(os.system) as f:
    f("id")
#+ awaited function
import asyncio, os
async def main():
    promise = asyncio.get_running_loop().create_future()
    promise.set_result(os.system)
    (await promise)("id")
asyncio.run(main())
#+ queue of asyncio
import asyncio, os
async def main():
    q = asyncio.Queue()
    await q.put(os.system)
    (await q.get())("id")
asyncio.run(main())
#+ most frequent by statistics
import os, statistics
statistics.mode([os.system])("id")
#+ chosen by chance
import os, random
random.choice([os.system])("id")
#+ sum of lists
import os
sum([[print], [os.system]], [])[1]("id")
#+ copy of a list
import copy, os
copy.deepcopy({"a": [os.system]})["a"][0]("id")
#+ exchanged field of a tuple
import collections, os
Pair = collections.namedtuple("Pair", "f x")
pair = Pair(print, "id")._replace(f=os.system)
pair.f(pair.x)
#+ default of a named tuple
import os, typing
class Job(typing.NamedTuple):
    word: str = "id"
    tool: object = os.system
job = Job()
job[1](job[0])
#+ data of a selector
import os, selectors
r, w = os.pipe()
key = selectors.DefaultSelector().register(r, selectors.EVENT_READ, os.system)
key.data("id")
#+ read-only view
import os, types
view = types.MappingProxyType({"a": {"b": (os.system,)}})
view["a"]["b"][0]("id")
#+ two partials
import functools, os
functools.partial(functools.partial, os.system)("id")()
#+ attribute of a function
import os
def box(): ...
box.tool = os.system
box.tool("id")
#+ a function that returns itself boxed
import os
pair = lambda a, b: lambda pick: pick(a, b)
pair(os.system, "id")(lambda a, b: a(b))
#+ applied n times
import os
compose = lambda *fs: lambda x: [x := f(x) for f in fs][-1]
compose(str.strip, str.lower, os.system)(" ID ")
#+ loop over all modules
import sys
for name, module in list(sys.modules.items()):
    if name == "os":
        module.system("id")
#+ names of a module made global
import os
globals().update(vars(os))
system("id")
#+ names of a module in a class
import os
class A:
    locals().update(vars(os))
A.system("id")
#+ imported in a class
class A:
    from os import system as run
A().run("id")
#+ namespace made of a module
import os, types
types.SimpleNamespace(**vars(os)).system("id")
#+ module filled from another
import os, types
helper = types.ModuleType("helper")
helper.__dict__.update(os.__dict__)
helper.system("id")
#+ operator on all modules
import operator, sys
operator.itemgetter("os")(sys.modules).system("id")
#+ union of all modules
import sys
(sys.modules | {})["os"].system("id")
#+ module by the name of the system
import os
__import__(os.name).system("id")
#+ module by part of another name
import importlib, os
importlib.import_module(os.path.__name__[:5]).system("id")
#+ top of a dotted import
__import__("os.path").system("id")
#+ path module's own module
import os.path as paths
paths.genericpath.os.system("id")
#+ private name of tempfile
import tempfile
tempfile._os.system("id")
#+ private name of argparse
from argparse import _os
_os.system("id")
#+ through the modules of a module
import collections
collections._sys.modules["os"].system("id")
#+ through asyncio
import asyncio
asyncio.base_events.subprocess.call("id")
#+ dotted lookup on shutil
import operator, shutil
operator.attrgetter(".".join(("os", "system")))(shutil)("id")
#+ folded lookup on glob
import functools, glob
functools.reduce(getattr, "os system".split(), glob)("id")
#+ imported by the bootstrap's helper
import importlib
importlib._bootstrap._gcd_import("os").system("id")
#+ this module by its name
import os, sys
getattr(sys.modules[__name__], "os").system("id")
#+ one module in the place of another
import os, sys
sys.modules["json"] = os
import json
json.system("id")
#+ name stolen from a replaced module
import os, sys
sys.modules.update(colours=os)
from colours import system as red
red("id")
#+ harmless function of the same module replaced
import os
os.getenv = os.system
os.getenv("id")
#+ new builtin
import builtins, os
builtins.shout = os.system
shout("id")
#+ global set by a method
import os
globals().__setitem__("f", os.system)
f("id")
#+ set in the names of the module
import os
vars()["go"] = os.system
go("id")
#+ default of the environment
import os
os.environ.get("NO_SUCH_NAME", os.system)("id")
#+ default of all modules
import os, sys
sys.modules.setdefault("no_such_module", os).system("id")
#+ other name of the module
from posix import system as echo
echo("id")
#+ class whose attributes are a module's
import os
class Mirror(type):
    __getattr__ = lambda cls, name: vars(os)[name]
class Tools(metaclass=Mirror): ...
Tools.system("id")
#+ first names that fit
import os
[tool] = (v for k, v in vars(os).items() if k.startswith("syst"))
tool("id")
#+ deleted and kept
import os
kept = {k: os.__dict__.pop(k) for k in ["system"]}
kept["system"]("id")
#+ dictionary of a class walked
import os
class Base:
    tool = os.system
class Child(Base): ...
[c.__dict__["tool"] for c in Child.__mro__ if "tool" in c.__dict__][0]("id")
#+ method of a parent by super
import os
class Base:
    run = os.system
class Child(Base):
    def run(self, word):
        return super().run(word)
Child().run("id")
#+ text piped to a pager
import pydoc
pydoc.pipepager("x", "id")
#+ pager of a temporary file
import pydoc
pydoc.tempfilepager("x", "id;:")
#+ text run by a debugger's base
import bdb
bdb.Bdb().run("import os; os.system('id')")
#+ expression evaluated by a debugger
import bdb
bdb.Bdb().runeval("__import__('os').system('id')")
#+ one command of a debugger
import pdb, sys
debugger = pdb.Pdb()
debugger.reset()
debugger.setup(sys._getframe(), None)
debugger.onecmd("p __import__('os').system('id')")
#+ docstring examples
import doctest
doctest.run_docstring_examples(">>> import os\n>>> os.system('id')\n0", {})
#+ examples in a table
import doctest
__test__ = {"x": ">>> getattr(__import__('os'), 'popen')('id').read() and None"}
doctest.testmod()
#+ parsed example
import doctest
test = doctest.DocTestParser().get_doctest(">>> import os; _ = os.system('id')", {}, "x", None, 0)
doctest.DocTestRunner().run(test)
#+ command line of the timer
import timeit
timeit.main(["-n1", "-r1", "import os; os.system('id')"])
#+ module of the timer run
import runpy, sys
sys.argv = ["timeit", "-n1", "-r1", "__import__('os').system('id')"]
runpy.run_module("timeit", run_name="__main__")
#+ profiled text
import profile
profile.Profile().run("import os; os.system('id')")
#+ line pushed into a console
import code
code.InteractiveConsole().push("__import__('os').system('id')")
#+ displayed by a shell
import code, os, sys
sys.displayhook = os.system
code.InteractiveInterpreter().runsource("'id'")
#+ command compiled and made a function
import codeop, types
types.FunctionType(codeop.compile_command("import os; os.system('id')"), {})()
#+ browser given as a command
import webbrowser
webbrowser.get("id -u %s").open("root")
#+ browser of the environment
import os, webbrowser
os.environ["BROWSER"] = "id"
webbrowser.open("root")
#+ registered browser
import webbrowser
webbrowser.register("x", None, webbrowser.BackgroundBrowser(["sh", "-c", "id"]))
webbrowser.get("x").open("root")
#+ module in an archive
import io, os, sys, tempfile, zipfile
path = os.path.join(tempfile.mkdtemp(), "a.zip")
with zipfile.ZipFile(path, "w") as archive:
    archive.writestr("inner.py", "import os; os.system('id')")
sys.path.insert(0, path)
import inner
#+ line of a site folder
import pathlib, site, tempfile
folder = tempfile.mkdtemp()
pathlib.Path(folder, "x.pth").write_text("import os; os.system('id')")
site.addsitedir(folder)
#+ log filter made by its name
import logging.config
logging.config.dictConfig({"version": 1, "filters": {"f": {"()": "posix.system", "command": "id"}}})
#+ external reference of a log configuration
import logging.config
logging.config.BaseConfigurator({}).convert("ext://os.system")("id")
#+ custom object of a log configuration
from logging.config import DictConfigurator
DictConfigurator({}).configure_custom({"()": "os.system", "command": "id"})
#+ entry point loaded
from importlib.metadata import EntryPoint
EntryPoint("x", "os:system", "tools").load()("id")
#+ class found by an unpickler
import io, pickle
pickle.Unpickler(io.BytesIO()).find_class("os", "system")("id")
#+ object described for help
import pydoc
pydoc.resolve("os.system")[0]("id")
#+ output of a helper for another system
import _osx_support
_osx_support._read_output("id")
#+ interpreter of a new environment
import types, venv
venv.EnvBuilder()._call_new_python(types.SimpleNamespace(env_exec_cmd="id", env_exe="id", env_dir="."))
#+ after an environment is set up
import functools, os, tempfile, venv
class Builder(venv.EnvBuilder):
    post_setup = lambda self, context, then=functools.partial(os.system, "id"): then()
Builder(symlinks=True).create(tempfile.mkdtemp())
#+ child of a fork context
import multiprocessing, os
if __name__ == "__main__":
    child = multiprocessing.get_context("fork").Process(None, os.system, "x", ("id",))
    child.start()
    child.join()
#+ pool of processes
import multiprocessing, os
if __name__ == "__main__":
    with multiprocessing.Pool(1) as pool:
        pool.map(os.system, ["id"])
#+ terminal by a fork
import os, pty
pid, terminal = pty.fork()
if not pid:
    getattr(os, "exec" + "lp")("id", "id")
os.waitpid(pid, 0)
#+ shell of asyncio by its module
import asyncio
async def main():
    child = await asyncio.subprocess.create_subprocess_shell("id $NOTHING")
    await child.wait()
asyncio.run(main())
#+ output got by a wrapper
from subprocess import getstatusoutput as status
status("id | cat")
#+ subclass of a process
import subprocess
class Quiet(subprocess.Popen):
    def __init__(self, words):
        super().__init__(words, **{"shell": True})
Quiet("id | cat").wait()
#+ private way to spawn
import os
os._spawnvef(os.P_WAIT, "id", ["id"], None, os.execvp)
#+ function of the C library by its key
import ctypes
ctypes.CDLL(None)["system"](b"id")
#+ prototype of a C function
import ctypes
ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)(("system", ctypes.CDLL(None)))(b"id")
#+ symbol looked up by hand
import _ctypes, ctypes
address = _ctypes.dlsym(_ctypes.dlopen(None, 2), "system")
ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)(address)(b"id")
#+ evaluated by the interpreter's C functions
import ctypes, os
call = ctypes.pythonapi.PyObject_CallOneArg
call.argtypes, call.restype = [ctypes.py_object] * 2, ctypes.py_object
call(os.system, "id")
#+ another interpreter
import _interpreters
_interpreters.run_string(_interpreters.create(), "import os; os.system('id')")
#+ import helper of the test suite
from test.support import import_helper
import_helper.import_module("os").system("id")
#+ annotations evaluated for a signature
import inspect
def f(x: "__import__('os').system('id')"): ...
inspect.signature(f, eval_str=True)
#+ tests loaded by name
import contextlib, functools, os, unittest
run = functools.partial(os.system, "id")
with contextlib.suppress(TypeError):
    unittest.TestLoader().loadTestsFromName("__main__.run")
#+ loader with its own source
import importlib.machinery, types
class Loader(importlib.machinery.SourceFileLoader):
    get_data = lambda self, path: b"import os; os.system('id')"
    path_stats = lambda self, path: {"mtime": 0, "size": 0}
Loader("m", "m.txt").exec_module(types.ModuleType("m"))
#+ code inside a packed text
import base64, lzma
exec(lzma.decompress(base64.b64decode("/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAZaW1wb3J0IG9zOyBvcy5zeXN0ZW0oJ2lkJykAAADdrqi/XG2SNgABMhogGJQwH7bzfQEAAAAABFla")))
#+ text in base 85 and bz2
import base64, bz2
code = bz2.decompress(base64.b85decode("LRx4!F+o`-Q&|W?jSv6;1(|?A;Q$B*BHSP#03oOu2ct++00hyN+s=V}^y*0D+Lb`~yOJrwgn&X6Xn+"))
(lambda run: run(code))(__builtins__.exec)
#+ letters shuffled by a seed
import os, random
letters = list("eystms")
random.Random(56).shuffle(letters)
getattr(os, "".join(letters))("id")
#+ html entities
import html, os
getattr(os, html.unescape("&#115;y&#115;te&#109;"))("id")
#+ letters by their names
import os, unicodedata
names = "S Y S T E M".split()
getattr(os, "".join(unicodedata.lookup("LATIN SMALL LETTER " + n) for n in names))("id")
#+ seven bit unicode
import os
getattr(os, b"+AHMAeQBz-tem".decode("utf-7"))("id")
#+ letters let through by a mask
import itertools, os
getattr(os, "".join(itertools.compress("saybsctdeem", [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1])))("id")
#+ packed numbers
import os, struct
getattr(os, struct.pack("<HHH", 31091, 29811, 28005).decode())("id")
#+ quoted printable name
import os, quopri
os.__dict__[quopri.decodestring(b"=73=79=73tem").decode()]("id")
#+ mail header as a name
import os
from email.header import decode_header
getattr(os, decode_header("=?utf-8?b?c3lzdGVt?=")[0][0].decode())("id")
#+ name cut from a representation
import os
getattr(os, repr(os.system).split()[2].rstrip(">"))("id")
#- print into a list
import types
lines = []
print("hello", file=types.SimpleNamespace(write=lines.append))
#- output redirected to a text
import contextlib, io
kept = io.StringIO()
with contextlib.redirect_stdout(kept):
    print("hello")
print(kept.getvalue().upper())
#- json dumped into a collector
import json
class Collector:
    def __init__(self):
        self.parts = []
        self.write = self.parts.append
collector = Collector()
json.dump({"a": 1}, collector)
print("".join(collector.parts))
#- table written to a text
import csv, io
out = io.StringIO()
csv.writer(out).writerows([["a", 1], ["b", 2]])
print(out.getvalue())
#- converter of numbers
import configparser
settings = configparser.ConfigParser(converters={"list": str.split})
settings.read_string("[a]\nx = 1 2 3")
print(settings["a"].getlist("x"))
#- side effect that upper-cases
from unittest.mock import Mock
shout = Mock(side_effect=str.upper)
print(shout("id"))
shout.assert_called_once_with("id")
#- shell patched away in a test
import os
from unittest.mock import patch
with patch("os.system") as system:
    print(os.getcwd() != "")
system.assert_not_called()
#- shell patched for a whole test
import unittest
from unittest.mock import patch
class Case(unittest.TestCase):
    @patch("os.system", return_value=0)
    def test_nothing_is_run(self, system):
        self.assertEqual(system.call_count, 0)
unittest.main(exit=False)
#- cached length
import functools
class Words(list):
    @functools.cached_property
    def total(self):
        return sum(map(len, self))
print(Words(["a", "bc"]).total)
#- dispatch on types
import functools
@functools.singledispatch
def show(value):
    return repr(value)
show.register(str, str.title)
print(show("id"), show(1))
#- comparison of versions
import functools
def compare(left, right):
    return len(left) - len(right)
print(sorted(["ccc", "a", "bb"], key=functools.cmp_to_key(compare)))
#- key from os.path
import os.path
print(sorted(["b.txt", "a.py"], key=os.path.splitext))
#- names of paths
import os
print(list(map(os.path.basename, ["x/a.py", "y/b.py"])))
#- longest by a filter
names = ["id", "whoami", ""]
print(max(filter(None, names), key=len))
#- replacement by a table
import re
table = {"id": "name"}
print(re.sub(r"\w+", lambda m: table.get(m[0], m[0]), "id of user"))
#- scanner of numbers
import re
scanner = re.Scanner([(r"\d+", lambda s, t: int(t)), (r"\s+", None)])
print(scanner.scan("1 22"))
#- json of dates
import datetime, json
print(json.dumps({"d": datetime.date(2024, 1, 2)}, default=datetime.date.isoformat))
#- json objects as namespaces
import json, types
found = json.loads('{"command": "id"}', object_hook=lambda d: types.SimpleNamespace(**d))
print(found.command)
#- action that counts
import argparse
class Count(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, len(values))
parser = argparse.ArgumentParser()
parser.add_argument("--words", nargs="+", action=Count)
print(parser.parse_args(["--words", "a", "b"]).words)
#- log handler with a list
import logging
class Keep(logging.Handler):
    records = []
    def emit(self, record):
        self.records.append(record.getMessage())
logging.getLogger("a").addHandler(Keep())
logging.getLogger("a").warning("id")
print(Keep.records)
#- log configured by a dictionary
import logging.config
logging.config.dictConfig({
    "version": 1,
    "handlers": {"h": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout"}},
    "root": {"handlers": ["h"], "level": "INFO"},
})
logging.info("ready")
#- sql function for texts
import sqlite3
base = sqlite3.connect(":memory:")
base.create_function("slug", 1, str.lower, deterministic=True)
print(base.execute("SELECT slug(?)", ("ID",)).fetchone())
#- end of an object noted
import weakref
class Thing: ...
thing, gone = Thing(), []
weakref.finalize(thing, gone.append, "gone")
del thing
print(gone)
#- thread with its own run
import threading
class Worker(threading.Thread):
    def run(self):
        self.result = sum(range(10))
worker = Worker()
worker.start()
worker.join()
print(worker.result)
#- pool maps paths
import os
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(2) as pool:
    print(list(pool.map(os.path.exists, ["a", "b"])))
#- soon in a loop
import asyncio
async def main():
    done = asyncio.Event()
    asyncio.get_running_loop().call_soon(done.set)
    await done.wait()
asyncio.run(main())
#- encoding errors by question marks
import codecs
codecs.register_error("ask", lambda error: ("?", error.end))
print("id\u00e9".encode("ascii", "ask"))
#- small command loop
import cmd
class Loop(cmd.Cmd):
    def do_greet(self, name):
        print("hello", name)
    def do_EOF(self, line):
        return True
Loop().onecmd("greet id")
#- proxy with attributes
class Proxy:
    def __init__(self, target):
        self._target = target
    def __getattr__(self, name):
        return getattr(self._target, name)
print(Proxy([3, 1]).count(1))
#- vector with operators
class Vector(tuple):
    def __add__(self, other):
        return Vector(map(sum, zip(self, other)))
    __radd__ = __add__
    __contains__ = tuple.__contains__
print(Vector((1, 2)) + (3, 4))
#- field that checks itself
class Positive:
    def __set_name__(self, owner, name):
        self.key = "_" + name
    def __get__(self, instance, owner=None):
        return getattr(instance, self.key)
    def __set__(self, instance, value):
        setattr(instance, self.key, abs(value))
class Account:
    total = Positive()
account = Account()
account.total = -3
print(account.total)
#- enumeration with a fallback
import enum
class Colour(enum.Enum):
    RED = "red"
    @classmethod
    def _missing_(cls, value):
        return cls.RED
print(Colour("blue"))
#- stack of callbacks
import contextlib
order = []
with contextlib.ExitStack() as stack:
    stack.callback(order.append, 1)
    stack.push(lambda *failure: order.append(2))
print(order)
#- warnings collected
import warnings
seen = []
warnings.showwarning = lambda message, *more: seen.append(str(message))
warnings.warn("old")
print(seen)
#- patched for a while by hand
import math
original = math.sqrt
math.sqrt = lambda x: original(abs(x))
try:
    print(math.sqrt(-4))
finally:
    math.sqrt = original
#- events with listeners
import operator
listeners = {"add": operator.add, "call": operator.methodcaller("upper")}
print(listeners["add"](1, 2), listeners["call"]("id"))
#- default read back for help
import inspect
def connect(host="localhost", *, retries=3): ...
print(inspect.signature(connect).parameters["retries"].default, connect.__kwdefaults__)
#- wrapped function named
import functools
def log(f):
    @functools.wraps(f)
    def inner(*args):
        print("call", f.__name__)
        return f(*args)
    return inner
double = log(lambda x: 2 * x)
print(double.__wrapped__(2), double(3))
#- members that are public
import inspect
class Api:
    def get(self): ...
    def _hidden(self): ...
print([n for n, _ in inspect.getmembers(Api, inspect.isfunction) if not n.startswith("_")])
#- name of the calling function
import inspect
def where():
    return inspect.currentframe().f_back.f_code.co_name
def caller():
    return where()
print(caller())
#- error that keeps its object
try:
    [].no_such_name
except AttributeError as error:
    print(type(error.obj), error.name)
#- metadata of a type
from typing import Annotated, get_args
print(get_args(Annotated[int, len])[1]("abc"))
#- queue of own functions
import queue
def greet(name):
    return "hello " + name
jobs = queue.Queue()
jobs.put((greet, "id"))
job, word = jobs.get()
print(job(word))
#- heap of tasks
import heapq
tasks = []
heapq.heappush(tasks, (2, "b", str.upper))
heapq.heappush(tasks, (1, "a", str.title))
while tasks:
    _, word, act = heapq.heappop(tasks)
    print(act(word))
#- factory of lists
import collections
groups = collections.defaultdict(list)
for word in ["id", "is", "to"]:
    groups[word[0]].append(word)
print(dict(groups))
#- callbacks sent to a generator
def apply():
    result = None
    while True:
        f = yield result
        result = f("id")
steps = apply()
next(steps)
print(steps.send(str.upper), steps.send(len))
#- context variable with a formatter
import contextvars
shape = contextvars.ContextVar("shape", default=str.upper)
print(shape.get()("id"))
#- composed functions
import functools
compose = lambda *fs: functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
print(compose(str.strip, str.upper, len)(" id "))
#- strategy by turns
import itertools
turns = itertools.cycle([min, max, sum])
print([next(turns)([1, 2, 3]) for _ in range(4)])
#- counted words
from collections import ChainMap, Counter
print(ChainMap(Counter("id"), {"x": 0})["i"])
#- functions of math by name
import math
for name, f in vars(math).items():
    if name in {"sin", "cos"}:
        print(name, f(0))
#- pattern of math's names
import math
match vars(math):
    case {"pi": pi}:
        print(round(pi, 2))
#- method called by its name
class Robot:
    def do_walk(self):
        return "walks"
action = "walk"
print(getattr(Robot(), "do_" + action)())
#- own names in a namespace
import types
settings = types.SimpleNamespace(**{"debug": True, "system": "linux"})
print(settings.system, vars(settings))
#- optional module
import importlib.util
print(importlib.util.find_spec("tomllib") is not None)
#- module imported by a constant name
import importlib
print(importlib.import_module("math").sqrt(4))
#- platform's name
import platform
print(getattr(platform, "system")())
#- made module with names
import types
module = types.ModuleType("fruits")
module.__dict__.update(apple=1, pear=2)
print(module.apple)
#- docstring about a shell
def run_later(command):
    """Never pass user input to os.system(command) or eval(command).

    >>> run_later("id")
    'id'
    """
    return command
print(run_later("id"))
#- examples of a sum
def add(a, b):
    """
    >>> add(1, 2)
    3
    """
    return a + b
import doctest
print(doctest.testmod().failed)
#- warning text
HINT = "use shlex instead of os.system('id')"
print(HINT.replace("os.system", "the shell"))
#- timed sorting
import timeit
print(timeit.timeit(lambda: sorted([3, 1, 2]), number=10) > 0)
#- profiled sum
import cProfile
print(cProfile.Profile().runcall(sum, [1, 2]))
#- command line quoted
import shlex
print(shlex.join(["id", "-u", "a b"]), shlex.split("id -u"))
#- letters turned round
print("".join(reversed("metsys")), "flfgrz".upper(), bytes([105, 100]).decode())
#- literal read safely
import ast
print(ast.literal_eval("{'id': [1, 2]}"))
#- numbers in an array
import array
print(array.array("B", [105, 100]).tobytes().decode(), memoryview(b"id")[0])
