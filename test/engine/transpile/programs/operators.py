class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __repr__(self):
        return f"Vector({self.x}, {self.y})"
    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self.x + other.x, self.y + other.y)
    def __radd__(self, other):
        if other == 0:
            return self
        return NotImplemented
    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)
    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)
    def __rmul__(self, k):
        return self * k
    def __neg__(self):
        return Vector(-self.x, -self.y)
    def __abs__(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5
    def __eq__(self, other):
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)
    def __hash__(self):
        return hash((self.x, self.y))
    def __lt__(self, other):
        return abs(self) < abs(other)
    def __getitem__(self, i):
        return (self.x, self.y)[i]
    def __len__(self):
        return 2
    def __iter__(self):
        yield self.x
        yield self.y
    def __contains__(self, v):
        return v == self.x or v == self.y
    def __call__(self, scale):
        return self * scale
    def __bool__(self):
        return self.x != 0 or self.y != 0
    def __iadd__(self, other):
        self.x += other.x
        self.y += other.y
        return self
a, b = Vector(1, 2), Vector(3, 4)
print(a + b, b - a, a * 3, 3 * a, -a, abs(b), a == Vector(1, 2), a != b, a < b, b > a)
print(sum([a, b]), a[0], a[-1], len(a), list(a), 2 in a, 9 in a, a(10), bool(Vector(0, 0)), [*b])
x, y = b
print(x, y, sorted([b, a]), max(a, b), {a: "first"}[Vector(1, 2)], {a, Vector(1, 2), b} == {a, b})
c = a
c += b
print(a, c is a)
for attempt in [lambda: a + 1, lambda: 1 + a, lambda: a - "x", lambda: a / 2, lambda: a <= b, lambda: [] + a]:
    try:
        print(attempt())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
class Stack:
    def __init__(self, items=()):
        self.items = list(items)
    def __setitem__(self, i, v):
        self.items[i] = v
    def __getitem__(self, i):
        return self.items[i]
    def __delitem__(self, i):
        del self.items[i]
    def __len__(self):
        return len(self.items)
    def __eq__(self, other):
        return self.items == other.items
s = Stack([1, 2, 3])
s[0] = 10
s[1] += 5
del s[2]
print(s.items, len(s), s == Stack([10, 7]), [v for v in s], 7 in s, list(reversed(s)))
try:
    {s: 1}
except TypeError as error:
    print(error)
class Countdown:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n
print(list(Countdown(3)), sum(Countdown(4)), [x for x in Countdown(2)], max(Countdown(5)))
it = Countdown(1)
print(next(it), next(it, "done"))
class Ratio:
    def __init__(self, n, d):
        self.n, self.d = n, d
    def __truediv__(self, other):
        return Ratio(self.n * other.d, self.d * other.n)
    def __floordiv__(self, k):
        return self.n // (self.d * k)
    def __mod__(self, k):
        return self.n % k
    def __pow__(self, k):
        return Ratio(self.n ** k, self.d ** k)
    def __and__(self, other):
        return "and"
    def __lshift__(self, k):
        return self.n << k
    def __str__(self):
        return f"{self.n}/{self.d}"
    def __ge__(self, other):
        return self.n * other.d >= other.n * self.d
    def __invert__(self):
        return Ratio(self.d, self.n)
    def __pos__(self):
        return self
    def __int__(self):
        return self.n // self.d
    def __float__(self):
        return self.n / self.d
r = Ratio(3, 4)
print(str(r / Ratio(1, 2)), r // 1, r % 2, str(r ** 2), r & r, r << 2, str(~r), str(+r), r >= Ratio(1, 2), r <= Ratio(1, 2), int(Ratio(7, 2)), float(r), f"{r}")
