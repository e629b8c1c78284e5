def counter():
    count = 0
    def increment(by=1):
        nonlocal count
        count += by
        return count
    return increment
c1, c2 = counter(), counter()
print(c1(), c1(), c1(5), c2())
functions = []
for i in range(3):
    functions.append(lambda: i)
print([f() for f in functions], i)
functions = [lambda i=i: i for i in range(3)]
print([f() for f in functions])
functions = [lambda: j for j in range(3)]
print([f() for f in functions])
total = 0
def add(n):
    global total
    total += n
    return total
print(add(5), add(6), total)
def make(n):
    values = []
    for k in range(n):
        def getter():
            return k * 10
        values.append(getter)
    return values
print([g() for g in make(3)])
x = "global"
def scope():
    x = "outer"
    def read():
        return x
    def write():
        x = "inner"
        return x
    return read(), write(), x
print(scope(), x)
print([x for x in range(3)], x)
if (n := len("walrus")) > 3:
    print(n)
print([y := 5, y ** 2], y, [last := v for v in range(4)], last)
def memo(f):
    cache = {}
    def wrapped(n):
        if n not in cache:
            cache[n] = f(n)
        return cache[n]
    return wrapped
@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(90))
def late():
    return defined_later * 2
defined_later = 21
print(late())
def unbound():
    try:
        print(value)
    except UnboundLocalError as error:
        print(error)
    value = 1
    return value
print(unbound())
try:
    print(undefined_until_here)
except NameError as error:
    print(error)
undefined_until_here = 1
def gone():
    a = 1
    del a
    try:
        return a
    except UnboundLocalError as error:
        return str(error)
print(gone())
def free():
    def read():
        return later
    try:
        read()
    except NameError as error:
        print(error)
    later = 3
    return read()
print(free())
