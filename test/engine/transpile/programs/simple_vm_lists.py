stack = []
for token in "3 4 + 2 * 7 /".split():
    if token.lstrip("-").isdigit():
        stack.append(int(token))
    else:
        b, a = stack.pop(), stack.pop()
        stack.append({"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b}[token]())
    print(token, stack)
queue = [1, 2, 3]
queue.insert(0, 0)
queue.append(queue.pop(0))
print(queue, queue[-1], len(queue))
a = list(range(10))
print(a[2:5], a[:-7:-1], a[::3], a[8:2:-2], a[-3:], sum(a[1::2]))
a[2:8] = []
print(a)
a[1:1] = [5, 6, 7]
a.remove(6)
a.reverse()
print(a, a.index(7), 99 in a, a.count(0))
b = a[:]
b.sort()
print(a, b, a == b, a != b, a > b)
del b[::2]
print(b)
c = [[]] * 2 + [[] for _ in range(2)]
c[0].append(1)
c[2].append(2)
print(c)
d = [3, [1, 2], "x", None, (4, 5)]
print(d, len(d), d[1][0], d[4][-1], [type(v).__name__ for v in d])
e = [*a, *"hi", *range(2)]
print(e, [x for x in e if isinstance(x, int)], [str(x) for x in e])
for bad in (lambda: [].pop(), lambda: [1].pop(5), lambda: [1].remove(2), lambda: [1].index(9), lambda: [1, 2].insert("a", 1), lambda: [1]["x"]):
    try:
        bad()
    except (IndexError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
f = [1, 2, 3]
f *= 2
f += (4, 5)
f.extend(x for x in range(2))
print(f, f[1:3] * 2, [0] * 0, [1, 2] + [3])
x, y, *z = f
print(x, y, z, min(f), max(f), sum(f), sorted(f, reverse=True), list(reversed(f))[:2])
print([[i * j for j in range(1, 4)] for i in range(1, 4)], [(i, c) for i, c in enumerate("ab")])
print(any(v > 4 for v in f), all(isinstance(v, int) for v in f), [1, [2]] == [1, [2]], [1] < [1, 0], [2] > [1, 9])
