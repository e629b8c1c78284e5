def new(this, arguments, default=1):
    var = this + arguments
    let = var * default
    const = let - 1
    return const
function = new(1, 2)
print(function, new(1, arguments=5), new(default=3, this=1, arguments=1))
eval_ = 3
typeof, instanceof, void = 1, 2, 3
print(typeof + instanceof + void, eval_)
class package:
    static = "s"
    def __init__(self, public, private):
        self.public = public
        self.delete = private
        self.switch = [public]
    def throw(self, case):
        return self.public + case
    def catch(self):
        return self.delete
p = package(1, 2)
print(p.public, p.delete, p.throw(5), p.catch(), package.static, p.switch, type(p).__name__)
enum = {"null": None, "undefined": 1, "true": True}
for extends in enum:
    print(extends, enum[extends])
export = [do for do in range(3)]
print(export)
def interface(*implements, **protected):
    return implements, protected
print(interface(1, 2, x=3))
Object, Array, Math, Map, Symbol, BigInt, console, process = 1, 2, 3, 4, 5, 6, 7, 8
print(Object, Array, Math, Map, Symbol, BigInt, console, process)
undefined = "u"
NaN = "n"
Infinity = "i"
globalThis = "g"
print(undefined, NaN, Infinity, globalThis, {"constructor": 1, "__proto__": 2}["__proto__"], {"toString": 5})
def add(a, b):
    return a + b
def call(f, x):
    return f(x)
def iterate(xs):
    return [add(x, x) for x in xs]
def truthy(x):
    return call(lambda v: not not v, x)
def equals(a, b):
    return a == b
print(add("a", "b"), iterate([1, 2]), truthy([]), equals([1], [1]))
def sum(values):
    return "my sum of " + str(len(values))
def list(x):
    return ["my list", x]
print(sum([1, 2]), list(5))
max = 10
print(max, [str for str in "ab"])
def function_with_await(await_, async_=2, yield_=3):
    return await_ + async_ + yield_
print(function_with_await(1))
length = len("four")
name = "n"
constructor = "c"
prototype = "p"
print(length, name, constructor, prototype)
class Words:
    def __init__(self):
        self.length = 3
        self.name = "words"
        self.toString = "text"
        self.valueOf = 5
        self.then = 6
    def map(self):
        return self.length
w = Words()
print(w.length, w.name, w.toString, w.valueOf, w.then, w.map())
try:
    w.hasOwn
except AttributeError as error:
    print(error)
Tuple, Dict, Instance, Range = "T", "D", "I", "R"
print(Tuple, Dict, Instance, Range, (1,), {1: 2}, range(2))
