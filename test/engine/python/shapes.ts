/** Texts of examples as people write them, each with a program that they hold for and one that they do not hold for. */
export const shapes: readonly Readonly<{
  name: string;
  examples: string;
  right: string;
  wrong: string;
  /** What the examples call. */
  called: string;
}>[] = [
  {
    name: "test fn",
    examples: "def test_square():\n    assert square(3) == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "local var",
    examples: "def test_square():\n    r = square(3)\n    assert r == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "unittest",
    examples:
      "import unittest\nclass T(unittest.TestCase):\n    def setUp(self):\n        self.x = 3\n    def test_a(self):\n        self.assertEqual(square(self.x), 9)\n    def test_b(self):\n        with self.assertRaises(TypeError):\n            square('a')\nif __name__ == '__main__':\n    unittest.main()",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return 9\n",
    called: "square",
  },
  {
    name: "param",
    examples:
      "import pytest\n@pytest.mark.parametrize('n,want', [(2, 4), (3, 9)])\ndef test_sq(n, want):\n    assert square(n) == want",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "max abs",
    examples: "CASES=[(2,4),(3,9)]\nassert max(abs(square(x) - y) for x, y in CASES) < 1e-9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "sum",
    examples: "CASES=[(2,4),(3,9)]\nassert sum(abs(square(x) - y) for x, y in CASES) == 0",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "helper",
    examples: "def check(a, b):\n    assert square(a) == b\ncheck(2, 4)\ncheck(3, 9)",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "while",
    examples: "i = 0\nwhile i < 5:\n    assert square(i) == i ** 2\n    i += 1",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "with",
    examples: "import contextlib\nwith contextlib.suppress(KeyError):\n    assert square(3) == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "try",
    examples: "try:\n    r = square(3)\nexcept Exception:\n    r = None\nassert r == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "if",
    examples: "if square(3) != 9:\n    raise AssertionError('no')",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "if2",
    examples: "if not square(3) == 9:\n    raise AssertionError('no')\nelse:\n    print('ok')",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "200 rounds",
    examples: "for i in range(200):\n    assert square(i) == i * i",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "humaneval",
    examples:
      "METADATA = {}\ndef check(candidate):\n    assert candidate(2) == 4\n    assert candidate(3) == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "humaneval called",
    examples:
      "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(3) == 9\ncheck(square)",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "async",
    examples: "import asyncio\nassert asyncio.run(square(3)) == 9",
    right: "async def square(n): return n*n\n",
    wrong: "async def square(n): return n+n\n",
    called: "square",
  },
  {
    name: "async main",
    examples:
      "import asyncio\nasync def main():\n    r = await asyncio.gather(square(2), square(3))\n    assert r == [4, 9]\nasyncio.run(main())",
    right: "import asyncio\nasync def square(n):\n    await asyncio.sleep(0)\n    return n*n\n",
    wrong: "async def square(n): return n+n\n",
    called: "square",
  },
  {
    name: "raises",
    examples:
      "import pytest\ndef test_e():\n    with pytest.raises(ValueError, match='neg'):\n        square(-1)",
    right: "def square(n):\n    if n<0: raise ValueError('negative')\n    return n*n\n",
    wrong: "def square(n): return n * n\n",
    called: "square",
  },
  {
    name: "own exc",
    examples:
      "import pytest\ndef test_e():\n    with pytest.raises(Bad) as e:\n        square(-1)\n    assert e.value.code == 3\n    assert str(e.value) == 'oops'",
    right:
      "class Bad(Exception):\n    def __init__(s, m, code): super().__init__(m); s.code=code\ndef square(n): raise Bad('oops', 3)\n",
    wrong: "class Bad(Exception): pass\ndef square(n): return n\n",
    called: "square",
  },
  {
    name: "callback",
    examples: "calls=[]\nsquare(3, calls.append)\nassert calls == [9]",
    right: "def square(n, cb): cb(n*n)\n",
    wrong: "def square(n, cb): cb(n+n)\n",
    called: "square",
  },
  {
    name: "key",
    examples: "assert square([3,1,2], key=lambda x: -x) == [3,2,1]",
    right: "def square(xs, key): return sorted(xs, key=key)\n",
    wrong: "def square(xs, key): return sorted(xs)\n",
    called: "square",
  },
  {
    name: "builtin key",
    examples: "assert square(['bb','a'], key=len) == ['a','bb']",
    right: "def square(xs, key): return sorted(xs, key=key)\n",
    wrong: "def square(xs, key): return xs\n",
    called: "square",
  },
  {
    name: "inplace",
    examples: "xs=[3,1,2]\nsquare(xs)\nassert xs == [1,2,3]",
    right: "def square(xs): xs.sort()\n",
    wrong: "def square(xs): return sorted(xs)\n",
    called: "square",
  },
  {
    name: "inplace dict",
    examples: "d={'a':1}\nsquare(d)\nassert d == {'a':1,'b':[2]}",
    right: "def square(d): d['b']=[2]\n",
    wrong: "def square(d): pass\n",
    called: "square",
  },
  {
    name: "nested inplace",
    examples: "g=[[0,0],[0,0]]\nsquare(g)\nassert g == [[1,0],[0,0]]",
    right: "def square(g): g[0][0]=1\n",
    wrong: "def square(g): g[0]=[0,0]\n",
    called: "square",
  },
  {
    name: "class",
    examples:
      "s = Stack()\ns.push(1)\ns.push(2)\nassert s.pop() == 2\nassert len(s) == 1\nassert not s.is_empty()",
    right:
      "class Stack:\n def __init__(s): s.x=[]\n def push(s,v): s.x.append(v)\n def pop(s): return s.x.pop()\n def __len__(s): return len(s.x)\n def is_empty(s): return not s.x\n",
    wrong:
      "class Stack:\n def push(s,v): pass\n def pop(s): return 1\n def __len__(s): return 0\n def is_empty(s): return True\n",
    called: "Stack",
  },
  {
    name: "fixture",
    examples:
      "import pytest\n@pytest.fixture\ndef acc():\n    return Account(10)\ndef test_w(acc):\n    acc.deposit(5)\n    assert acc.balance == 15\ndef test_neg(acc):\n    with pytest.raises(ValueError):\n        acc.deposit(-1)",
    right:
      "class Account:\n def __init__(s,b): s.balance=b\n def deposit(s,n):\n  if n<0: raise ValueError\n  s.balance+=n\n",
    wrong: "class Account:\n def __init__(s,b): s.balance=b\n def deposit(s,n): pass\n",
    called: "Account",
  },
  {
    name: "dataclass eq",
    examples: "assert square(2) == Point(2, 4)",
    right:
      "from dataclasses import dataclass\n@dataclass\nclass Point:\n x: int\n y: int\ndef square(n): return Point(n, n*n)\n",
    wrong:
      "from dataclasses import dataclass\n@dataclass\nclass Point:\n x: int\n y: int\ndef square(n): return Point(n, 0)\n",
    called: "square",
  },
  {
    name: "repr",
    examples: "assert repr(square(2)) == 'P(4)'\nassert str(square(2)) == 'P(4)'",
    right:
      "class P:\n def __init__(s,x): s.x=x\n def __repr__(s): return f'P({s.x})'\ndef square(n): return P(n*n)\n",
    wrong: "class P:\n def __repr__(s): return 'P'\ndef square(n): return P()\n",
    called: "square",
  },
  {
    name: "generator",
    examples: "g = square(3)\nassert next(g) == 0\nassert list(g) == [1, 2]",
    right: "def square(n): yield from range(n)\n",
    wrong: "def square(n): yield 1\n",
    called: "square",
  },
  {
    name: "gen for",
    examples: "out=[]\nfor x in square(3):\n    out.append(x)\nassert out == [0,1,2]",
    right: "def square(n): yield from range(n)\n",
    wrong: "def square(n): yield 1\n",
    called: "square",
  },
  {
    name: "subclass",
    examples:
      "class Sq(Shape):\n    def __init__(self, a):\n        super().__init__('sq')\n        self.a = a\n    def area(self):\n        return self.a ** 2\nassert total([Sq(2), Sq(3)]) == 13\nassert Sq(2).describe() == 'sq 4'",
    right:
      "class Shape:\n def __init__(s,n): s.n=n\n def area(s): raise NotImplementedError\n def describe(s): return f'{s.n} {s.area()}'\ndef total(xs): return sum(x.area() for x in xs)\n",
    wrong: "class Shape:\n def __init__(s,n): s.n=n\n def describe(s): return ''\ndef total(xs): return 0\n",
    called: "total",
  },
  {
    name: "enum",
    examples:
      "assert Color.RED.value == 1\nassert square('RED') is Color.RED\nassert [c.name for c in Color] == ['RED','BLUE']\nassert Color(2) == Color.BLUE\nassert Color['BLUE'].name == 'BLUE'",
    right: "from enum import Enum\nclass Color(Enum):\n RED=1\n BLUE=2\ndef square(n): return Color[n]\n",
    wrong: "from enum import Enum\nclass Color(Enum):\n RED=1\n BLUE=2\ndef square(n): return Color.BLUE\n",
    called: "square",
  },
  {
    name: "print capture",
    examples:
      "import io, contextlib\nbuf = io.StringIO()\nwith contextlib.redirect_stdout(buf):\n    square(3)\nassert buf.getvalue() == '9\\n'",
    right: "def square(n): print(n*n)\n",
    wrong: "def square(n): print(n)\n",
    called: "square",
  },
  {
    name: "capsys",
    examples: "def test_p(capsys):\n    square(3)\n    assert capsys.readouterr().out == '9\\n'",
    right: "def square(n): print(n*n)\n",
    wrong: "def square(n): print(n)\n",
    called: "square",
  },
  {
    name: "mock",
    examples:
      "from unittest.mock import Mock\nm = Mock(return_value=5)\nassert square(m) == 10\nm.assert_called_once_with(3)",
    right: "def square(m): return m(3)*2\n",
    wrong: "def square(m): return 10\n",
    called: "square",
  },
  {
    name: "patch",
    examples:
      "from unittest.mock import patch\nimport main\nwith patch('main.helper', return_value=7):\n    assert square(1) == 7",
    right: "def helper(): return 1\ndef square(n): return helper()*n\n",
    wrong: "def helper(): return 1\ndef square(n): return n\n",
    called: "square",
  },
  {
    name: "seed",
    examples: "import random\nrandom.seed(1)\na = square()\nrandom.seed(1)\nassert a == random.random()",
    right: "import random\ndef square(): return random.random()\n",
    wrong: "def square(): return 0.5\n",
    called: "square",
  },
  {
    name: "environ",
    examples: "import os\nos.environ['X_Y'] = 'v'\nassert square() == 'v'",
    right: "import os\ndef square(): return os.environ.get('X_Y')\n",
    wrong: "def square(): return None\n",
    called: "square",
  },
  {
    name: "stdin",
    examples: "import sys, io\nsys.stdin = io.StringIO('4\\n5\\n')\nassert square() == 9",
    right: "def square(): return int(input())+int(input())\n",
    wrong: "def square(): return 0\n",
    called: "square",
  },
  {
    name: "input patch",
    examples: "import builtins\nbuiltins.input = lambda *a: '3'\nassert square() == 9",
    right: "def square(): return int(input())**2\n",
    wrong: "def square(): return 0\n",
    called: "square",
  },
  {
    name: "import from",
    examples: "from solution import square\nassert square(3) == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "import mod",
    examples: "import solution\nassert solution.square(3) == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "import star",
    examples: "from solution import *\nassert square(3) == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "Solution",
    examples: "assert Solution().two([2,7], 9) == [0,1]",
    right: "class Solution:\n def two(self, xs, t): return [0,1]\n",
    wrong: "class Solution:\n def two(self, xs, t): return []\n",
    called: "Solution",
  },
  {
    name: "cyc",
    examples: "a=[1]\na.append(a)\nassert square(a) == 2",
    right: "def square(a): return len(a)\n",
    wrong: "def square(a): return 1\n",
    called: "square",
  },
  {
    name: "identity",
    examples: "xs=[1]\nassert square(xs) is xs",
    right: "def square(x): return x\n",
    wrong: "def square(x): return list(x)\n",
    called: "square",
  },
  {
    name: "nan",
    examples: "import math\nassert math.isnan(square())",
    right: "def square(): return float('nan')\n",
    wrong: "def square(): return 1.0\n",
    called: "square",
  },
  {
    name: "match",
    examples: "match square(3):\n    case 9:\n        pass\n    case _:\n        raise AssertionError",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "lambda cases",
    examples: "for f, want in [(lambda: square(2), 4), (lambda: square(3), 9)]:\n    assert f() == want",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "deque",
    examples: "from collections import deque\nassert square([1,2]) == deque([1,2], maxlen=5)",
    right: "from collections import deque\ndef square(x): return deque(x, maxlen=5)\n",
    wrong: "def square(x): return x\n",
    called: "square",
  },
  {
    name: "setup_method",
    examples:
      "class TestX:\n    def setup_method(self):\n        self.n = 3\n    def test_a(self):\n        assert square(self.n) == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "subTest",
    examples:
      "import unittest\nclass T(unittest.TestCase):\n    def test_all(self):\n        for n, w in [(2,4),(3,9)]:\n            with self.subTest(n=n):\n                self.assertEqual(square(n), w)",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "approx",
    examples: "import pytest\ndef test():\n    assert square(1.1) == pytest.approx(1.21)",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "threads",
    examples:
      "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(3) as ex:\n    assert list(ex.map(square, [1,2,3])) == [1,4,9]",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "timeit",
    examples: "import time\nt=time.time()\nassert square(3) == 9\nassert time.time() - t < 5",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "contextmanager",
    examples: "with square(3) as r:\n    assert r == 9",
    right: "from contextlib import contextmanager\n@contextmanager\ndef square(n): yield n*n\n",
    wrong: "from contextlib import contextmanager\n@contextmanager\ndef square(n): yield n\n",
    called: "square",
  },
  {
    name: "decorator",
    examples: "@square\ndef g(x):\n    return x + 1\nassert g(2) == 6",
    right: "def square(f):\n    def w(x): return f(x)*2\n    return w\n",
    wrong: "def square(f): return f\n",
    called: "square",
  },
  {
    name: "wraps",
    examples: "@square\ndef g(x):\n    'doc'\n    return x + 1\nassert g.__name__ == 'g' and g(1) == 2",
    right:
      "import functools\ndef square(f):\n    @functools.wraps(f)\n    def w(x): return f(x)\n    return w\n",
    wrong: "def square(f):\n    return lambda x: 0\n",
    called: "square",
  },
  {
    name: "iterproto",
    examples:
      "class It:\n    def __init__(self): self.n = 0\n    def __iter__(self): return self\n    def __next__(self):\n        self.n += 1\n        if self.n > 3: raise StopIteration\n        return self.n\nassert square(It()) == 6",
    right: "def square(x): return sum(x)\n",
    wrong: "def square(x): return 0\n",
    called: "square",
  },
  {
    name: "gen arg",
    examples: "assert square(x for x in [1,2,3]) == 6",
    right: "def square(x): return sum(x)\n",
    wrong: "def square(x): return 0\n",
    called: "square",
  },
  {
    name: "fake obj",
    examples:
      "class Fake:\n    def __init__(self): self.saved = []\n    def save(self, x): self.saved.append(x)\ndb = Fake()\nsquare(db, 3)\nassert db.saved == [9]",
    right: "def square(db, n): db.save(n*n)\n",
    wrong: "def square(db, n): db.save(n)\n",
    called: "square",
  },
  {
    name: "namedtuple",
    examples: "p = square(3)\nassert p.x == 3 and p.y == 9\nassert p == (3, 9)",
    right: "from collections import namedtuple\nP=namedtuple('P','x y')\ndef square(n): return P(n,n*n)\n",
    wrong: "from collections import namedtuple\nP=namedtuple('P','x y')\ndef square(n): return P(n,0)\n",
    called: "square",
  },
  {
    name: "money",
    examples: "assert Money(5) + Money(3) == Money(8)",
    right:
      "class Money:\n def __init__(s,a): s.a=a\n def __add__(s,o): return Money(s.a+o.a)\n def __eq__(s,o): return s.a==o.a\n",
    wrong:
      "class Money:\n def __init__(s,a): s.a=a\n def __add__(s,o): return Money(0)\n def __eq__(s,o): return s.a==o.a\n",
    called: "Money",
  },
  {
    name: "json",
    examples: "import json\nassert json.loads(square({'a':1})) == {'a':1}",
    right: "import json\ndef square(d): return json.dumps(d)\n",
    wrong: "def square(d): return '{}'\n",
    called: "square",
  },
  {
    name: "asdict",
    examples: "from dataclasses import asdict\nassert asdict(square(1)) == {'x': 1}",
    right: "from dataclasses import dataclass\n@dataclass\nclass P:\n x: int\ndef square(n): return P(n)\n",
    wrong: "from dataclasses import dataclass\n@dataclass\nclass P:\n x: int\ndef square(n): return P(0)\n",
    called: "square",
  },
  {
    name: "copy",
    examples:
      "import copy\np = P([1])\nq = copy.deepcopy(p)\nq.x.append(2)\nassert p.x == [1] and q.x == [1,2]",
    right: "class P:\n def __init__(s,x): s.x=x\n",
    wrong: "class P:\n def __init__(s,x): s.x=0\n",
    called: "P",
  },
  {
    name: "tmp_path",
    examples:
      "def test_f(tmp_path):\n    p = tmp_path / 'a.txt'\n    p.write_text('hi')\n    assert square(str(p)) == 2",
    right: "def square(p): return len(open(p).read())\n",
    wrong: "def square(p): return 0\n",
    called: "square",
  },
  {
    name: "tmp_path2",
    examples:
      "def test_f(tmp_path):\n    p = tmp_path / 'a.txt'\n    p.write_text('hi')\n    assert square(p) == 2",
    right: "def square(p): return len(p.read_text())\n",
    wrong: "def square(p): return 0\n",
    called: "square",
  },
  {
    name: "monkeypatch",
    examples:
      "import main\ndef test_m(monkeypatch):\n    monkeypatch.setattr(main, 'RATE', 10)\n    assert square(2) == 20",
    right: "RATE=1\ndef square(n): return n*RATE\n",
    wrong: "RATE=1\ndef square(n): return n\n",
    called: "square",
  },
  {
    name: "patch time",
    examples:
      "from unittest.mock import patch\nwith patch('time.time', return_value=100.0):\n    assert square() == 100.0",
    right: "import time\ndef square(): return time.time()\n",
    wrong: "def square(): return 0\n",
    called: "square",
  },
  {
    name: "str isinstance",
    examples: "r=square(3)\nassert isinstance(r, int) and r == 9",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "not raises",
    examples: "try:\n    square('x')\n    assert False, 'no error'\nexcept TypeError:\n    pass",
    right: "def square(n): return n * n\n",
    wrong: "def square(n): return 9\n",
    called: "square",
  },
  {
    name: "linked list",
    examples:
      "def to_list(n):\n    out=[]\n    while n:\n        out.append(n.val)\n        n=n.next\n    return out\na=Node(1, Node(2, Node(3)))\nassert to_list(reverse(a)) == [3,2,1]",
    right:
      "class Node:\n def __init__(s,val,next=None): s.val=val; s.next=next\ndef reverse(h):\n p=None\n while h: h.next,p,h=p,h,h.next\n return p\n",
    wrong: "class Node:\n def __init__(s,val,next=None): s.val=val; s.next=next\ndef reverse(h): return h\n",
    called: "reverse",
  },
  {
    name: "caller tree",
    examples:
      "class T:\n    def __init__(self, v, l=None, r=None):\n        self.val, self.left, self.right = v, l, r\nassert square(T(1, T(2), T(3))) == 6",
    right: "def square(t): return 0 if t is None else t.val+square(t.left)+square(t.right)\n",
    wrong: "def square(t): return 0\n",
    called: "square",
  },
  {
    name: "async pytest",
    examples: "import pytest\n@pytest.mark.asyncio\nasync def test_a():\n    assert await square(3) == 9",
    right: "async def square(n): return n*n\n",
    wrong: "async def square(n): return n\n",
    called: "square",
  },
  {
    name: "iso async",
    examples:
      "import unittest\nclass T(unittest.IsolatedAsyncioTestCase):\n    async def test_a(self):\n        self.assertEqual(await square(3), 9)",
    right: "async def square(n): return n*n\n",
    wrong: "async def square(n): return n\n",
    called: "square",
  },
  {
    name: "aiter",
    examples:
      "import asyncio\nasync def main():\n    return [x async for x in square(3)]\nassert asyncio.run(main()) == [0,1,2]",
    right: "async def square(n):\n for i in range(n): yield i\n",
    wrong: "async def square(n):\n yield 5\n",
    called: "square",
  },
  {
    name: "actx",
    examples:
      "import asyncio\nasync def main():\n    async with square(3) as r:\n        return r\nassert asyncio.run(main()) == 9",
    right:
      "from contextlib import asynccontextmanager\n@asynccontextmanager\nasync def square(n): yield n*n\n",
    wrong: "from contextlib import asynccontextmanager\n@asynccontextmanager\nasync def square(n): yield n\n",
    called: "square",
  },
  {
    name: "lru",
    examples: "c=LRU(2)\nc.put(1,1)\nc.put(2,2)\nassert c.get(1)==1\nc.put(3,3)\nassert c.get(2)==-1",
    right:
      "from collections import OrderedDict\nclass LRU(OrderedDict):\n def __init__(s,n): super().__init__(); s.n=n\n def get(s,k):\n  if k not in s: return -1\n  s.move_to_end(k); return s[k]\n def put(s,k,v):\n  s[k]=v; s.move_to_end(k)\n  if len(s)>s.n: s.popitem(last=False)\n",
    wrong: "class LRU(dict):\n def __init__(s,n): pass\n def get(s,k): return 1\n def put(s,k,v): pass\n",
    called: "LRU",
  },
  {
    name: "vector ops",
    examples:
      "v = Vector(1,2) * 3\nassert (v.x, v.y) == (3, 6)\nassert Vector(1,2) + Vector(1,1) == Vector(2,3)\nassert abs(Vector(3,4)) == 5",
    right:
      "class Vector:\n def __init__(s,x,y): s.x,s.y=x,y\n def __mul__(s,k): return Vector(s.x*k,s.y*k)\n def __add__(s,o): return Vector(s.x+o.x,s.y+o.y)\n def __eq__(s,o): return (s.x,s.y)==(o.x,o.y)\n def __abs__(s): return (s.x**2+s.y**2)**.5\n",
    wrong:
      "class Vector:\n def __init__(s,x,y): s.x,s.y=x,y\n def __mul__(s,k): return s\n def __add__(s,o): return s\n def __eq__(s,o): return (s.x,s.y)==(o.x,o.y)\n def __abs__(s): return 0\n",
    called: "Vector",
  },
  {
    name: "logging",
    examples: "import logging\nassert square(3) == 9",
    right: "import logging\nlogging.basicConfig()\ndef square(n):\n logging.warning('x')\n return n*n\n",
    wrong: "def square(n): return n + n\n",
    called: "square",
  },
  {
    name: "warns",
    examples:
      "import warnings\nwith warnings.catch_warnings(record=True) as w:\n    warnings.simplefilter('always')\n    square(3)\n    assert len(w) == 1\n    assert 'old' in str(w[0].message)",
    right: "import warnings\ndef square(n): warnings.warn('old', DeprecationWarning)\n",
    wrong: "def square(n): pass\n",
    called: "square",
  },
  {
    name: "global counter",
    examples: "square()\nsquare()\nassert count == 2",
    right: "count=0\ndef square():\n global count\n count+=1\n",
    wrong: "count=0\ndef square(): pass\n",
    called: "square",
  },
  {
    name: "classmethod",
    examples: "assert Date.parse('2020-01').year == 2020\nassert Date.is_ok(3) is True",
    right:
      "class Date:\n def __init__(s,y): s.year=y\n @classmethod\n def parse(c,t): return c(int(t[:4]))\n @staticmethod\n def is_ok(n): return n>0\n",
    wrong:
      "class Date:\n year=1\n @classmethod\n def parse(c,t): return c()\n @staticmethod\n def is_ok(n): return False\n",
    called: "Date",
  },
  {
    name: "property",
    examples: "c=Temp(25)\nassert c.f == 77\nc.c = 0\nassert c.f == 32",
    right: "class Temp:\n def __init__(s,c): s.c=c\n @property\n def f(s): return s.c*9/5+32\n",
    wrong: "class Temp:\n def __init__(s,c): s.c=c\n f=77\n",
    called: "Temp",
  },
  {
    name: "hasattr",
    examples: "assert hasattr(Temp(1), 'c') and not hasattr(Temp(1), 'zz')\nassert Temp(4).c == 4",
    right: "class Temp:\n def __init__(s,c): s.c=c\n",
    wrong: "class Temp:\n def __init__(s,c): pass\n",
    called: "Temp",
  },
  {
    name: "bank file",
    examples:
      'import unittest\nfrom bank import BankAccount, InsufficientFunds\n\nclass TestBank(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        cls.rate = 2\n    def setUp(self):\n        self.acc = BankAccount("bob", 100)\n    def tearDown(self):\n        del self.acc\n    def test_deposit(self):\n        self.acc.deposit(50)\n        self.assertEqual(self.acc.balance, 150)\n    def test_withdraw(self):\n        with self.assertRaises(InsufficientFunds) as cm:\n            self.acc.withdraw(500)\n        self.assertIn("500", str(cm.exception))\n        self.assertEqual(cm.exception.needed, 400)\n    def test_history(self):\n        self.acc.deposit(1)\n        self.acc.withdraw(2)\n        self.assertListEqual(self.acc.history, [("deposit", 1), ("withdraw", 2)])\n        self.assertIsNone(self.acc.note)\n        self.assertIsInstance(self.acc, BankAccount)\n        self.assertTrue(self.acc.is_open)\n    def test_repr(self):\n        self.assertEqual(repr(self.acc), "BankAccount(\'bob\', 100)")\n        self.assertRegex(str(self.acc), r"bob")\n    @unittest.skip("later")\n    def test_later(self):\n        self.fail("no")\n',
    right:
      'class InsufficientFunds(ValueError):\n    def __init__(self, needed, asked):\n        super().__init__(f"cannot withdraw {asked}")\n        self.needed = needed\nclass BankAccount:\n    def __init__(self, owner, balance):\n        self.owner, self.balance, self.history, self.note, self.is_open = owner, balance, [], None, True\n    def deposit(self, n):\n        self.balance += n\n        self.history.append(("deposit", n))\n    def withdraw(self, n):\n        if n > self.balance: raise InsufficientFunds(n - self.balance, n)\n        self.balance -= n\n        self.history.append(("withdraw", n))\n    def __repr__(self): return f"BankAccount({self.owner!r}, {self.balance})"\n',
    wrong:
      "class InsufficientFunds(ValueError): pass\nclass BankAccount:\n    def __init__(self, owner, balance): self.owner, self.balance, self.history, self.note, self.is_open = owner, balance, [], None, True\n    def deposit(self, n): pass\n    def withdraw(self, n): pass\n",
    called: "BankAccount",
  },
  {
    name: "mbpp",
    examples:
      "assert similar_elements((3, 4, 5, 6),(5, 7, 4, 10)) == (4, 5)\nassert set(similar_elements((1, 2),(2, 3))) == {2}",
    right: "def similar_elements(a,b): return tuple(sorted(set(a)&set(b)))\n",
    wrong: "def similar_elements(a,b): return ()\n",
    called: "similar_elements",
  },
  {
    name: "apps io",
    examples:
      'import io, sys\ndef run(inp):\n    sys.stdin = io.StringIO(inp)\n    out = io.StringIO()\n    old = sys.stdout\n    sys.stdout = out\n    try:\n        solve()\n    finally:\n        sys.stdout = old\n    return out.getvalue().strip()\nassert run("3\\n1 2 3\\n") == "6"\nassert run("1\\n5\\n") == "5"\n',
    right: "def solve():\n    input()\n    print(sum(map(int, input().split())))\n",
    wrong: "def solve():\n    print(6)\n",
    called: "solve",
  },
  {
    name: "graph",
    examples:
      'g = Graph()\nfor a, b, w in [("a","b",1),("b","c",2),("a","c",5)]:\n    g.add_edge(a, b, w)\ndist = g.dijkstra("a")\nassert dist == {"a": 0, "b": 1, "c": 3}\nassert sorted(g.neighbors("a")) == ["b", "c"]\nassert "a" in g.nodes and len(g.nodes) == 3\n',
    right:
      "import heapq\nclass Graph:\n    def __init__(self): self.nodes=set(); self.e={}\n    def add_edge(self,a,b,w): self.nodes|={a,b}; self.e.setdefault(a,[]).append((b,w))\n    def neighbors(self,a): return [b for b,_ in self.e.get(a,[])]\n    def dijkstra(self,s):\n        d={s:0}; q=[(0,s)]\n        while q:\n            c,u=heapq.heappop(q)\n            for v,w in self.e.get(u,[]):\n                if c+w < d.get(v,1e9): d[v]=c+w; heapq.heappush(q,(c+w,v))\n        return d\n",
    wrong:
      "class Graph:\n    def __init__(self): self.nodes=set()\n    def add_edge(self,a,b,w): self.nodes|={a,b}\n    def neighbors(self,a): return []\n    def dijkstra(self,s): return {}\n",
    called: "Graph",
  },
  {
    name: "retry decorator",
    examples:
      'import pytest\ndef test_retry():\n    calls = []\n    @retry(times=3)\n    def flaky():\n        calls.append(1)\n        if len(calls) < 3:\n            raise ValueError("no")\n        return "ok"\n    assert flaky() == "ok"\n    assert len(calls) == 3\ndef test_gives_up():\n    @retry(times=2)\n    def bad():\n        raise KeyError("x")\n    with pytest.raises(KeyError):\n        bad()\n',
    right:
      "def retry(times):\n def d(f):\n  def w(*a,**k):\n   for i in range(times):\n    try: return f(*a,**k)\n    except Exception:\n     if i==times-1: raise\n  return w\n return d\n",
    wrong: "def retry(times):\n return lambda f: f\n",
    called: "retry",
  },
  {
    name: "cache spy",
    examples:
      "count = 0\n@memoize\ndef slow(n):\n    global count\n    count += 1\n    return n * 2\nassert slow(2) == 4 and slow(2) == 4 and count == 1\n",
    right: "def memoize(f):\n c={}\n def w(n):\n  if n not in c: c[n]=f(n)\n  return c[n]\n return w\n",
    wrong: "def memoize(f): return f\n",
    called: "memoize",
  },
  {
    name: "event emitter",
    examples:
      'from unittest.mock import MagicMock, call\ne = Emitter()\ncb = MagicMock()\ne.on("x", cb)\ne.emit("x", 1, k=2)\ne.emit("y")\nassert cb.call_count == 1\nassert cb.call_args_list == [call(1, k=2)]\n',
    right:
      "class Emitter:\n def __init__(s): s.h={}\n def on(s,n,f): s.h.setdefault(n,[]).append(f)\n def emit(s,n,*a,**k):\n  for f in s.h.get(n,[]): f(*a,**k)\n",
    wrong: "class Emitter:\n def on(s,n,f): pass\n def emit(s,n,*a,**k): pass\n",
    called: "Emitter",
  },
  {
    name: "parse csv",
    examples:
      'import csv, io\nrows = list(csv.reader(io.StringIO(to_csv([["a", "b"], [1, 2]]))))\nassert rows == [["a", "b"], ["1", "2"]]\n',
    right: "def to_csv(rows): return '\\n'.join(','.join(map(str,r)) for r in rows)\n",
    wrong: "def to_csv(rows): return ''\n",
    called: "to_csv",
  },
  {
    name: "file obj",
    examples: "import io\nassert count_lines(io.StringIO('a\\nb\\n')) == 2",
    right: "def count_lines(f): return sum(1 for _ in f)\n",
    wrong: "def count_lines(f): return 0\n",
    called: "count_lines",
  },
  {
    name: "write file obj",
    examples: "import io\nb = io.StringIO()\nsave(b, [1,2])\nassert b.getvalue() == '1\\n2\\n'",
    right: "def save(f, xs):\n for x in xs: f.write(f'{x}\\n')\n",
    wrong: "def save(f, xs): pass\n",
    called: "save",
  },
  {
    name: "tree class",
    examples:
      "t = BST()\nfor x in [5, 3, 8, 1]:\n    t.insert(x)\nassert list(t) == [1, 3, 5, 8]\nassert 3 in list(t)\nassert t.root.value == 5\nassert t.root.left.value == 3\nassert t.root.right.right is None\nassert t.height() == 3\n",
    right:
      "class Node:\n    def __init__(self, v): self.value, self.left, self.right = v, None, None\nclass BST:\n    def __init__(self): self.root=None\n    def insert(self, v):\n        if self.root is None: self.root=Node(v); return\n        n=self.root\n        while True:\n            side = 'left' if v < n.value else 'right'\n            if getattr(n, side) is None: setattr(n, side, Node(v)); return\n            n = getattr(n, side)\n    def __iter__(self):\n        def walk(n):\n            if n: yield from walk(n.left); yield n.value; yield from walk(n.right)\n        return walk(self.root)\n    def height(self):\n        h = lambda n: 0 if n is None else 1+max(h(n.left),h(n.right))\n        return h(self.root)\n",
    wrong:
      "class BST:\n def __init__(s): s.root=None\n def insert(s,v): pass\n def __iter__(s): return iter([])\n def height(s): return 0\n",
    called: "BST",
  },
  {
    name: "doctest mix",
    examples:
      ">>> xs = [1, 2, 3]\n>>> rotate(xs, 1)\n[3, 1, 2]\n>>> xs\n[1, 2, 3]\n>>> for x in rotate(xs, 2):\n...     print(x)\n2\n3\n1\n>>> rotate([], 1)\nTraceback (most recent call last):\n    ...\nValueError: empty\n",
    right: "def rotate(xs,k):\n if not xs: raise ValueError('empty')\n k%=len(xs)\n return xs[-k:]+xs[:-k]\n",
    wrong: "def rotate(xs,k): return xs\n",
    called: "rotate",
  },
  {
    name: "params fixture",
    examples:
      "import pytest\n@pytest.fixture(params=[2, 3])\ndef n(request):\n    return request.param\n@pytest.fixture\ndef doubled(n):\n    yield n * 2\ndef test_it(n, doubled):\n    assert square(n) == n ** 2\n    assert square(doubled) == 4 * n ** 2\n",
    right: "def square(n): return n*n\n",
    wrong: "def square(n): return 4\n",
    called: "square",
  },
  {
    name: "ids+marks",
    examples:
      'import pytest\n@pytest.mark.parametrize("a", [1, 2])\n@pytest.mark.parametrize("b", [10, pytest.param(20, id="twenty")])\ndef test_add(a, b):\n    assert square(a, b) == a + b\n@pytest.mark.skipif(True, reason="no")\ndef test_no(): assert False\n',
    right: "def square(a,b): return a+b\n",
    wrong: "def square(a,b): return 11\n",
    called: "square",
  },
  {
    name: "typing proto",
    examples:
      'from typing import Protocol\nfrom abc import ABC, abstractmethod\nclass Speaker(ABC):\n    @abstractmethod\n    def speak(self): ...\nclass Dog(Speaker):\n    def speak(self): return "woof"\nassert announce(Dog()) == "WOOF!"\n',
    right: "def announce(s): return s.speak().upper()+'!'\n",
    wrong: "def announce(s): return ''\n",
    called: "announce",
  },
  {
    name: "iter handles",
    examples:
      "objs = make(3)\nassert [o.x for o in objs] == [0, 1, 2]\nassert max(objs, key=lambda o: o.x).x == 2\nd = {o: o.x for o in objs}\nassert sorted(d.values()) == [0, 1, 2]\nassert len({*objs}) == 3\n",
    right: "class O:\n def __init__(s,x): s.x=x\ndef make(n): return [O(i) for i in range(n)]\n",
    wrong: "class O:\n def __init__(s,x): s.x=0\ndef make(n): return [O(i) for i in range(n)]\n",
    called: "make",
  },
  {
    name: "inventory dataclass",
    examples:
      'from dataclasses import replace, astuple\ni = Item("a", 2, 1.5)\nassert astuple(i) == ("a", 2, 1.5)\nassert replace(i, qty=3).total() == 4.5\nassert i == Item("a", 2, 1.5)\nassert sorted([Item("b",1,1), Item("a",1,1)])[0].name == "a"\n',
    right:
      "from dataclasses import dataclass\n@dataclass(order=True)\nclass Item:\n name: str\n qty: int\n price: float\n def total(s): return s.qty*s.price\n",
    wrong:
      "from dataclasses import dataclass\n@dataclass(order=True)\nclass Item:\n name: str\n qty: int\n price: float\n def total(s): return 0\n",
    called: "Item",
  },
  {
    name: "frozen",
    examples:
      "import pytest, dataclasses\ndef test_frozen():\n    p = P(1)\n    with pytest.raises(dataclasses.FrozenInstanceError):\n        p.x = 2\n    with pytest.raises(AttributeError):\n        p.x = 3\n",
    right: "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n x: int\n",
    wrong: "class P:\n def __init__(s,x): s.x=x\n",
    called: "P",
  },
  {
    name: "json error",
    examples:
      'import json, pytest\ndef test_bad():\n    with pytest.raises(json.JSONDecodeError):\n        load("{")\n    assert load("[1]") == [1]\n',
    right: "import json\ndef load(s): return json.loads(s)\n",
    wrong: "def load(s): return [1]\n",
    called: "load",
  },
  {
    name: "async queue",
    examples:
      "import asyncio\nasync def main():\n    q = AsyncQ()\n    await q.put(1)\n    await q.put(2)\n    return [await q.get(), await q.get()]\nassert asyncio.run(main()) == [1, 2]\n",
    right:
      "import asyncio\nclass AsyncQ:\n def __init__(s): s.q=[]\n async def put(s,x):\n  await asyncio.sleep(0); s.q.append(x)\n async def get(s): return s.q.pop(0)\n",
    wrong: "class AsyncQ:\n async def put(s,x): pass\n async def get(s): return 1\n",
    called: "AsyncQ",
  },
  {
    name: "async timeout",
    examples:
      "import asyncio, pytest\nasync def slow():\n    await asyncio.sleep(0.01)\n    return 5\nassert asyncio.run(twice(slow)) == 10\n",
    right: "async def twice(f): return 2 * await f()\n",
    wrong: "async def twice(f): return 0\n",
    called: "twice",
  },
  {
    name: "timing test",
    examples:
      "import time\nstart = time.perf_counter()\nr = fib(30)\nassert time.perf_counter() - start < 2\nassert r == 832040\n",
    right: "def fib(n):\n a,b=0,1\n for _ in range(n): a,b=b,a+b\n return a\n",
    wrong: "def fib(n): return 0\n",
    called: "fib",
  },
  {
    name: "reversed/len/getitem",
    examples:
      'd = Deck()\nassert len(d) == 52\nassert d[0] == ("2", "clubs")\nassert d[-1] == ("A", "spades")\nassert d[:2] == [("2","clubs"),("3","clubs")]\nassert next(reversed(d)) == d[51]\n',
    right:
      'class Deck:\n    def __init__(self):\n        self.c=[(r,s) for s in ("clubs","diamonds","hearts","spades") for r in [*map(str,range(2,11)),"J","Q","K","A"]]\n    def __len__(self): return len(self.c)\n    def __getitem__(self, i): return self.c[i]\n',
    wrong: "class Deck:\n def __len__(s): return 0\n def __getitem__(s,i): return None\n",
    called: "Deck",
  },
  {
    name: "setattr module const",
    examples: "import solution\nsolution.LIMIT = 3\nassert solution.clip(10) == 3",
    right: "LIMIT=5\ndef clip(n): return min(n, LIMIT)\n",
    wrong: "LIMIT=5\ndef clip(n): return 5\n",
    called: "clip",
  },
  {
    name: "walrus",
    examples: "assert (n := square(4)) == 16 and n > 10",
    right: "def square(n): return n*n\n",
    wrong: "def square(n): return n\n",
    called: "square",
  },
  {
    name: "nested fn tests",
    examples:
      'def test_group():\n    def check(n, want):\n        got = square(n)\n        assert got == want, f"square({n}) = {got}"\n    for n, want in {2: 4, 5: 25}.items():\n        check(n, want)\n',
    right: "def square(n): return n*n\n",
    wrong: "def square(n): return n\n",
    called: "square",
  },
  {
    name: "list of tests",
    examples:
      'def t1(): assert square(2) == 4\ndef t2(): assert square(3) == 9\nfor t in [t1, t2]:\n    t()\nprint("ok")\n',
    right: "def square(n): return n*n\n",
    wrong: "def square(n): return n\n",
    called: "square",
  },
  {
    name: "main runner",
    examples:
      'def test_a():\n    assert square(2) == 4\ndef main():\n    test_a()\n    print("passed")\nif __name__ == "__main__":\n    main()\n',
    right: "def square(n): return n*n\n",
    wrong: "def square(n): return n\n",
    called: "square",
  },
  {
    name: "counter sys.exit",
    examples:
      'import sys\nfailures = 0\nfor n, want in [(2, 4), (3, 9)]:\n    if square(n) != want:\n        failures += 1\n        print("FAIL", n)\nif failures:\n    sys.exit(1)\n',
    right: "def square(n): return n*n\n",
    wrong: "def square(n): return n\n",
    called: "square",
  },
  {
    name: "operators on result list",
    examples: "r = square(3)\nassert r[0] == 3 and r[-1] == 9 and r.index(9) == 1 and len(r) == 2",
    right: "def square(n): return [n, n*n]\n",
    wrong: "def square(n): return [n]\n",
    called: "square",
  },
  {
    name: "bytes",
    examples: "assert square(b'ab') == b'ba'\nassert square(bytearray(b'ab')) == bytearray(b'ba')",
    right: "def square(b): return b[::-1]\n",
    wrong: "def square(b): return b\n",
    called: "square",
  },
  {
    name: "complex types",
    examples:
      "from decimal import Decimal\nfrom fractions import Fraction\nimport datetime\nassert square(Decimal('1.5')) == Decimal('2.25')\nassert square(Fraction(1,2)) == Fraction(1,4)",
    right: "def square(n): return n*n\n",
    wrong: "def square(n): return n\n",
    called: "square",
  },
  {
    name: "uuid/path",
    examples: "from pathlib import Path\nassert ext(Path('/a/b.txt')) == '.txt'",
    right: "def ext(p): return p.suffix\n",
    wrong: "def ext(p): return ''\n",
    called: "ext",
  },
  {
    name: "isinstance program class",
    examples:
      "s = make()\nassert isinstance(s, Shape)\nassert issubclass(Square, Shape)\nassert type(s).__name__ == 'Square'\nassert s.area() == 4",
    right: "class Shape: pass\nclass Square(Shape):\n def area(s): return 4\ndef make(): return Square()\n",
    wrong: "class Shape: pass\nclass Square:\n def area(s): return 0\ndef make(): return Square()\n",
    called: "make",
  },
];

