import { beforeAll, expect, test } from "vitest";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";
import { fixed } from "./repairing.ts";

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

const kept: readonly (readonly [why: string, id: string, text: string])[] = [
  [
    "a function on one line has no place for the test",
    "mutable-default",
    "def f(a, b=[]): b.append(a); return b\n",
  ],
  [
    "a parameter that is given another value is no longer the default",
    "mutable-default",
    "def f(a, b=[]):\n    b = list(b)\n    b.append(a)\n    return b\n",
  ],
  [
    "a file that a generator reads later stays open",
    "unclosed-file",
    "def f(p):\n    source = open(p)\n    numbers = (int(line) for line in source)\n    return numbers\n",
  ],
  [
    "a file of a class belongs to its objects",
    "unclosed-file",
    'class Log:\n    out = open("log")\n    out.write("a")\n\n    def put(self, text):\n        self.out.write(text)\n',
  ],
  [
    "a read that may not come is not made to come",
    "unclosed-file",
    "def f(p, wanted):\n    return open(p).read() if wanted else ''\n",
  ],
  [
    "a function that only calls itself has no value to return",
    "missing-return",
    "def count(n):\n    print(n)\n    count(n - 1)\n\n\nvalue = count(3)\n",
  ],
  [
    "a function that prints may be meant to do no more",
    "missing-return",
    "def show(rows):\n    shown = 0\n    for row in rows:\n        print(row)\n        shown += 1\n\n\nresult = show([1])\n",
  ],
  [
    "a call at the end may be what decides",
    "missing-return",
    "def fits(size: int) -> bool:\n    if size < 0:\n        return False\n    print(size)\n",
  ],
  [
    "returns of both kinds leave the end open",
    "missing-return",
    "def fits(size: int) -> bool:\n    if size < 0:\n        return False\n    elif size > 3:\n        return True\n",
  ],
  [
    "what only raises behind exhaustive branches is a net",
    "unreachable-code",
    "def f(a):\n    if a:\n        return 1\n    else:\n        return 2\n    raise AssertionError(a)\n",
  ],
  [
    "a body behind a first return waits to be used again",
    "unreachable-code",
    "def sync(rows):\n    return\n    for row in rows:\n        print(row)\n    print('done')\n",
  ],
  [
    "a dead import still makes its name local",
    "unreachable-code",
    "import json\n\n\ndef f(text):\n    value = json.loads(text)\n    return value\n    import json\n",
  ],
  [
    "a second handler may be for what the first leaves",
    "swallowed-exception",
    "def f(text):\n    try:\n        return int(text)\n    except ValueError:\n        return 0\n    except Exception:\n        pass\n",
  ],
  [
    "a path that may be None raises TypeError too",
    "swallowed-exception",
    "import os\n\n\nclass Temp:\n    def __init__(self):\n        self.path = None\n\n    def drop(self):\n        try:\n            os.remove(self.path)\n        except Exception:\n            pass\n",
  ],
  [
    "a logger that no other handler uses is not written to",
    "swallowed-exception",
    "import logging\n\nlog = logging.getLogger(__name__)\n\n\ndef f(job):\n    log.info('start')\n    try:\n        job()\n    except Exception:\n        pass\n",
  ],
  [
    "an object that goes away has nobody to tell",
    "swallowed-exception",
    "import logging\n\nlog = logging.getLogger(__name__)\n\n\nclass A:\n    def __del__(self):\n        try:\n            self.close()\n        except Exception:\n            pass\n\n    def close(self):\n        try:\n            print(self)\n        except OSError:\n            log.exception('x')\n",
  ],
  [
    "a loop that also adds may be meant to reach what it adds",
    "changed-while-iterated",
    "def f(rows):\n    for row in rows:\n        if row.bad:\n            rows.remove(row)\n            rows.append(row.next)\n",
  ],
  ["two names that are as near are not told apart", "format-call", 'print("{nam}".format(name=1, nami=2))\n'],
  [
    "a format spec within a placeholder is left alone",
    "format-call",
    'print("{:{w}} {1}".format(1, 2, w=3))\n',
  ],
  [
    "a quotient of floats stays one",
    "quotient-index",
    "def f(items: list[int]) -> int:\n    return items[len(items) / 2.0]\n",
  ],
  ["a dict of pairs gives pairs", "dict-as-pairs", 'd = {(1, 2): "a"}\nfor a, b in d:\n    print(a, b)\n'],
];

test.each(kept)("%s", async (_why, id, text) => {
  expect(await fixed(repairer, id, text)).toBe(text);
});
