import functools
from functools import wraps
def logged(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        print("call", function.__name__, args, kwargs)
        result = function(*args, **kwargs)
        print("result", result)
        return result
    return wrapper
@logged
def add(a, b=10):
    return a + b
print(add(1), add(2, b=3), add.__name__)
def repeat(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            return [function(*args) for _ in range(times)]
        return wrapper
    return decorate
@repeat(3)
def greet(name):
    return f"hi {name}"
print(greet("bob"), greet.__name__)
registry = {}
def register(name):
    def inner(f):
        registry[name] = f
        return f
    return inner
@register("double")
def double(x):
    return x * 2
@register("square")
@logged
def square(x):
    return x * x
print(registry["double"](4), registry["square"](5), list(registry))
def count_calls(f):
    calls = 0
    def wrapper(*a):
        nonlocal calls
        calls += 1
        return calls, f(*a)
    return wrapper
@count_calls
def nothing():
    return None
print(nothing(), nothing())
try:
    add()
except TypeError as error:
    print(error)
try:
    double(1, 2)
except TypeError as error:
    print(error)
@functools.lru_cache(maxsize=None)
def slow(n):
    print("computing", n)
    return n * 2
print(slow(2), slow(2), slow(3))
compose = lambda *fs: functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
print(compose(double, str, len)(50))
inc = functools.partial(lambda a, b: a + b, 1)
print(inc(5), list(map(inc, [1, 2])))
def call_with(f, *args, **kw):
    return f(*args, **kw)
print(call_with(max, 3, 9, 2), call_with(sorted, [3, 1, 2]), call_with(lambda **k: sorted(k), b=1, a=2), call_with("-".join, "abc"))
