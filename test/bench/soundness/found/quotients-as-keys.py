def f(n):
    memo = {}
    memo[0] = 0
    memo[1] = 1
    return memo[n / 2]


assert f(2) == 1
