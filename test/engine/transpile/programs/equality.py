print(1 == 1.0 == True, "1" == 1, [1, 2] == [1, 2], (1, 2) == [1, 2], {1: 2} == {1.0: 2})
print({1, 2} == {2, 1}, {"a": [1]} == {"a": [1]}, None == False, [] == (), 0 == False)
print([1, [2, 3]] < [1, [2, 4]], (1, 2) < (1, 2, 0), "abc" < "abd", "Z" < "a", [] < [0])
calls = []
def value(x):
    calls.append(x)
    return x
print(value(1) < value(5) < value(3), calls)
calls.clear()
print(value(9) < value(5) < value(3), calls)
print(1 < 2 < 3 > 2 >= 2 != 5, 1 < 3 < 2, 3 == 3 == 3)
for pair in [(1, "a"), ([1], 1), (None, 0), ((1,), [1])]:
    try:
        print(pair[0] < pair[1])
    except TypeError as error:
        print(error)
print(2 in [1, 2.0], "b" in "abc", "" in "abc", 3 not in (1, 2), "k" in {"k": 1}, True in [1])
x = None
print(x is None, x is not None, not x, (1 < 2) is True)
print(sorted([(2, "b"), (1, "z"), (2, "a")]), max([3, 1], [3, 0, 5]), min("b", "a"))
print(1 != 1.0, "a" != "b", [1] != [1])
