def factorial(n):
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result

print(2 ** 100, 10 ** 20 + 1, 2 ** 64 // 3, 1 << 40, ~5, -8 >> 1)
print(factorial(30), factorial(50) % 1000007)
print(pow(2, 10, 1000), pow(3, 200, 10 ** 9 + 7), pow(7, -1, 11))
print(12345678901234567890 * 98765432109876543210)
print(-(2 ** 70) // 7, -(2 ** 70) % 7, 2 ** 70 & 0xFFFF, 2 ** 70 | 1, 5 ^ 2 ** 66)
print(int("123456789012345678901234567890") + 1, str(2 ** 80)[::-1])
print(len(str(2 ** 1000)), sum(int(c) for c in str(2 ** 1000)))
a, b = 0, 1
for _ in range(300):
    a, b = b, a + b
print(a)
print(2 ** 0.5, 2 ** -1, (-2) ** 3, 0 ** 0, 10 ** -2)
print((1 << 100).bit_length(), (0).bit_length(), (-255).bit_length())
print(9007199254740993, 9007199254740993 + 0, float(9007199254740993))
print(int(1e20), int(-3.99), int(2.5e15))
