def f(n):
    x = 3
    for i in range(n):
        x -= 1
        10 // x


f(2)
