def power_set(s):
    return [()] if not s else [x for rest in power_set(s[1:]) for x in (rest, (s[0],) + rest)]
print(power_set((1, 2, 3)))
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))
print(ackermann(2, 3), [ackermann(1, k) for k in range(4)])
def flatten(x):
    return [y for part in x for y in flatten(part)] if isinstance(x, list) else [x]
print(flatten([1, [2, [3, [4]], 5]]), flatten([]))
def is_even(n):
    return True if n == 0 else is_odd(n - 1)
def is_odd(n):
    return False if n == 0 else is_even(n - 1)
print(is_even(10), is_odd(7), is_even(3))
def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)
print(gcd(1071, 462), gcd(2 ** 60, 6 ** 20))
def palindrome(s):
    return len(s) < 2 or (s[0] == s[-1] and palindrome(s[1:-1]))
print([palindrome(w) for w in ["racecar", "ab", "", "noon"]])
def depth(tree):
    return 0 if tree is None else 1 + max(depth(tree["left"]), depth(tree["right"]))
leaf = {"left": None, "right": None}
print(depth({"left": leaf, "right": {"left": leaf, "right": None}}))
def permute(xs):
    if not xs:
        yield []
    for i, x in enumerate(xs):
        for rest in permute(xs[:i] + xs[i + 1:]):
            yield [x] + rest
print(list(permute([1, 2, 3])))
def binary(n):
    return str(n) if n < 2 else binary(n // 2) + str(n % 2)
print([binary(n) for n in (0, 1, 5, 255)], binary(2 ** 70) == bin(2 ** 70)[2:])
def count(n):
    try:
        return count(n + 1)
    except RecursionError:
        return "too deep"
print(count(0))
fact = lambda n: 1 if n < 2 else n * fact(n - 1)
print(fact(21), fact(1))
def sum_digits(n):
    return n if n < 10 else sum_digits(sum(int(d) for d in str(n)))
print(sum_digits(987654321), sum_digits(2 ** 100))
def quicksort(a):
    return a if len(a) < 2 else quicksort([x for x in a[1:] if x < a[0]]) + [a[0]] + quicksort([x for x in a[1:] if x >= a[0]])
print(quicksort([3, 6, 1, 8, 2, 9, 2]))
def collatz(n, steps=0):
    return steps if n == 1 else collatz(3 * n + 1 if n % 2 else n // 2, steps + 1)
print([collatz(n) for n in (1, 6, 7, 27)])
