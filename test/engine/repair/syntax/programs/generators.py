"""Small generators, and what can be built of them."""

import itertools
from functools import reduce


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def primes(limit):
    sieve = [True] * (limit + 1)
    for n in range(2, limit + 1):
        if sieve[n]:
            yield n
            for multiple in range(n * n, limit + 1, n):
                sieve[multiple] = False


def chunks(values, size):
    for start in range(0, len(values), size):
        yield values[start:start + size]


def flatten(nested):
    for item in nested:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        else:
            yield item


def compose(*functions):
    return reduce(lambda f, g: lambda x: g(f(x)), functions, lambda x: x)


first = list(itertools.islice(fibonacci(), 10))
squares = {n: n**2 for n in range(5)}
evens = [n for n in first if n % 2 == 0]
double_then_text = compose(lambda x: x * 2, str)

print(first, evens)
print(squares)
print(list(primes(30)))
print(list(chunks("abcdefg", 3)))
print(list(flatten([1, [2, (3, [4])], 5])))
print(double_then_text(21))
