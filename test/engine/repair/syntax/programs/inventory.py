"""Keeps count of what is in store."""

from dataclasses import dataclass, field


@dataclass
class Item:
    name: str
    price: float
    quantity: int = 0
    tags: list[str] = field(default_factory=list)

    def value(self) -> float:
        return self.price * self.quantity


class Inventory:
    def __init__(self) -> None:
        self.items: dict[str, Item] = {}

    def add(self, name: str, price: float, quantity: int = 1) -> Item:
        item = self.items.get(name)
        if item is None:
            item = Item(name, price)
            self.items[name] = item
        elif item.price != price:
            raise ValueError(f"{name} costs {item.price}, not {price}")
        item.quantity += quantity
        return item

    def remove(self, name: str, quantity: int = 1) -> None:
        item = self.items[name]
        if item.quantity < quantity:
            raise ValueError("not enough " + name)
        item.quantity -= quantity
        if item.quantity == 0:
            del self.items[name]

    def total(self) -> float:
        return sum(item.value() for item in self.items.values())


def main() -> None:
    inventory = Inventory()
    inventory.add("apple", 0.5, 10)
    inventory.add("pear", 0.75, 4)
    inventory.remove("apple", 3)
    for name, item in sorted(inventory.items.items()):
        print(f"{name:<10} {item.quantity:>3} {item.value():8.2f}")
    print("total:", inventory.total())


if __name__ == "__main__":
    main()
