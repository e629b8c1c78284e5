log = []
def t(value, tag=None):
    log.append(tag if tag is not None else value)
    return value
def show():
    print(log)
    log.clear()
t(1) + t(2) * t(3)
show()
t([0, 0, 0], "list")[t(1, "index")] = t(5, "value")
show()
d = {t("k1"): t("v1"), t("k2"): t("v2")}
show()
t(max, "f")(t(1), t(2))
show()
x = [1, 2, 3]
x[t(0, "i")] += t(10, "v")
print(x)
show()
t(1) < t(2) < t(0) < t(9)
show()
t(0) or t("") or t("end")
t(1) and t(0) and t(2)
show()
print(t("yes", "a") if t(True, "test") else t("no", "b"))
show()
def f(a, b=t("default")):
    return a, b
show()
f(b=t("B"), a=t("A"))
show()
t(3, "item") in t([1, 2, 3], "container")
show()
a, b = t(1, "right1"), t(2, "right2")
show()
class C:
    def __init__(self):
        self.items = {}
c = C()
def get():
    log.append("get")
    return c
get().value = t(5, "assigned")
get().value += t(6, "added")
get().items[t("key")] = t("val")
print(c.value, c.items)
show()
[t(i, f"e{i}") for i in t(range(2), "source") if t(True, f"c{i}")]
show()
g = (t(i, f"g{i}") for i in t([1, 2], "first"))
show()
next(g)
show()
f"{t(1)} {t(2)}"
show()
t([1, 2, 3, 4], "list")[t(1, "start"):t(3, "stop")]
show()
del t([1], "target")[t(0, "at")]
show()
first = second = t([], "once")
first.append(1)
print(second)
show()
assert t(True, "assert"), t("message")
show()
i = 0
i, x[i] = 1, "moved"
print(i, x)
def gen():
    received = yield t("first yield")
    log.append(("received", received))
    yield t("second yield")
it = gen()
next(it)
it.send("hello")
show()
try:
    t([], "empty")[t(3, "bad index")]
except IndexError:
    log.append("caught")
show()
print(*[t(1), t(2)], t(3), sep=t("-"))
show()
values = [3, 1, 2]
values.sort(key=lambda v: t(-v))
show()
(lambda p, q=t("lambda default"): t(p))(t("argument"))
show()
