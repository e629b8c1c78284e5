t = (1, "a", 2.5, None)
print(t, len(t), t[0], t[-1], t[1:3], t + (5,), t * 2, "a" in t, t.index("a"), t.count(1))
single, empty = (1,), ()
print(single, empty, len(empty), bool(empty), tuple("abc"), tuple([1, 2]), tuple(range(3)))
points = {(0, 0): "origin", (1, 2): "p"}
print(points[0, 0], (1, 2) in points, (2, 1) in points, sorted(points))
print((1, 2) == (1, 2), (1, 2) < (1, 3), (1, 2) < (1, 2, 0), () < (0,), (1, "a") == (1, "a"), (1,) == [1])
a, b = (1, 2)
(c, d), e = (3, 4), 5
print(a, b, c, d, e)
def stats(xs):
    return min(xs), max(xs), sum(xs) / len(xs)
low, high, mean = stats([4, 8, 6])
print(low, high, mean, stats([1]))
try:
    t[0] = 5
except TypeError as error:
    print(error)
try:
    hash(([],))
except TypeError as error:
    print(error)
nested = ((1, 2), [3, 4])
nested[1].append(5)
print(nested, [x for pair in nested for x in pair])
for name, age in sorted([("bob", 30), ("al", 25)], key=lambda p: p[1]):
    print(name, age)
print(list(zip((1, 2), ("a", "b"))), max((1, 5), (1, 4)), sum((1, 2, 3)), (1, 2)[::-1], *t)
x = 1,
print(x, type(x).__name__, isinstance(x, tuple), (1) + 1, repr(("it's",)), str((1, (2, (3,)))))
swap = lambda p: (p[1], p[0])
print(swap((1, 2)), tuple(map(swap, [(1, 2), (3, 4)])), dict([(1, 2), (3, 4)]), (*t[:2], *x))
total = ()
for i in range(3):
    total += (i,)
print(total, len(total), 2 in total, tuple(i * i for i in total), tuple(sorted(total, reverse=True)))
memo = {}
def grid(m, n):
    if (m, n) in memo:
        return memo[m, n]
    memo[m, n] = 1 if m == 1 or n == 1 else grid(m - 1, n) + grid(m, n - 1)
    return memo[m, n]
print(grid(10, 10), len(memo))
