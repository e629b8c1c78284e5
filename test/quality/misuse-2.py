#+ rc4 of the twin package
import Cryptodome.Cipher.ARC4
def seal(key, data):
    return Cryptodome.Cipher.ARC4.new(key).encrypt(data)
#+ triple des under its old home
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
def seal(key, iv, data):
    return Cipher(algorithms.TripleDES(key), modes.CBC(iv)).encryptor().update(data)
#+ ecb under an alias
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms as alg, modes as m
def seal(key, data):
    return Cipher(alg.AES(key), m.ECB()).encryptor().update(data)
#+ sha1 of the twin package
from Cryptodome.Hash import SHA1
from Cryptodome.Signature import pkcs1_15
def sign(key, data):
    return pkcs1_15.new(key).sign(SHA1.new(data))
#+ star import of hazmat
from cryptography.hazmat.primitives.ciphers.algorithms import *
def make(key):
    return Blowfish(key)
#+ star import of pickle
from pickle import *
def read(path):
    return load(open(path, "rb"))
#+ star import of flask
from flask import *
app = Flask(__name__)
@app.route("/t")
def t():
    return render_template_string(request.args["t"])
#+ name without an import: urlopen
def fetch(request):
    return urlopen(request.GET["url"]).read()
#+ name without an import: algorithms
def make(key):
    return Cipher(algorithms.ARC4(key), mode=None)
#+ name without an import: etree
def read(request):
    return etree.fromstring(request.data)
#+ tar extract in a loop without a check
import tarfile
def unpack(path, out):
    with tarfile.open(path, "r:gz") as tar:
        for member in tar:
            tar.extract(member, out)
#+ tar filter that keeps all
import tarfile
def unpack(path, out):
    with tarfile.open(path) as tar:
        members = [m for m in tar.getmembers() if not m.name.startswith("_")]
        tar.extractall(out, members=members)
#+ fully trusted filter
import tarfile
def unpack(path, out):
    tarfile.open(path).extractall(out, filter="fully_trusted")
#+ zip entries written by hand
import os, zipfile
def unpack(path, out):
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            with open(os.path.join(out, name), "wb") as file:
                file.write(archive.read(name))
#+ RawSQL with percent
from django.db.models.expressions import RawSQL
def order(queryset, column):
    return queryset.annotate(v=RawSQL("select %s from t" % column, []))
#+ connection cursor of django
from django.db import connection
def find(name):
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM app_user WHERE name = '" + name + "'")
        return cursor.fetchone()
#+ exec_driver_sql
def find(conn, name):
    return conn.exec_driver_sql(f"SELECT * FROM users WHERE name = '{name}'")
#+ alter table with user input
def add(cursor):
    column = input("column: ")
    cursor.execute(f"ALTER TABLE users ADD COLUMN {column} TEXT")
#+ peewee raw
def find(User, name):
    return User.raw("SELECT * FROM user WHERE name = '%s'" % name)
#+ shell by keyword from a variable
import subprocess
use_shell = 1
def run(cmd):
    subprocess.check_call(cmd, shell=use_shell)
#+ verify at a session
import requests
s = requests.Session()
s.verify = False
s.get("https://example.org", timeout=5)
#+ request method with verify off
import requests
requests.request("GET", "https://example.org", verify=False, timeout=3)
#+ yaml unsafe loader in a loop
import yaml
def read(files):
    return [yaml.load(f, Loader=yaml.UnsafeLoader) for f in files]
#+ compile then run of an argument
import sys
exec(compile(sys.argv[1], "arg", "exec"))
#+ compile of a body
from flask import Flask, request
app = Flask(__name__)
@app.route("/f", methods=["POST"])
def f():
    code = compile(request.json["expr"], "e", "eval")
    return str(code.co_names)
#+ secret returned by a helper
import random
def digits():
    return random.randint(1000, 9999)
def send(user):
    pin_code = digits()
    user.notify(pin_code)
#+ secret in a dictionary
import random, string
def create(name):
    alphabet = string.ascii_letters + string.digits
    chars = [random.choice(alphabet) for _ in range(32)]
    return {"name": name, "api_key": "".join(chars)}
#+ secret of a model
import random
class Account:
    def __init__(self):
        bits = random.getrandbits(64)
        self.session_id = hex(bits)
#+ secret from the time
import hashlib, time
def new_token():
    token = hashlib.md5(str(time.time()).encode()).hexdigest()
    return token
#+ attribute of a module by request
import importlib
def view(request):
    module = importlib.import_module(request.GET["module"])
    return getattr(module, request.GET["name"])()
#+ vars of an object by request
def view(request, service):
    return getattr(service, request.GET["method"])()
#+ password hashed with sha1 and hex
import hashlib
class User:
    def set_password(self, raw_password):
        self.password_hash = hashlib.sha1(raw_password.encode("utf-8")).hexdigest()
#+ few rounds
import hashlib
def derive(password, salt):
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 1000)
#+ dsa key of 1024 bits
from Cryptodome.PublicKey import DSA
key = DSA.generate(1024)
#+ small curve
from cryptography.hazmat.primitives.asymmetric import ec
key = ec.generate_private_key(ec.SECP192R1())
#+ constant key
from Cryptodome.Cipher import AES
cipher = AES.new(b"sixteen byte key", AES.MODE_GCM)
#+ old version of TLS
import ssl
context = ssl.SSLContext(ssl.PROTOCOL_TLSv1)
#+ ciphers without protection
import ssl
context = ssl.create_default_context()
context.set_ciphers("aNULL:eNULL")
#+ minidom of a request
from xml.dom import minidom
def view(request):
    return minidom.parseString(request.body)
