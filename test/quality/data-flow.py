#+ flow through helper to shell
import os
from flask import request
def clean(x): return x.strip()
def run(cmd): os.system("ls " + clean(cmd))
def view(): run(request.args["d"])
#+ flow through dict
import sqlite3
from flask import request
def view(db):
    data = {"n": request.form["n"]}
    db.execute("SELECT * FROM t WHERE n='%s'" % data["n"])
#+ flow through list join
import subprocess
def go(files):
    cmd = ["cat"]
    cmd.extend(files)
    subprocess.run(" ".join(cmd), shell=True)
#+ flow through class
import os
class Job:
    def __init__(self, cmd): self.cmd = cmd
    def run(self): os.system(self.cmd)
#+ flow through global
import os, sys
TARGET = sys.argv[1]
def main(): os.popen(f"ping {TARGET}")
#+ eval of dict value
def calc(payload): return eval(payload["formula"])
#+ input through int on one way only
import os
def go(x):
    if x.isdigit(): y = int(x)
    else: y = x
    os.system(f"kill {y}")
#+ sql with triple quote
def go(cur, uid):
    cur.execute(f"""
        SELECT *
        FROM users
        WHERE id = {uid}
    """)
#+ sql in a with
import psycopg2
def go(name):
    with psycopg2.connect("x") as c, c.cursor() as cur:
        cur.execute("UPDATE t SET a = '" + name + "' WHERE b = 1")
#+ path with os.path.join
import os
from flask import request
def go():
    p = os.path.join("/data", request.args["p"])
    with open(p) as f: return f.read()
#+ path via pathlib
from pathlib import Path
from flask import request
def go(): return (Path("/data") / request.args["p"]).read_text()
#+ yaml from request
import yaml
from flask import request
def go(): return yaml.load(request.data, Loader=yaml.Loader)
#+ hidden by class namespace
class N: s = "system"; o = "os"
getattr(__import__(N.o), N.s)("id")
#+ hidden in default of nested
def a(m=__import__("os")):
    return m.system
a()("id")
#+ hidden by while pop
import os
q = ["m", "e", "t", "s", "y", "s"]
w = ""
while q: w += q.pop()
getattr(os, w)("id")
#+ zip dict
import os
d = dict(zip("ab", ["system", "popen"]))
getattr(os, d["a"])("id")
#+ ternary name
import os
n = "system" if True else "x"
getattr(os, n)("id")
#+ import hook alias
import importlib as i
m = i.import_module
m("os").system("id")
#+ via typing cast
import os, typing
typing.cast(object, os.system)("id")
#+ via contextlib
import os, contextlib
with contextlib.nullcontext(os.system) as f: f("id")
#+ via dataclass default
import os
from dataclasses import dataclass
@dataclass
class C:
    run: object = os.system
C().run("id")
#+ via map with lambda
import os
list(map(lambda c: os.system(c), ["id"]))
#+ via any
import os
any(os.system(c) for c in ["id"])
#+ via operator.call chain
import operator, os
operator.methodcaller("popen", "id")(os)
#+ via __getattribute__
import os
os.__getattribute__("system")("id")
#+ via builtins type getattr
import os
type(os).__getattribute__(os, "system")("id")
#+ exec bytes
exec(b"import os\nos.system('id')")
#+ format spec
import os
getattr(os, "{:c}{:c}{:c}tem".format(115, 121, 115))("id")
#+ percent c
import os
getattr(os, "%c%c%c%c%c%c" % (115, 121, 115, 116, 101, 109))("id")
#+ struct
import os
s = b"\x73\x79\x73" + b"tem"
getattr(os, str(s, "ascii"))("id")
#+ hex int
import os
getattr(os, bytes.fromhex(hex(0x73797374656d)[2:]).decode())("id")
#+ nested def shadow then global
import os
def f():
    system = os.system
    def g(): return system("id")
    return g
