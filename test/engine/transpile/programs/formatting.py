name, n, pi = "Ann", 42, 3.14159265
print(f"{name} {n} {pi}", f"{pi:.2f}", f"{n:05d}", f"{n:>8}|", f"{n:<8}|", f"{n:^8}|", f"{name:*^9}")
print(f"{1234567:,}", f"{1234567.891:,.2f}", f"{255:x} {255:X} {255:#x} {255:b} {255:#o} {255:08b}", f"{0.256:.1%}")
print(f"{name!r} {name!s:>6} {n!r:>5}", f"{{braces}} {n}", f"{n=} {pi=:.3f} {name=}")
width, prec = 10, 3
print(f"{pi:{width}.{prec}f}|{name:>{width}}|")
print(f"{1e10:e} {12345.678:.3e} {0.00001234:g} {123456789.0:g} {1.0:g} {3.0}")
print(f"{-5:+d} {5:+d} {5: d} {-3.5:+.1f}", f"{True} {None} {[1, 'a']} {(1,)} { {'k': 1} }")
print("%5.1f|%-8s|%08.3f|%+d|%e|%g|%c|%r|%%" % (3.14159, "left", 2.5, 3, 12345.678, 0.0001, "x", "q"))
print("%(a)s and %(b)d" % {"a": "A", "b": 2}, "%s" % (1,), "%s" % [1, 2], "%s %s" % ("x", None))
print("{:>10}|{:<6}|{:^6}|".format("right", "left", "mid"), "{0[1]} {1[k]}".format([1, 2], {"k": "v"}))
print(format(3.5, ".2f"), format(42, "b"), format("x", ">3"), format(True), format(1234, ",d"))
print([1.0, "a", None, True, (1,), {"x": [1]}], str([1, "it's"]), repr({"a": ('b', 2.5)}))
print(1, "a", 2.5, None, True, sep="-", end="!\n")
print(*[1, 2, 3], sep=", ")
print()
print("a", end="")
print("b")
class Money:
    def __init__(self, amount):
        self.amount = amount
    def __format__(self, spec):
        return f"<{self.amount}:{spec}>"
    def __str__(self):
        return f"${self.amount}"
    def __repr__(self):
        return f"Money({self.amount})"
m = Money(5)
print(f"{m} {m:abc} {m!s} {m!r}", str(m), [m], "{:zz}".format(m))
print(f"{'nested ' + f'{n + 1}'} {max(1, n)} {'yes' if n > 3 else 'no'}")
print(f"{2 ** 70:,} {10 ** 15:_}", f"{1.5:10}|{'s':10}|{7:10}|", f"{float('inf')} {float('nan'):.2f}")
