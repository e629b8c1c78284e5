def sieve():
    composites = {}
    n = 2
    while True:
        if n not in composites:
            yield n
            composites[n * n] = [n]
        else:
            for p in composites.pop(n):
                composites.setdefault(n + p, []).append(p)
        n += 1
primes = []
for p in sieve():
    if p > 60:
        break
    primes.append(p)
print(primes)
def perfect(n):
    return n > 1 and sum(d for d in range(1, n) if n % d == 0) == n
print([n for n in range(1, 500) if perfect(n)])
def happy(n):
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        n = sum(int(d) ** 2 for d in str(n))
    return n == 1
print([n for n in range(1, 50) if happy(n)])
def totient(n):
    result, p, m = n, 2, n
    while p * p <= m:
        if m % p == 0:
            while m % p == 0:
                m //= p
            result -= result // p
        p += 1
    return result - result // m if m > 1 else result
print([totient(n) for n in range(1, 16)], totient(10 ** 12))
def decimal(n, d):
    whole, rest = divmod(n, d)
    digits, seen = [], {}
    while rest and rest not in seen:
        seen[rest] = len(digits)
        digit, rest = divmod(rest * 10, d)
        digits.append(str(digit))
    if not rest:
        return f"{whole}." + ("".join(digits) or "0")
    at = seen[rest]
    return f"{whole}.{''.join(digits[:at])}({''.join(digits[at:])})"
for pair in [(1, 3), (1, 4), (22, 7), (5, 1), (1, 6)]:
    print(pair, decimal(*pair))
triples = [(a, b, c) for a in range(1, 20) for b in range(a, 20) for c in range(b, 30) if a * a + b * b == c * c]
print(triples)
