def outer(x):
    def inner(x):
        x = x + 1
        return x
    return inner(x), x
print(outer(1))
values = [1, 2, 3]
total = 0
for value in values:
    total += value
    square = value ** 2
print(value, total, square)
x = 5
def local():
    x = 1
    def deeper():
        nonlocal x
        x += 10
        def deepest():
            nonlocal x
            x *= 2
        deepest()
        return x
    return deeper(), x
print(local(), x)
def use_global():
    global x, created
    x = 50
    created = "made"
use_global()
print(x, created)
if x > 10:
    flag = "big"
else:
    flag = "small"
print(flag)
def conditional(n):
    if n > 0:
        result = "positive"
    elif n < 0:
        result = "negative"
    try:
        return result
    except UnboundLocalError as error:
        return type(error).__name__
print(conditional(1), conditional(-1), conditional(0))
def parameters(a, b=None):
    if b is None:
        b = []
    b.append(a)
    a = "changed"
    return a, b
print(parameters(1), parameters(2), parameters(3, [9]))
i = "outside"
print([i for i in range(3)], {i: 1 for i in "ab"}, i)
def loop_variable():
    for k in range(5):
        if k == 3:
            break
    return k
print(loop_variable())
def redefined():
    return 1
first = redefined
def redefined():
    return 2
print(first(), redefined())
class A:
    x = x
    y = [x, x + 1]
    z = len(y)
    def get(self):
        return x, self.x, self.y
print(A.x, A.y, A.z, A().get())
x = 99
print(A().get())
def swap_roles(f):
    f = f(2)
    return f
print(swap_roles(lambda n: n * 3))
try:
    del values
    print(values)
except NameError as error:
    print(error)
def walrus(items):
    while (n := len(items)) > 1:
        items.pop()
    return n, items
print(walrus([1, 2, 3]))
print([y for x in range(5) if (y := x * x) > 3], y)
a = 1
def reads_before():
    try:
        a += 1
    except UnboundLocalError as error:
        return str(error)
print(reads_before())
for j in range(2):
    pass
else:
    j = "else"
print(j)
def nested_loops():
    found = []
    for r in range(3):
        for c in range(3):
            if (r + c) % 2:
                continue
            found.append((r, c))
            if len(found) > 3:
                break
        else:
            continue
        break
    return found, r, c
print(nested_loops())
