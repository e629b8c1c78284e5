def count_up(n):
    i = 0
    while i < n:
        yield i
        i += 1
    return "finished"
print(list(count_up(4)), sum(count_up(5)))
g = count_up(2)
print(next(g), next(g))
try:
    next(g)
except StopIteration as stop:
    print("stop", stop.value)
print(next(g, "default"), next(iter([]), None))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib()
print([next(f) for _ in range(10)])
for x in f:
    if x > 200:
        break
    print(x)
print(next(f))
def averager():
    total, count = 0, 0
    average = None
    while True:
        value = yield average
        total += value
        count += 1
        average = total / count
a = averager()
next(a)
print(a.send(10), a.send(20), a.send(3))
def chain(*iterables):
    for it in iterables:
        yield from it
print(list(chain([1, 2], "ab", (x * x for x in range(3)))))
def delegating():
    result = yield from count_up(2)
    yield result
print(list(delegating()))
log = []
def lazy():
    log.append("start")
    yield 1
    log.append("end")
it = lazy()
print(log)
print(next(it), log)
print(list(it), log)
squares = (x * x for x in range(1, 4))
print(next(squares), list(squares), list(squares))
def primes(limit):
    sieve = [True] * limit
    for n in range(2, limit):
        if sieve[n]:
            yield n
            for m in range(n * n, limit, n):
                sieve[m] = False
print(list(primes(50)))
def tree(node):
    if node is None:
        return
    left, value, right = node
    yield from tree(left)
    yield value
    yield from tree(right)
print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))
def raising():
    yield 1
    raise ValueError("inside")
try:
    for v in raising():
        print(v)
except ValueError as error:
    print("caught", error)
def catching():
    while True:
        try:
            value = yield
            print("got", value)
        except KeyError as error:
            print("handled", error)
c = catching()
next(c)
c.send(1)
c.throw(KeyError("boom"))
c.send(2)
c.close()
print(list(zip(count_up(3), "xyz")), max(count_up(4)), 2 in count_up(3), dict(enumerate(count_up(2))))
pairs = ((i, j) for i in range(3) for j in range(i) if (i + j) % 2)
print(list(pairs), any(v > 2 for v in count_up(5)), ", ".join(str(v) for v in count_up(3)))
