import { outOfTime, type Attack } from "./attack.ts";
import { attacks } from "./attacks.ts";

/** Programs that leave something behind for the next one. */
export const leftovers: Readonly<Record<string, Attack>> = {
  "files and modules that shadow others": {
    source: `
import os
for place in (os.getcwd(), "/tmp", "/dev/shm"):
    for name in ("json.py", "main.py", "judge.py", "compare.py", "sitecustomize.py", "usercustomize.py", "left"):
        with open(os.path.join(place, name), "w") as file: file.write("print('shadow')")`,
    holds: { ran: true },
  },
  "its folder replaced by a link": {
    source:
      "import os, shutil\nhere = os.getcwd()\nos.chdir('/tmp')\nshutil.rmtree(here)\nos.symlink('/usr', here)",
    holds: { ran: true },
  },
  "folders closed to everyone": {
    source: `
import os
os.makedirs("a/b/c")
open("a/b/c/file", "w").close()
for folder in ("a/b/c", "a/b", "a", "."): os.chmod(folder, 0)`,
    holds: { ran: true },
  },
  "a deep tree": {
    source: "import os\nfor n in range(300):\n    os.mkdir('d' * 50)\n    os.chdir('d' * 50)",
    holds: { ran: true },
  },
  "a full disk": { source: attacks.disk!["filling /tmp"]!.source, holds: { ran: true } },
  "no inodes": { source: attacks.disk!["using up the inodes"]!.source, holds: { ran: true } },
  "a changed interpreter": {
    source:
      "import builtins, sys, json\nbuiltins.print = None\njson.dumps = None\nsys.modules['os'] = None\nsys.path.clear()",
    holds: { ran: true },
  },
  "the harness's modules changed": {
    source: `
import gc, types
for thing in gc.get_objects():
    if isinstance(thing, types.FunctionType) and thing.__module__ in ("judge", "compare", "verdicts", "running"):
        thing.__code__ = (lambda *a, **k: True).__code__`,
    holds: { ran: true },
  },
  "having run out of time": { source: "while True: pass", holds: outOfTime, wallMs: 600 },
  "having run out of memory": { ...attacks.memory!["many small allocations"]! },
  "having crashed": { ...attacks.crash!["reading address zero"]! },
};
