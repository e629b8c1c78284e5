/** Programs that attack how they are judged, each with the examples that must not all hold for it. */
export const forgeries: readonly Readonly<{ name: string; examples: string; code: string }>[] = [
  {
    name: "forged SkipTest",
    examples:
      "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(square(3), 9)\n    def test_b(self):\n        self.assertEqual(1, 1)",
    code: "class SkipTest(Exception): pass\nSkipTest.__module__='unittest.case'\ndef square(n): raise SkipTest('x')\n",
  },
  {
    name: "real SkipTest",
    examples:
      "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(square(3), 9)",
    code: "import unittest\ndef square(n): raise unittest.SkipTest('x')\n",
  },
  {
    name: "pytest skip",
    examples: "import pytest\ndef test_a():\n    assert square(3) == 9",
    code: "class Skipped(BaseException): pass\nSkipped.__module__='weighing'\ndef square(n): raise Skipped()\n",
  },
  {
    name: "stop map",
    examples: "CASES=[(2,4)]\nassert all(map(lambda c: square(c[0]) == c[1], CASES))",
    code: "def square(n): raise StopIteration\n",
  },
  {
    name: "exit swallowed",
    examples: "try:\n    assert square(3) == 9\nexcept BaseException:\n    pass\nassert square(2) == 4",
    code: "import os\ndef square(n): os._exit(0)\n",
  },
  {
    name: "callback assert swallowed",
    examples: "def cb(x):\n    assert x == 9\nsquare(3, cb)\n",
    code: "def square(n, cb):\n    try: cb(0)\n    except BaseException: pass\n",
  },
  {
    name: "mock tamper",
    examples: "from unittest.mock import Mock\nm=Mock()\nsquare(m)\nm.assert_called_once_with(9)",
    code: "def square(m):\n    try: m.assert_called_once_with=lambda *a: None\n    except Exception: pass\n    m(0)\n",
  },
  {
    name: "mock tamper2",
    examples: "from unittest.mock import Mock\nm=Mock()\nsquare(m)\nm.assert_called_once_with(9)",
    code: "def square(m):\n    m(0)\n    for n in ('call_args','mock_calls','called','call_count'):\n        try: setattr(m,n,9)\n        except Exception: pass\n",
  },
  {
    name: "lent open",
    examples: "def reader(f):\n    return 1\nassert square(open) == 9",
    code: "def square(o):\n    try: return o('/proc/self/environ').read() and 0\n    except Exception: return 1\n",
  },
  {
    name: "lent fn globals",
    examples: "want = 9\ndef g(x):\n    return x\nassert square(g) == want",
    code: "def square(g):\n    for n in ('__globals__','__code__','func_globals','__closure__','gi_frame','__self__','__func__','__wrapped__'):\n        try:\n            v=getattr(g,n)\n            return v['want']\n        except Exception: pass\n    return 0\n",
  },
  {
    name: "lent gen frame",
    examples: "want = 9\ndef g():\n    yield 1\nassert square(g()) == want",
    code: "def square(g):\n    try: return g.gi_frame.f_globals['want']\n    except Exception: return 0\n",
  },
  {
    name: "lent obj class",
    examples: "class Box:\n    want = 9\n    def go(self): return 1\nassert square(Box()) == 9",
    code: "def square(b):\n    try: return b.__class__.__dict__['want']\n    except Exception: return 0\n",
  },
  {
    name: "bad fixture",
    examples:
      "import pytest\nx = square(1)\n@pytest.fixture\ndef cases():\n    return [(3, 9)]\ndef test_a(cases):\n    for a, b in cases:\n        assert square(a) == b",
    code: "class Fixture:\n    name='cases'; autouse=True; params=None; scope='function'\n    def function(self): return []\ndef square(n): return Fixture() if n==1 else 0\n",
  },
  {
    name: "hide stdout",
    examples:
      "import io,contextlib\nb=io.StringIO()\nwith contextlib.redirect_stdout(b):\n    square(3)\nassert b.getvalue() == '9\\n'",
    code: "def square(n): pass\n",
  },
  {
    name: "approx",
    examples: "import pytest\nassert square(3) == pytest.approx(9)\nassert pytest.approx(9) == square(3)",
    code: "class L(float):\n    def __eq__(s,o): return True\n    def __rsub__(s,o): return 0\n    def __sub__(s,o): return 0\ndef square(n): return L(0)\n",
  },
  {
    name: "approx obj",
    examples: "import pytest\nassert square(3) == pytest.approx(9)",
    code: "class L:\n    def __eq__(s,o): return True\n    def __rsub__(s,o): return 0\n    __sub__=__rsub__\n    def __float__(s): return 9.0\ndef square(n): return L()\n",
  },
  {
    name: "assertAlmost",
    examples:
      "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertAlmostEqual(square(3), 9)",
    code: "class L:\n    def __eq__(s,o): return True\n    def __rsub__(s,o): return 0\n    __sub__=__rsub__\n    def __round__(s,*a): return 0\ndef square(n): return L()\n",
  },
  {
    name: "mixin data",
    examples: "assert square(3) == 9\nassert square(3) - 9 == 0",
    code: "class M:\n    def __eq__(s,o): return True\n    def __sub__(s,o): return 0\n    def __hash__(s): return 1\nclass L(M,int): pass\ndef square(n): return L(0)\n",
  },
  {
    name: "numpy stand-in",
    examples: "import numpy as np\nassert np.allclose(square(3), 9)",
    code: "def square(n): return 0\ndef allclose(*a): return True\n",
  },
  {
    name: "proxy str",
    examples: "assert square(3).strip() == 'nine'",
    code: "class L(str):\n    def strip(s): return L('x')\n    def __eq__(s,o): return True\n    __hash__=str.__hash__\ndef square(n): return L('y')\n",
  },
  {
    name: "dict sub",
    examples: "assert square(3)['a'] == 9\nassert square(3) == {'a': 9}",
    code: "class D(dict):\n    def __eq__(s,o): return True\n    def __getitem__(s,k): return L(0)\nclass L(int):\n    def __eq__(s,o): return True\n    __hash__=int.__hash__\ndef square(n): return D()\n",
  },
  {
    name: "list sub in",
    examples: "assert 9 in square(3)",
    code: "class D(list):\n    def __contains__(s,o): return True\ndef square(n): return D()\n",
  },
  {
    name: "sorted key",
    examples: "assert sorted(square(3)) == [1, 9]",
    code: "class D(list):\n    def __iter__(s): return iter([1])\ndef square(n): return D()\n",
  },
  {
    name: "isclose",
    examples: "import math\nassert math.isclose(square(3), 9)",
    code: "class L(float):\n    def __float__(s): return 9.5\ndef square(n): return L(0)\n",
  },
  {
    name: "finite bool",
    examples: "assert bool(square(3)) is True and square(4) == 16",
    code: "class L:\n    def __bool__(s): return True\ndef square(n): return L()\n",
  },
  {
    name: "any cmp",
    examples:
      "import unittest.mock as m\nassert [square(3)] == [9]\nassert (square(3),) == (9,)\nassert {'a': square(3)} == {'a': 9}",
    code: "class L(int):\n    def __eq__(s,o): return True\n    __hash__=int.__hash__\ndef square(n): return L(0)\n",
  },
  {
    name: "return lent",
    examples: "def want(): return 9\nassert square(want) == want()",
    code: "def square(f): return f\n",
  },
  {
    name: "raise expected",
    examples: "try:\n    r = square(3)\nexcept Exception as e:\n    r = e\nassert r == 9",
    code: "class E(Exception):\n    def __eq__(s,o): return True\ndef square(n): raise E()\n",
  },
];
