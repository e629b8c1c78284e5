def unique_in_order(xs):
    seen = set()
    return [x for x in xs if not (x in seen or seen.add(x))]
print(unique_in_order([3, 1, 3, 2, 1]), unique_in_order("mississippi"))
a, b = set(range(0, 10, 2)), set(range(0, 10, 3))
print(sorted(a & b), sorted(a | b), sorted(a - b), sorted(a ^ b), len(a), a.issubset(range(20)), a.isdisjoint({1, 3}))
graph = {1: {2, 3}, 2: {1}, 3: {1}, 4: {5}, 5: {4}, 6: set()}
def component(start):
    seen, todo = set(), [start]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            todo.extend(sorted(graph[node] - seen))
    return sorted(seen)
print([component(n) for n in graph], len({tuple(component(n)) for n in graph}))
words = ["apple", "grape", "pear", "plum"]
letters = [set(w) for w in words]
common = letters[0] & letters[1] & letters[2]
print(sorted(common), sorted(letters[0].union(letters[3])), [len(s) for s in letters])
def jaccard(x, y):
    x, y = set(x), set(y)
    return len(x & y) / len(x | y)
print(jaccard("night", "nacht"), jaccard([1, 2], [2, 3]), jaccard("a", "a"))
powers = {frozenset(s) for s in [(1, 2), (2, 1), (3,), ()]}
print(len(powers), frozenset([2, 1]) in powers, frozenset([9]) in powers)
primes = {n for n in range(2, 50)} - {n * m for n in range(2, 25) for m in range(2, 25)}
print(sorted(primes), max(primes), min(primes), sum(primes))
missing = set(range(1, 8)) - {1, 2, 4, 6}
missing.discard(100)
missing.update([9, 9], (10,))
print(sorted(missing), 5 in missing, len(missing), missing == {3, 5, 7, 9, 10}, missing > {3})
try:
    missing.remove(77)
except KeyError as error:
    print("KeyError", error)
s = {1}
s.add(2)
t = s.copy()
t.clear()
print(sorted(s), len(t), bool(t), not s, s != t, {1: "x"}.keys() == {1}, set("aab") == set("ab"))
def two_sum(xs, target):
    seen = {}
    for i, x in enumerate(xs):
        if target - x in seen:
            return seen[target - x], i
        seen[x] = i
    return None
print(two_sum([2, 7, 11, 15], 9), two_sum([1], 2), len(set([1, 1.0, True, "1"])))
