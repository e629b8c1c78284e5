for a in [-7, 7, -1, 0, 123456789]:
    for b in [2, -2, 3, -3]:
        print(a // b, a % b, divmod(a, b), (a // b) * b + a % b == a)
print(7.5 // 2, -7.5 % 2, 7 // 1.0, -7.5 // 2, 7.25 % -2)
print(divmod(-7.5, 2), divmod(7, -2.5))
print(4 / 2, 1 / 3, 10 ** 20 / 3, -1 / 4)
for bad in [0, 0.0]:
    try:
        print(1 // bad)
    except ZeroDivisionError as error:
        print("division", error)
    try:
        print(1 % bad)
    except ZeroDivisionError as error:
        print("modulo", type(error).__name__)
    try:
        print(1 / bad)
    except ZeroDivisionError as error:
        print("true", error)
