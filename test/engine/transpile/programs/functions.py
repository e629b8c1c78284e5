def defaults(a, b=2, *args, c, d=4, **kw):
    return (a, b, args, c, d, kw)
print(defaults(1, c=3), defaults(1, 9, 8, 7, c=0, d=1, z=26, y=25))
def collect(item, into=[]):
    into.append(item)
    return into
print(collect(1), collect(2), collect(3, []), collect(4))
def total(*numbers):
    return sum(numbers), len(numbers)
print(total(), total(1), total(1, 2, 3), total(*[4, 5], 6, *range(2)))
def options(**kw):
    return sorted(kw.items())
print(options(), options(b=1, a=2), options(**{"x": 1}, y=2))
def position_only(a, /, b, *, c=1):
    return a, b, c
print(position_only(1, 2), position_only(1, b=5, c=6))
for attempt in [lambda: defaults(), lambda: defaults(1), lambda: total(x=1), lambda: collect(), lambda: position_only(a=1, b=2), lambda: collect(1, [], 3), lambda: options(1), lambda: collect(1, item=2), lambda: position_only(1, 2, d=4)]:
    try:
        attempt()
    except TypeError as error:
        print(error)
square = lambda x: x * x
compose = lambda f, g: lambda x: f(g(x))
print(square(5), compose(square, abs)(-3), (lambda *a, k=1: (a, k))(1, 2, k=3))
def outer():
    def inner(x, y=1):
        return x + y
    return inner
print(outer()(1), outer()(1, 5))
try:
    outer()()
except TypeError as error:
    print(error)
def nothing():
    pass
print(nothing(), [nothing() for _ in range(2)])
def early(x):
    if x > 0:
        return "positive"
print(early(1), early(-1))
x = 10
def shadow(x):
    x += 1
    return x
print(shadow(1), x)
def swap(a, b): return b, a
p, q = swap(1, 2)
print(p, q, swap(*"xy"), swap(b=1, a=2))
def order(a, b, c): return [a, b, c]
print(order(c=3, a=1, b=2), order(1, c=3, b=2))
def recursive(n): return 1 if n == 0 else n * recursive(n - 1)
print(recursive(20))
