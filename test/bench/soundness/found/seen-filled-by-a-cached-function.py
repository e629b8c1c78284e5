import functools


def count():
    seen = []

    @functools.cache
    def visit(n):
        seen.append(n)
        return n

    visit(3)
    return seen[0]


assert count() == 3
