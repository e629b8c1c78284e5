/**
 * Programs with the first minor version of Python 3 whose compiler accepts them (10: all that can be checked for), or null
 * where none does. Measured with `compile()` of CPython 3.10.13, 3.11.7, 3.12.1, 3.13.0 and 3.14.2.
 */
export const grammar: readonly (readonly [since: number | null, text: string])[] = [
  // except*
  [11, "try:\n    f()\nexcept* ValueError:\n    pass\n"],
  [11, "try:\n    f()\nexcept* (ValueError, KeyError) as group:\n    print(group)\n"],
  [null, "try:\n    f()\nexcept*:\n    pass\n"],
  [null, "try:\n    f()\nexcept* ValueError:\n    pass\nexcept KeyError:\n    pass\n"],
  // stars in subscripts and annotations
  [11, "x = grid[*index]\n"],
  [11, "grid[*index, 0] = 1\n"],
  [11, "def f(*args: *Ts) -> None: ...\n"],
  [null, "def f(**kwargs: **Ts): ...\n"],
  [11, "async def f():\n    return [[x async for x in g(n)] for n in range(3)]\n"],
  // type parameters and aliases
  [12, "type Point = tuple[float, float]\n"],
  [12, "type Pair[T] = tuple[T, T]\n"],
  [12, "def first[T](items: list[T]) -> T:\n    return items[0]\n"],
  [12, "class Box[T]:\n    item: T\n"],
  [12, "class Box[T: (int, str)](Base): ...\n"],
  [12, "def call[**P, R](f: Callable[P, R]) -> R: ...\n"],
  [12, "class Row[*Ts]: ...\n"],
  [12, "async def load[T](x: T) -> T:\n    return x\n"],
  [10, "type = int\ntype(3)\nprint(type)\n"],
  [null, "type 3 = int\n"],
  [null, "def f[T, T](x: T): ...\n"],
  // defaults of type parameters
  [13, "class Box[T = int]: ...\n"],
  [13, "def f[T = int](x: T) -> T:\n    return x\n"],
  [13, "type Pair[T = int] = tuple[T, T]\n"],
  [13, "class Row[*Ts = *tuple[int, ...]]: ...\n"],
  [null, "class Box[T = int, U]: ...\n"],
  // f-strings
  [12, "d = {'a': 1}\nprint(f'{d['a']}')\n"],
  [12, 'x = 1\nprint(f"{"a" + str(x)}")\n'],
  [12, "names = ['a']\nprint(f\"{'\\n'.join(names)}\")\n"],
  [12, "x = 1\nprint(f'''{\n    x  # the value\n}''')\n"],
  [12, "x = 1\nprint(f'{f'{x}'}')\n"],
  [12, "x = 1\nprint(f'{\n    x\n}')\n"],
  [10, "d = {'a': 1}\nprint(f\"{d['a']}\")\n"],
  [10, "x = 1\nprint(f'''{\n    x\n}''')\n"],
  [10, "x = 2.5\nprint(f'{x!r:>{10}} {x = } {x:.2f}')\n"],
  [null, "print(f'{}')\n"],
  [null, "print(f'{x')\n"],
  // except without brackets
  [14, "try:\n    f()\nexcept ValueError, KeyError:\n    pass\n"],
  [14, "try:\n    f()\nexcept* ValueError, KeyError:\n    pass\n"],
  [10, "try:\n    f()\nexcept (ValueError, KeyError):\n    pass\n"],
  [null, "try:\n    f()\nexcept ValueError, KeyError as error:\n    pass\n"],
  // template strings
  [14, "name = 'x'\nprint(t'hello {name}')\n"],
  [14, "name = 'x'\nprint(rt'hello {name!r:>5}')\n"],
  [null, "name = 'x'\nprint('a' t'hello {name}')\n"],
  // the same everywhere
  [
    10,
    "match x:\n    case [1, *rest] if rest:\n        pass\n    case {'a': y, **others}:\n        pass\n    case _:\n        pass\n",
  ],
  [10, "with (open('a') as f, open('b') as g):\n    pass\n"],
  [10, "def f(a, /, b, *, c): ...\nif (n := 3) > 2:\n    print(n)\n"],
  [10, "@lookup['x']\ndef f():\n    return *a, 1\n"],
  [10, "from __future__ import annotations\nx: Later = None\n"],
  [10, "print(*a, **b)\nfor x in *a, *b:\n    pass\n"],
  [10, "async def f():\n    async with a as b, c:\n        return [x async for x in b]\n"],
  [null, "print 'hello'\n"],
  [null, "def f(:\n    pass\n"],
  [null, "return 1\n"],
  [null, "x = 08\n"],
  [null, "for i in range(3)\n    pass\n"],
  [null, "class A:\n    def f(self, self): ...\n"],
];
