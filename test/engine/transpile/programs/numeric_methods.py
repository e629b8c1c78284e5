def integrate(f, a, b, n=100):
    h = (b - a) / n
    total = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        total += f(a + i * h)
    return total * h
print(round(integrate(lambda x: x * x, 0, 3), 4), round(integrate(lambda x: 1 / x, 1, 2), 6))
def derivative(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)
print(round(derivative(lambda x: x ** 3, 2), 5))
def newton(f, x, steps=20):
    for _ in range(steps):
        d = derivative(f, x)
        if abs(f(x)) < 1e-12 or d == 0:
            break
        x -= f(x) / d
    return x
print(round(newton(lambda x: x * x - 2, 1.0), 8))
def gauss(a, b):
    n = len(a)
    m = [row[:] + [v] for row, v in zip(a, b)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[pivot] = m[pivot], m[i]
        for r in range(i + 1, n):
            factor = m[r][i] / m[i][i]
            for c in range(i, n + 1):
                m[r][c] -= factor * m[i][c]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum(m[i][c] * x[c] for c in range(i + 1, n))) / m[i][i]
    return x
print(gauss([[2, 1], [1, 3]], [3, 5]), [round(v, 3) for v in gauss([[1.0, 2, 3], [0, 1, 4], [5, 6, 0]], [6, 5, 11])])
def mean(xs):
    return sum(xs) / len(xs)
def variance(xs):
    m = mean(xs)
    return sum((x - m) ** 2 for x in xs) / len(xs)
def median(xs):
    s = sorted(xs)
    n = len(s)
    return s[n // 2] if n % 2 else (s[n // 2 - 1] + s[n // 2]) / 2
data = [2, 4, 4, 4, 5, 5, 7, 9]
print(mean(data), variance(data), variance(data) ** 0.5, median(data), median([3, 1, 2]))
def fit(points):
    n = len(points)
    sx, sy = sum(x for x, _ in points), sum(y for _, y in points)
    sxx, sxy = sum(x * x for x, _ in points), sum(x * y for x, y in points)
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    return slope, (sy - slope * sx) / n
print(fit([(1, 3), (2, 5), (3, 7)]))
def pi_digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    out = []
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(m)
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return "".join(map(str, out))
print(pi_digits(60))
total, sign = 0.0, 1.0
for k in range(1000):
    total += sign / (2 * k + 1)
    sign = -sign
print(4 * total, 0.1 + 0.2 - 0.3, 1e-320, 2.0 ** 1000, 1 / 3 * 3 == 1.0)
print(sum([0.5, 0.25, 0.125]), min(0.5, 1), max(2, 2.5), abs(-0.0), 5 // 0.3, 5 % 0.3, divmod(5.5, 2), -5.5 // 2, 3.999999999 // 1)
