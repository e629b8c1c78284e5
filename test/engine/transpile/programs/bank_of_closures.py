def account(balance):
    def deposit(amount):
        nonlocal balance
        balance += amount
        return balance
    def withdraw(amount):
        nonlocal balance
        if amount > balance:
            raise ValueError("insufficient")
        balance -= amount
        return balance
    return {"deposit": deposit, "withdraw": withdraw, "balance": lambda: balance}
a, b = account(10), account(100)
a["deposit"](5)
b["withdraw"](30)
print(a["balance"](), b["balance"]())
try:
    a["withdraw"](50)
except ValueError as error:
    print(error, a["balance"]())
def curry(f, n):
    def take(args):
        if len(args) == n:
            return f(*args)
        return lambda x: take(args + [x])
    return take([])
print(curry(lambda a, b, c: a + b * c, 3)(1)(2)(3))
def compose(*fs):
    def run(x):
        for f in reversed(fs):
            x = f(x)
        return x
    return run
print(compose(str, lambda x: x + 1, abs)(-5), compose()(3))
def debounce(n):
    calls = []
    def call(x):
        calls.append(x)
        if len(calls) % n == 0:
            return calls[-n:]
    return call
d = debounce(2)
print([d(i) for i in range(5)])
def make_adders():
    adders = {}
    for n in range(3):
        def add(x, n=n):
            return x + n
        adders[n] = add
    return adders
print([f(10) for f in make_adders().values()])
counter = {"n": 0}
def bump():
    counter["n"] += 1
    return counter["n"]
print([bump() for _ in range(3)], counter)
def outer():
    x = "outer"
    def middle():
        def inner():
            nonlocal x
            x = "inner"
        inner()
        return x
    return middle(), x
print(outer())
pipeline = [str.strip, str.lower, lambda s: s.replace(" ", "_")]
name = "  Some Title "
for step in pipeline:
    name = step(name)
print(name)
def trampoline(f, *args):
    while callable(f):
        f = f(*args) if args else f()
        args = ()
    return f
def countdown(n, acc=0):
    return acc if n == 0 else lambda: countdown(n - 1, acc + n)
print(trampoline(countdown, 3000))
memo = {}
def memoize(f):
    def wrapper(*args):
        key = (f.__name__, args)
        if key not in memo:
            memo[key] = f(*args)
        return memo[key]
    return wrapper
@memoize
def stairs(n):
    return 1 if n < 2 else stairs(n - 1) + stairs(n - 2)
print(stairs(80), len(memo))
