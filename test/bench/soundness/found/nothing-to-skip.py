def count_down(n):
    skip = set()
    while n > 0:
        if n in skip:
            break
        n -= 1
    return n


assert count_down(3) == 0
