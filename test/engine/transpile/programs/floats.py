print(0.1 + 0.2, 1.0, 1e20, 1e16, 1e15, 123456789.125, 1e-5, 0.0001, 1e100, 1.5e-10)
print(2.0 * 3, 7 // 1.0, int(7.9), int(-7.9), str(1.0), repr(0.1))
print(float("inf"), -float("inf"), float("nan"), -0.0, 0.0 == -0.0)
nan = float("nan")
print(nan != nan, nan == nan, nan < 1, 1 < nan)
print([round(x) for x in [0.5, 1.5, 2.5, -0.5, -1.5, 2.4, 2.6]])
print(round(2.675, 2), round(1.005, 2), round(1234.5678, -2), round(5, -1), round(15, -1), round(1234567, -3))
print(abs(-2.5), abs(-3), max(1, 2.5), min(1, 1.0), sum([0.25] * 10))
print(3.0.is_integer(), 3.5.is_integer(), (0.5).as_integer_ratio())
print(1.0 == 1, 1 == True, 0.1 + 0.2 == 0.3, 1e3 == 1000)
print(float("  3.5 "), float("1e3"), float("-.5"), float(7), float("1_000.5"))
print(3.7 % 1, -3.7 % 1, 1e308 * 10, 5e-324, 1.7976931348623157e308)
for text in ["x", "", "1.2.3"]:
    try:
        float(text)
    except ValueError as error:
        print(error)
print(100.0, 1e22, 123456789012345680.0, 0.1 * 3, 1 / 7)
