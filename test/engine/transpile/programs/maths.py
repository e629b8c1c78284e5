import math
from math import sqrt, pi, gcd as greatest
print(math.floor(-1.5), math.ceil(-1.5), math.trunc(-1.7), math.sqrt(16), sqrt(2), pi, math.e, math.inf, -math.inf)
print(greatest(12, 18), math.lcm(4, 6), math.factorial(20), math.comb(10, 3), math.perm(5, 2), math.isqrt(10 ** 20), math.prod([2, 3, 4]))
print(math.isclose(0.1 + 0.2, 0.3), math.isnan(math.nan), math.isinf(math.inf), math.hypot(3, 4), math.fabs(-2), math.copysign(1, -0.0))
print(math.degrees(math.pi), math.radians(180), math.fmod(-7, 3), math.modf(2.5), math.dist([0, 0], [3, 4]))
try:
    math.sqrt(-1)
except ValueError as error:
    print(error)
def is_prime(n):
    if n < 2:
        return False
    for d in range(2, math.isqrt(n) + 1):
        if n % d == 0:
            return False
    return True
print([n for n in range(60) if is_prime(n)])
def sieve(n):
    flags = [True] * (n + 1)
    flags[0:2] = [False, False]
    for i in range(2, int(n ** 0.5) + 1):
        if flags[i]:
            flags[i * i::i] = [False] * len(flags[i * i::i])
    return [i for i, f in enumerate(flags) if f]
print(sieve(50))
def factors(n):
    out, d = [], 2
    while d * d <= n:
        while n % d == 0:
            out.append(d)
            n //= d
        d += 1
    return out + ([n] if n > 1 else [])
print(factors(360), factors(97), factors(2 ** 31 - 1) if False else factors(1001), factors(600851475143))
def extended(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = extended(b, a % b)
    return g, y, x - (a // b) * y
print(extended(240, 46))
def newton(x, steps=8):
    guess = x / 2
    for _ in range(steps):
        guess = (guess + x / guess) / 2
    return guess
print(newton(2), newton(9.0), abs(newton(10) - 10 ** 0.5) < 1e-9)
def digits(n):
    return [int(d) for d in str(n)]
print(digits(90210), sum(digits(2 ** 64)), [n for n in range(100, 1000) if n == sum(d ** 3 for d in digits(n))])
def to_base(n, base):
    if n == 0:
        return "0"
    out = ""
    while n:
        n, r = divmod(n, base)
        out = "0123456789abcdef"[r] + out
    return out
print(to_base(255, 2), to_base(255, 16), to_base(0, 7), int(to_base(12345, 7), 7))
print(round(10 / 3, 4), round(-2.5), round(1e16), 7 // 2 * 2 + 7 % 2, -3 ** 2, (-3) ** 2, 2 ** 3 ** 2, not 1 == 2)
print(5 & 3, 5 | 3, 5 ^ 3, ~7, 1 << 10, 1000 >> 3, -5 >> 1, True + True, True & False, True | False, 3 - True, -True)