#+ sax of the network
import xml.sax, requests
def feed(handler):
    xml.sax.parseString(requests.get("https://example.org/feed", timeout=3).content, handler)
#+ telnet login
import telnetlib
def login(host, password):
    t = telnetlib.Telnet(host)
    t.read_until(b"Password: ")
    t.write(password.encode() + b"\n")
#+ password over http
import requests
def login(user, password):
    return requests.post("http://api.shop.org/login", data={"user": user, "password": password}, timeout=3)
#+ imap login in the clear
import imaplib
def read(user, password):
    box = imaplib.IMAP4("mail.shop.org")
    box.login(user, password)
#+ session cookie readable by scripts
from flask import Flask
app = Flask(__name__)
app.config.update(SESSION_COOKIE_HTTPONLY=False)
#+ wget without certificates
import os
def fetch(url):
    os.system("wget --no-check-certificate https://example.org/a.tgz")
#+ markup of a value
from markupsafe import Markup
def badge(name):
    return Markup(f"<b>{name}</b>")
#+ redirect in django
from django.shortcuts import redirect
def go(request):
    return redirect(request.GET["next"])
#+ upload of django
import os
def up(request):
    f = request.FILES["file"]
    with open(os.path.join("/srv/up", f.name), "wb") as out:
        out.write(f.read())
#+ error text of a handler
import traceback
from django.http import HttpResponse
def view(request):
    try:
        return work(request)
    except Exception:
        return HttpResponse(traceback.format_exc(), status=500)
#+ token compared with ==
import hmac
def check(secret, message, given):
    return hmac.new(secret, message, "sha256").digest() == given
#+ world writable folder
import pathlib
pathlib.Path("/srv/share").chmod(0o777)
#+ torch load of a download
import torch
def read(path):
    return torch.load(path, weights_only=False)
#+ ldap filter
import ldap
def find(conn, name):
    return conn.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + name + ")")
#+ jwt without a signature
import jwt
def read(token):
    return jwt.decode(token, options={"verify_signature": False})
#- tar with a member check
import os, tarfile
def inside(root, target):
    return os.path.commonpath([root, os.path.realpath(target)]) == root
def unpack(path, root):
    with tarfile.open(path) as tar:
        safe = [m for m in tar.getmembers() if inside(root, os.path.join(root, m.name)) and m.isreg()]
        tar.extractall(root, members=safe)
#- zip entries by their base name
import os, zipfile
def unpack(path, out):
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            with open(os.path.join(out, os.path.basename(name)), "wb") as file:
                file.write(archive.read(name))
#- chacha of the twin package
from Cryptodome.Cipher import ChaCha20_Poly1305
def seal(key, data):
    return ChaCha20_Poly1305.new(key=key).encrypt_and_digest(data)
#- star import of math
from math import *
def area(r):
    return pi * pow(r, 2)
#- own function named urlopen
def urlopen(name):
    return name
def fetch(request):
    return urlopen(request.GET["url"])
#- constant statement with a constant table
TABLE = "users"
def count(cursor):
    cursor.execute(f"SELECT count(*) FROM {TABLE}")
#- exec_driver_sql with values beside it
def find(conn, name):
    return conn.exec_driver_sql("SELECT * FROM users WHERE name = ?", (name,))
#- random colour
import random
def colour():
    return "#%06x" % random.randint(0, 0xFFFFFF)
#- random choice of a server, its key looked up
import random
def pick(servers):
    server = random.choice(servers)
    return server["name"]
#- token of the secrets module
import secrets, string
def new_token():
    alphabet = string.ascii_letters
    return "".join(secrets.choice(alphabet) for _ in range(32))
#- token count sampled
import random
def sample_tokens(tokens, k):
    return random.sample(tokens, k)
#- globals updated with a constant
def enable(name):
    globals()["DEBUG"] = True
#- many rounds
import hashlib
def derive(password, salt):
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 600000)
#- md5 that is not for security
import hashlib
def etag(body):
    return hashlib.md5(body, usedforsecurity=False).hexdigest()
#- modern TLS
import ssl
context = ssl.create_default_context()
context.minimum_version = ssl.TLSVersion.TLSv1_2
#- defused XML
from defusedxml.ElementTree import fromstring
def view(request):
    return fromstring(request.body)
#- https login
import requests
def login(user, password):
    return requests.post("https://api.shop.org/login", data={"user": user, "password": password}, timeout=3)
#- markup with values escaped
from markupsafe import Markup
def badge(name):
    return Markup("<b>{}</b>").format(name)
#- getattr with a fallback on settings
from django.conf import settings
LIMIT = getattr(settings, "PAGE_LIMIT", 20)
#- error page without the trace
from django.http import HttpResponse
def view(request):
    try:
        return work(request)
    except ValueError:
        return HttpResponse("bad input", status=400)
#- folder for its owner
import pathlib
pathlib.Path("/srv/share").chmod(0o750)
#- constant redirect
from django.shortcuts import redirect
def go(request):
    return redirect("/home")
#- curl with certificates
import subprocess
def fetch(url):
    return subprocess.check_output(["curl", "-fsS", "--", "https://example.org/a"])