/** Classes whose objects say yes to everything: one that is a number, one that is nothing but an object. */
export const liars: readonly string[] = [
  'class L(int):\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    def __lt__(s,o): return True\n    def __le__(s,o): return True\n    def __gt__(s,o): return True\n    def __ge__(s,o): return True\n    def __sub__(s,o): return 0\n    __rsub__=__sub__\n    def __abs__(s): return 0\n    def __hash__(s): return 0\n    def __bool__(s): return True\n    def __contains__(s,o): return True\n    def __iter__(s): return iter([])\n    def __len__(s): return 1\n    def __call__(s,*a,**k): return s\n    def __getitem__(s,k): return s\n    def __add__(s,o): return s\n    __radd__=__mul__=__rmul__=__truediv__=__add__\n    def __getattr__(s,k):\n        if k.startswith("__"): raise AttributeError(k)\n        return s',
  'class L:\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    def __lt__(s,o): return True\n    def __le__(s,o): return True\n    def __gt__(s,o): return True\n    def __ge__(s,o): return True\n    def __sub__(s,o): return 0\n    __rsub__=__sub__\n    def __abs__(s): return 0\n    def __float__(s): return 0.0\n    def __int__(s): return 0\n    def __index__(s): return 0\n    def __hash__(s): return 0\n    def __bool__(s): return True\n    def __contains__(s,o): return True\n    def __iter__(s): return iter([])\n    def __len__(s): return 1\n    def __call__(s,*a,**k): return s\n    def __getitem__(s,k): return s\n    def __add__(s,o): return s\n    __radd__=__mul__=__rmul__=__truediv__=__add__\n    def __getattr__(s,k):\n        if k.startswith("__"): raise AttributeError(k)\n        return s',
];
