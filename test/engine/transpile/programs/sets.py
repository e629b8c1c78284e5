a = {1, 2, 3}
b = {3, 4, 5}
print(len(a | b), sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b))
print(a >= {1, 2}, a <= {1, 2, 3, 4}, a < a, a == {3, 2, 1}, a.isdisjoint({9}))
a.add(10)
a.add(2)
a.discard(99)
a.remove(1)
print(sorted(a), 10 in a, 1 in a, len(a))
try:
    a.remove(77)
except KeyError as error:
    print("KeyError", error)
words = ["apple", "bob", "apple", "cat"]
unique = set(words)
print(len(unique), sorted(unique), max(unique), min(unique), "bob" in unique)
print(sorted({len(w) for w in words}), sum({1, 2, 2, 3}))
frozen = frozenset([1, 2])
lookup = {frozen: "pair", frozenset(): "empty"}
print(lookup[frozenset([2, 1])], lookup[frozenset()])
seen = set()
order = []
for x in [3, 1, 3, 2, 1]:
    if x not in seen:
        seen.add(x)
        order.append(x)
print(order, set() == set([]), bool(set()))
a |= {50}
a &= {50, 10, 3}
a -= {3}
print(sorted(a), sorted(a.union([7], (8,))), sorted(a.difference([10])))
try:
    {[1]}
except TypeError as error:
    print(error)
print(set(), {5}, sorted(set("hello")), any(x > 4 for x in a))
