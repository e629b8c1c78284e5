from math import gcd
class Fraction:
    def __init__(self, n, d=1):
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        if d < 0:
            n, d = -n, -d
        g = gcd(n, d)
        self.n, self.d = n // g, d // g
    def __add__(self, other):
        other = Fraction.of(other)
        return Fraction(self.n * other.d + other.n * self.d, self.d * other.d)
    __radd__ = __add__
    def __sub__(self, other):
        return self + -Fraction.of(other)
    def __neg__(self):
        return Fraction(-self.n, self.d)
    def __mul__(self, other):
        other = Fraction.of(other)
        return Fraction(self.n * other.n, self.d * other.d)
    def __truediv__(self, other):
        other = Fraction.of(other)
        return Fraction(self.n * other.d, self.d * other.n)
    def __eq__(self, other):
        other = Fraction.of(other)
        return self.n == other.n and self.d == other.d
    def __lt__(self, other):
        other = Fraction.of(other)
        return self.n * other.d < other.n * self.d
    def __hash__(self):
        return hash((self.n, self.d))
    def __repr__(self):
        return f"{self.n}/{self.d}" if self.d != 1 else str(self.n)
    def __float__(self):
        return self.n / self.d
    @classmethod
    def of(cls, value):
        return value if isinstance(value, Fraction) else cls(value)
half, third = Fraction(1, 2), Fraction(1, 3)
print(half + third, half - third, half * third, half / third, half + 1, 1 + half, -half, Fraction(6, -8), Fraction(4, 2))
print(half == Fraction(2, 4), half < third, sorted([half, third, Fraction(1)]), float(third), sum([half, half, half], Fraction(0)))
print({half: "h"}[Fraction(2, 4)], half != third, max(half, third), Fraction(0, 5))
try:
    half / 0
except ZeroDivisionError as error:
    print(error)
total = Fraction(0)
for k in range(1, 11):
    total = total + Fraction(1, k)
print(total, float(total))
class Poly:
    def __init__(self, *cs):
        self.cs = list(cs)
    def __call__(self, x):
        result = 0
        for c in reversed(self.cs):
            result = result * x + c
        return result
    def __mul__(self, other):
        out = [0] * (len(self.cs) + len(other.cs) - 1)
        for i, a in enumerate(self.cs):
            for j, b in enumerate(other.cs):
                out[i + j] += a * b
        return Poly(*out)
    def derive(self):
        return Poly(*[i * c for i, c in enumerate(self.cs)][1:])
    def __str__(self):
        return " + ".join(f"{c}x^{i}" for i, c in enumerate(self.cs) if c) or "0"
p = Poly(1, 2, 3)
print(p, p(2), p.derive(), p * Poly(1, 1), Poly(), p(half), list(map(p, range(3))))
