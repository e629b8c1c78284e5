from collections import defaultdict
orders = [
    {"id": 1, "customer": "ann", "items": [("pen", 2, 1.5), ("book", 1, 12.0)]},
    {"id": 2, "customer": "bob", "items": [("pen", 10, 1.25)]},
    {"id": 3, "customer": "ann", "items": []},
]
def total(order):
    return sum(quantity * price for _, quantity, price in order["items"])
for order in orders:
    print(order["id"], order["customer"], f"{total(order):8.2f}", len(order["items"]))
by_customer = defaultdict(float)
for order in orders:
    by_customer[order["customer"]] += total(order)
print(dict(by_customer), sorted(by_customer.items(), key=lambda kv: kv[1], reverse=True))
stock = {"pen": 5, "book": 3}
def reserve(order):
    needed = {}
    for name, quantity, _ in order["items"]:
        needed[name] = needed.get(name, 0) + quantity
    short = {name: n - stock.get(name, 0) for name, n in needed.items() if n > stock.get(name, 0)}
    if short:
        raise LookupError(f"short of {short}")
    for name, n in needed.items():
        stock[name] -= n
    return stock
for order in orders:
    try:
        print("ok", reserve(order))
    except LookupError as error:
        print("no", error)
report = "\n".join(f"{name:<10}{count:>5}" for name, count in sorted(stock.items()))
print(report)
names = {order["customer"] for order in orders}
print(len(names), sorted(names), "ann" in names)
grouped = {}
for order in orders:
    grouped.setdefault(order["customer"], []).append(order["id"])
print(grouped, {k: len(v) for k, v in grouped.items()}, [o["id"] for o in orders if o["items"]])
print(max(orders, key=total)["id"], min(orders, key=total)["id"], any(total(o) > 20 for o in orders))
flat = [(o["id"], name) for o in orders for name, *_ in o["items"]]
print(flat, list(zip(*flat)), dict(flat))
