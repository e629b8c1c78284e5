def leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
print([y for y in (1900, 2000, 2023, 2024) if leap(y)])
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
def day_of_year(y, m, d):
    return sum(DAYS[:m - 1]) + d + (1 if m > 2 and leap(y) else 0)
def weekday(y, m, d):
    if m < 3:
        m += 12
        y -= 1
    k, j = y % 100, y // 100
    h = (d + 13 * (m + 1) // 5 + k + k // 4 + j // 4 + 5 * j) % 7
    return ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"][h]
for date in [(2024, 2, 29), (2000, 1, 1), (1969, 7, 20)]:
    print("%04d-%02d-%02d" % date, day_of_year(*date), weekday(*date))
def duration(seconds):
    parts = []
    for name, size in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{name}")
    return " ".join(parts) or "0s"
print([duration(n) for n in (0, 59, 3661, 90061)])
def overlaps(a, b):
    return a[0] < b[1] and b[0] < a[1]
spans = [(1, 4), (3, 6), (7, 9), (8, 10)]
print([(a, b) for i, a in enumerate(spans) for b in spans[i + 1:] if overlaps(a, b)])
def free_slots(busy, start, end):
    out, at = [], start
    for s, e in sorted(busy):
        if s > at:
            out.append((at, s))
        at = max(at, e)
    if at < end:
        out.append((at, end))
    return out
print(free_slots([(9, 10), (12, 14), (13, 15)], 8, 18))
calendar = {}
for when, what in [("mon", "a"), ("tue", "b"), ("mon", "c")]:
    calendar.setdefault(when, []).append(what)
print(calendar, {k: ", ".join(v) for k, v in calendar.items()})
def parse(text):
    y, m, d = map(int, text.split("-"))
    if not 1 <= m <= 12:
        raise ValueError(f"month {m} out of range in {text!r}")
    return y, m, d
for text in ("2024-05-06", "2024-13-01", "x-1-2"):
    try:
        print(parse(text))
    except ValueError as error:
        print("ValueError:", error)
