a, b = 1, 2
a, b = b, a
print(a, b)
(x, (y, z)), w = (1, (2, 3)), 4
print(x, y, z, w)
first, *rest = [1, 2, 3, 4]
*init, last = "abc"
head, *middle, tail = range(5)
print(first, rest, init, last, head, middle, tail)
[p, q] = "hi"
print(p, q)
for i, (name, score) in enumerate([("ann", 3), ("bob", 5)]):
    print(i, name, score)
for k, *vs in [(1, 2, 3), (4,), "xyz"]:
    print(k, vs)
for bad in [(1,), (1, 2, 3), 5, "abc"]:
    try:
        m, n = bad
        print(m, n)
    except (ValueError, TypeError) as error:
        print(error)
try:
    a, *b, c = [1]
except ValueError as error:
    print(error)
values = [0] * 3
values[0], values[1] = 5, 6
values[0], values[2] = values[2], values[0]
print(values)
i = 0
i, values[i] = 2, 99
print(i, values)
u = v = []
u.append(1)
print(u, v, u is v)
a = b = c = 7
print(a, b, c)
print([*range(3), *"ab"], (*[1], 2), {**{"a": 1}, "b": 2})
print([a + b for a, b in [(1, 2), (3, 4)]], {k: v for k, (v, _) in {"x": (1, 2)}.items()})
data = {"k": [1, 2]}
data["k"][0], data["new"] = "first", "second"
print(data)
(only,) = [42]
print(only)
