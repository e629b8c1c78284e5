import itertools
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, permutations, product, takewhile, zip_longest
from functools import reduce, cmp_to_key
import operator
print(list(chain([1, 2], "ab")), list(combinations("abc", 2)), list(permutations([1, 2, 3], 2)))
print(list(product([0, 1], "xy")), list(product([0, 1], repeat=2)), list(accumulate([1, 2, 3, 4])), list(accumulate([3, 1, 2], max)))
print(list(islice(count(5), 4)), list(islice("abcdef", 1, 5, 2)), list(takewhile(lambda x: x < 4, count(1))))
print([(k, list(g)) for k, g in groupby("aabbbc")], list(zip_longest([1, 2, 3], "a", fillvalue="-")))
print(list(islice(cycle([1, 2]), 5)), list(itertools.repeat("x", 3)), list(itertools.starmap(pow, [(2, 3), (3, 2)])))
print(reduce(lambda a, b: a * b, range(1, 6)), reduce(operator.add, [[1], [2]], []), reduce(max, [3, 9, 2]))
print(sorted(["bb", "a", "ccc"], key=cmp_to_key(lambda a, b: len(b) - len(a))))
print(sorted([("x", 2), ("y", 1)], key=operator.itemgetter(1)), operator.mul(3, 4))
print(list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(filter(lambda x: x % 2, range(6))), list(map(str, [1, 2])))
it = iter([1, 2, 3])
print(next(it), list(it), next(it, None))
a, b = itertools.tee([1, 2])
print(list(a), list(b), list(itertools.dropwhile(lambda x: x < 2, [1, 2, 1])), list(itertools.compress("abc", [1, 0, 1])))
print(list(zip("ab", [1, 2], (True, False))), list(enumerate("ab", start=5)), list(zip()), dict(zip("ab", [1, 2])))
pairs = list(itertools.pairwise([1, 2, 4]))
print(pairs, list(chain.from_iterable([[1], [2, 3]])), sum(map(len, ["a", "bb"])), max(map(abs, [-5, 3])))
print(any(x > 2 for x in [1, 2, 3]), all(map(bool, [1, "", 2])), list(reversed([1, 2])), sorted(zip([2, 1], "ba")))
try:
    list(zip([1], [1, 2], strict=True))
except ValueError as error:
    print(error)
