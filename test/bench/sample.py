"""Orders service: a realistic module."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Iterable, Iterator

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Item:
    sku: str
    quantity: int
    price: float

    @property
    def total(self) -> float:
        return self.quantity * self.price


@dataclass
class Order:
    id: int
    customer: str
    items: list[Item] = field(default_factory=list)
    created: datetime = field(default_factory=datetime.now)

    def total(self) -> float:
        return sum(item.total for item in self.items)

    def is_stale(self, now: datetime, days: int = 30) -> bool:
        return now - self.created > timedelta(days=days)


class Repository:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = sqlite3.connect(path)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        cursor = self.connection.cursor()
        try:
            yield cursor
            self.connection.commit()
        except sqlite3.Error:
            self.connection.rollback()
            raise

    def save(self, order: Order) -> None:
        with self.transaction() as cursor:
            cursor.execute("insert into orders values (?, ?, ?)", (order.id, order.customer, order.created.isoformat()))
            for item in order.items:
                cursor.execute("insert into items values (?, ?, ?, ?)", (order.id, item.sku, item.quantity, item.price))

    def load(self, order_id: int) -> Order | None:
        row = self.connection.execute("select id, customer from orders where id = ?", (order_id,)).fetchone()
        if row is None:
            return None
        items = [
            Item(sku=sku, quantity=quantity, price=price)
            for sku, quantity, price in self.connection.execute(
                "select sku, quantity, price from items where order_id = ?", (order_id,)
            )
        ]
        return Order(id=row[0], customer=row[1], items=items)


def totals_by_customer(orders: Iterable[Order]) -> dict[str, float]:
    totals: dict[str, float] = defaultdict(float)
    for order in orders:
        totals[order.customer] += order.total()
    return dict(totals)


def read_orders(path: Path) -> list[Order]:
    with path.open(encoding="utf-8") as stream:
        raw: list[dict[str, Any]] = json.load(stream)
    return [Order(id=entry["id"], customer=entry["customer"], items=[Item(**item) for item in entry["items"]]) for entry in raw]


async def refresh(repository: Repository, ids: list[int]) -> list[Order]:
    found = await asyncio.gather(*(asyncio.to_thread(repository.load, order_id) for order_id in ids))
    return [order for order in found if order is not None]


def main() -> None:
    repository = Repository(Path("orders.db"))
    for order in read_orders(Path("orders.json")):
        repository.save(order)
        log.info("saved %s", order.id)
    print(totals_by_customer(asyncio.run(refresh(repository, [1, 2, 3]))))


if __name__ == "__main__":
    main()