f()()
#- allowlist dict
import subprocess
CMDS = {"up": ["uptime"], "df": ["df", "-h"]}
def go(name): return subprocess.run(CMDS[name], check=True)
#- int path
import os
def go(pid): os.kill(int(pid), 9)
#- shlex join
import shlex, subprocess
def go(args): subprocess.run(args, check=True); print(shlex.join(args))
#- regex guard
import os, re
from flask import abort, request
def go():
    name = request.args["n"]
    if not re.fullmatch(r"\w+", name): abort(400)
    return open("/data/" + name).read()
#- commonpath guard
import os
from flask import abort, request
def go():
    p = os.path.realpath(os.path.join("/data", request.args["p"]))
    if os.path.commonpath([p, "/data"]) != "/data": abort(403)
    return open(p).read()
#- startswith guard
import os
from flask import abort, request
def go():
    p = os.path.abspath(os.path.join("/data", request.args["p"]))
    if not p.startswith("/data/"): abort(403)
    return open(p).read()
#- url host guard
from urllib.parse import urlparse
import requests
from flask import abort, request
def go():
    u = request.args["u"]
    if urlparse(u).hostname not in {"a.example"}: abort(400)
    return requests.get(u, timeout=3).text
#- enum column
def go(cur, asc):
    direction = "ASC" if asc else "DESC"
    cur.execute(f"SELECT * FROM t ORDER BY a {direction}")
#- dict column
COLS = {"n": "name", "d": "date"}
def go(cur, key):
    cur.execute(f"SELECT * FROM t ORDER BY {COLS[key]}")
#- dynamic where with parameters
def go(cur, filters):
    clauses, values = [], []
    if filters.get("name"):
        clauses.append("name = ?")
        values.append(filters["name"])
    where = " AND ".join(clauses) or "1=1"
    cur.execute("SELECT * FROM t WHERE " + where, values)
#- sql constant concatenation
BASE = "SELECT * FROM t"
def go(cur, uid):
    sql = BASE + " WHERE id = %s"
    cur.execute(sql, (uid,))
#- limit int
def go(cur, n): cur.execute("SELECT * FROM t LIMIT %d" % n)
#- migration
def up(cur, version):
    cur.execute(f"PRAGMA user_version = {int(version)}")
#- html escape
import html
from django.http import HttpResponse
def v(request): return HttpResponse("<b>" + html.escape(request.GET["q"]) + "</b>")
#- json response
from django.http import JsonResponse
def v(request): return JsonResponse({"q": request.GET["q"]})
#+ logging request
import logging
from flask import request
def v(): logging.info("q=%s", request.args.get("q")); return "ok"
#- template name
from flask import render_template
def v(): return render_template("x.html")
#- getattr on model field
def order(model, field): return getattr(model, field)
#- getattr os constant
import os
sep = getattr(os, "altsep", None) or os.sep
#- plugin entry points
from importlib.metadata import entry_points
for ep in entry_points(group="x"): ep.load()
#- optional module table
import importlib
MODS = {"a": "json", "b": "csv"}
def load(k): return importlib.import_module(MODS[k])
#- celery delay
def go(task): task.delay("eval")
#- command class
class Cmd:
    def __init__(self): self.run = self.start
    def start(self): return 1
Cmd().run()
#- test password random
import random
def pick_color(): return random.choice(["red", "blue"])
def shuffle_tokens(tokens): random.shuffle(tokens); return tokens
#- backoff key
import random
jitter = random.uniform(0, 1)
cache_key = "a"
#- hashing for cache
import hashlib
def key(parts): return hashlib.sha256("|".join(parts).encode()).hexdigest()
#- upload size
from flask import request
def v(): return str(len(request.data))
#- ssl server context
import ssl
def make(): 
    c = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    c.load_cert_chain("a.pem")
    return c
#- read env file
import os
def load(): return {k: os.environ[k] for k in ("A", "B")}
#- subprocess with input
import subprocess
def fmt(code): return subprocess.run(["black", "-q", "-"], input=code, text=True, capture_output=True, check=True).stdout
#- build with python
import subprocess, sys
subprocess.check_call([sys.executable, "-m", "pip", "install", "-r", "requirements.txt"])
#- python -c constant
import subprocess, sys
subprocess.run([sys.executable, "-c", "print(1)"], check=True)
#- sleep loop
import time
while True:
    time.sleep(1)
    break
