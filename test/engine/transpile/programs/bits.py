def popcount(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count
print([popcount(n) for n in (0, 1, 255, 2 ** 70 - 1)], bin(37).count("1"), (37).bit_length())
def single(xs):
    result = 0
    for x in xs:
        result ^= x
    return result
print(single([4, 1, 2, 1, 2]), single([]))
for n in (5, -5, 0, 2 ** 40):
    print(n, n << 3, n >> 1, ~n, n & 0xF, n | 1, n ^ 3, -n & 7)
def subsets(items):
    return [[x for i, x in enumerate(items) if mask >> i & 1] for mask in range(1 << len(items))]
print(subsets("abc"))
def gray(n):
    return [format(i ^ (i >> 1), f"0{n}b") for i in range(2 ** n)]
print(gray(3))
flags = {"read": 1, "write": 2, "run": 4}
def names(mask):
    return [name for name, bit in flags.items() if mask & bit]
print([names(m) for m in range(8)])
def crc(text):
    value = 0xFFFFFFFF
    for ch in text:
        value ^= ord(ch)
        for _ in range(8):
            value = (value >> 1) ^ 0xEDB88320 if value & 1 else value >> 1
    return value ^ 0xFFFFFFFF
print(hex(crc("hello")), crc(""))
def lcg(seed, n):
    out = []
    for _ in range(n):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        out.append(seed >> 33)
    return out
print(lcg(42, 5))
def djb2(text):
    h = 5381
    for ch in text:
        h = (h * 33 + ord(ch)) & 0xFFFFFFFFFFFFFFFF
    return h
print(djb2("transpile"), [djb2(w) % 16 for w in ("a", "b", "ab")])
try:
    1 << -1
except ValueError as error:
    print(error)
try:
    1.5 & 1
except TypeError as error:
    print(error)
print(True & 1, True ^ True, 1 if 6 & 2 else 0, 0b1010, 0o17, 0xAB, int("1010", 2), f"{10:#b} {255:#x} {8:o}")
