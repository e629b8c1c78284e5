#+ des of the twin package
from Cryptodome.Cipher import DES
cipher = DES.new(key, DES.MODE_CBC, iv)
#+ ecb of the twin package
import Cryptodome.Cipher.AES as aes
def seal(key, data):
    return aes.new(key, aes.MODE_ECB).encrypt(data)
#+ md5 of the twin package
from Cryptodome.Hash import MD5
def sign(data):
    return MD5.new(data).hexdigest()
#+ star import of ciphers
from Crypto.Cipher import *
def seal(key, data):
    return DES.new(key, DES.MODE_ECB).encrypt(data)
#+ star import of yaml in a package
from ruamel.yaml import *
def read(text):
    return load(text, Loader=UnsafeLoader)
#+ name without an import: cipher
def seal(key, data):
    return AES.new(key, AES.MODE_ECB).encrypt(data)
#+ name without an import: mark_safe
def link(name):
    return mark_safe("<a>%s</a>" % name)
#+ name without an import: popen
def run(cmd):
    return Popen(cmd, shell=True)
#+ archive filter loop that is wrong
import tarfile
def unpack(path):
    with tarfile.open(path) as archive:
        for member in archive.getmembers():
            if member.name.endswith(".txt"):
                print(member.name)
        archive.extractall("out")
#+ archive members of any name
import tarfile
def unpack(path, out):
    tar = tarfile.open(path)
    tar.extractall(out, members=[m for m in tar.getmembers() if m.isfile()])
#+ archive members passed unfiltered
import tarfile
def unpack(path, out):
    t = tarfile.open(path)
    t.extractall(out, t.getmembers())
#+ django raw with an f-string
from app.models import User
def find(name):
    return User.objects.raw(f"SELECT * FROM app_user WHERE name = '{name}'")
#+ django extra with percent
from app.models import User
def find(name):
    return User.objects.extra(where=["name = '%s'" % name])
#+ sqlalchemy text with format
from sqlalchemy import text
def find(session, name):
    return session.execute(text("SELECT * FROM users WHERE name = '{}'".format(name)))
#+ table name from a request
from flask import Flask, request
import sqlite3
app = Flask(__name__)
@app.route("/rows")
def rows():
    table = request.args["table"]
    return sqlite3.connect("x.db").execute(f"SELECT * FROM {table}").fetchall()
#+ drop table with a parameter
def drop(cursor, name):
    cursor.execute("DROP TABLE " + name)
#+ shell at its position
import subprocess
def run(cmd):
    return subprocess.Popen(cmd, -1, None, None, None, None, None, True, True)
#+ yaml loader at its position
import yaml
def read(text):
    return yaml.load(text, yaml.Loader)
#+ yaml full loader by name
from yaml import load, FullLoader
def read(text):
    return load(text, FullLoader)
#+ digest by name
import hashlib
def sign(data):
    return hashlib.new("MD5", data).hexdigest()
#+ compile of outside text
def build(request):
    return compile(request.POST["code"], "<user>", "exec")
#+ compile of input
code = compile(input("expression: "), "<string>", "eval")
#+ secret by flow
import random
import string
def make():
    value = "".join(random.choice(string.ascii_letters) for _ in range(20))
    return value
def send_reset(user):
    user.reset_token = make()
#+ secret in a session
import random
def login(session):
    number = random.randint(100000, 999999)
    session["otp"] = number
#+ secret as an argument
import random
def invite(user):
    digits = str(random.random())[2:]
    user.set_password(digits)
#+ function from locals
def handler(request):
    name = request.GET["name"]
    return locals()[name]()
#+ function from globals
from flask import Flask, request
app = Flask(__name__)
@app.route("/call")
def call():
    return globals()[request.args["f"]]()
#+ xml-rpc server with an instance
from xmlrpc.server import SimpleXMLRPCServer
server = SimpleXMLRPCServer(("localhost", 8000))
server.register_instance(Service(), True)
#+ xml-rpc server to everybody
from xmlrpc.server import SimpleXMLRPCServer
import os
server = SimpleXMLRPCServer(("0.0.0.0", 8000), allow_none=True)
server.register_function(os.listdir, "ls")
server.serve_forever()
#+ password hashed fast
import hashlib
def store(user, password):
    user.hash = hashlib.sha256(password.encode()).hexdigest()
#+ password hashed with md5
import hashlib
def check(stored, password):
    h = hashlib.md5()
    h.update(password.encode())
    return h.hexdigest() == stored
#+ rsa key of 1024 bits
from cryptography.hazmat.primitives.asymmetric import rsa
key = rsa.generate_private_key(public_exponent=65537, key_size=1024)
#+ constant vector
from Crypto.Cipher import AES
def seal(key, data):
    return AES.new(key, AES.MODE_CBC, b"0123456789abcdef").encrypt(data)
#+ temporary name opened
import tempfile
def save(data):
    name = tempfile.mktemp()
    with open(name, "w") as file:
        file.write(data)
#+ xml of a request
from flask import Flask, request
import xml.etree.ElementTree as ET
app = Flask(__name__)
@app.route("/x", methods=["POST"])
def x():
    return ET.fromstring(request.data).tag
#+ lxml of a request with entities
from lxml import etree
def view(request):
    parser = etree.XMLParser(resolve_entities=True)
    return etree.fromstring(request.body, parser)
#+ password over ftp
import ftplib
def upload(host, user, password):
    ftp = ftplib.FTP(host)
    ftp.login(user, password)
#+ mail login in the clear
import smtplib
def send(user, password, text):
    server = smtplib.SMTP("mail.example.org", 25)
    server.login(user, password)
    server.sendmail(user, user, text)
#+ cookie without protection
def login(response, token):
    response.set_cookie("session", token, secure=False, httponly=False)
#+ csrf off
from flask import Flask
app = Flask(__name__)
app.config["WTF_CSRF_ENABLED"] = False
#+ every origin with cookies
from flask import Flask
from flask_cors import CORS
app = Flask(__name__)
CORS(app, origins="*", supports_credentials=True)
#+ host keys not checked by ssh
import subprocess
def copy(host):
    subprocess.run(["scp", "-o", "StrictHostKeyChecking=no", "x", host])
#+ curl without certificates
import subprocess
def fetch(url):
    return subprocess.check_output(["curl", "-k", url])
#+ autoescape off
from jinja2 import Environment, FileSystemLoader
env = Environment(loader=FileSystemLoader("templates"), autoescape=False)
#+ open redirect
from flask import Flask, redirect, request
app = Flask(__name__)
@app.route("/go")
def go():
    return redirect(request.args.get("next"))
#+ upload saved under its own name
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/up", methods=["POST"])
def up():
    f = request.files["file"]
    f.save(os.path.join("uploads", f.filename))
    return "ok"
#+ traceback shown to the visitor
import traceback
from flask import Flask
app = Flask(__name__)
@app.route("/")
def index():
    try:
        return work()
    except Exception:
        return traceback.format_exc(), 500
#+ signature compared with ==
import hmac, hashlib
def verify(body, signature, key):
    digest = hmac.new(key, body, hashlib.sha256).hexdigest()
    return digest == signature
#+ world writable by flags
import os, stat
os.chmod("data.db", stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
#+ umask off
import os
os.umask(0)
#+ model code from a hub
from transformers import AutoModel
model = AutoModel.from_pretrained("someone/model", trust_remote_code=True)
#- members checked one by one
import os, tarfile
def unpack(path, out):
    root = os.path.realpath(out)
    with tarfile.open(path) as tar:
        for member in tar.getmembers():
            target = os.path.realpath(os.path.join(root, member.name))
            if not target.startswith(root + os.sep):
                raise ValueError(member.name)
        tar.extractall(root, filter="data")
#- members filtered by a function
import tarfile
def safe_members(tar, root):
    for member in tar.getmembers():
        if is_inside(root, member.name) and member.isfile():
            yield member
def unpack(path, root):
    with tarfile.open(path) as tar:
        tar.extractall(root, members=safe_members(tar, root))
#- gcm of the twin package
from Cryptodome.Cipher import AES
def seal(key, data):
    return AES.new(key, AES.MODE_GCM).encrypt_and_digest(data)
#- own class named like a cipher
class AES:
    @staticmethod
    def new(key, mode):
        return key
    MODE_ECB = 1
AES.new("k", AES.MODE_ECB)
#- django raw with parameters
from app.models import User
def find(name):
    return User.objects.raw("SELECT * FROM app_user WHERE name = %s", [name])
#- sqlalchemy text with binds
from sqlalchemy import text
def find(session, name):
    return session.execute(text("SELECT * FROM users WHERE name = :name"), {"name": name})
#- popen positions without a shell
import subprocess
def run(cmd):
    return subprocess.Popen(["ls", cmd], -1, None, None, None, None, None, True, False)
#- safe loader at its position
import yaml
def read(text):
    return yaml.load(text, yaml.SafeLoader)
#- sha256 by name
import hashlib
def sign(data):
    return hashlib.new("sha256", data).hexdigest()
#- compile of a template of one's own
code = compile("a + b", "<rule>", "eval")
#- random for a game
import random
def shuffle_deck(deck):
    order = random.sample(deck, len(deck))
    return order
#- random delay before a token is read
import random, time
def retry(client):
    time.sleep(random.random())
    token = client.token()
    return token
#- locals in a template
def page(name):
    title = "x"
    return render("page.html", locals())
#- globals for a constant
def has_numpy():
    return "numpy" in globals()
#- xml-rpc function on this machine
from xmlrpc.server import SimpleXMLRPCServer
server = SimpleXMLRPCServer(("127.0.0.1", 8000))
server.register_function(pow)
#- scrypt for passwords
import hashlib, os
def store(password):
    salt = os.urandom(16)
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)
#- digest of a file
import hashlib
def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()
#- compare_digest
import hmac, hashlib
def verify(body, signature, key):
    digest = hmac.new(key, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(digest, signature)
#- cookie with its protection
def login(response, token):
    response.set_cookie("session", token, secure=True, httponly=True, samesite="Lax")
#- mail with starttls
import smtplib, ssl
def send(user, password, text):
    with smtplib.SMTP("mail.example.org", 587) as server:
        server.starttls(context=ssl.create_default_context())
        server.login(user, password)
        server.sendmail(user, user, text)
#- redirect to an own page
from flask import Flask, redirect, url_for
app = Flask(__name__)
@app.route("/old")
def old():
    return redirect(url_for("new"))
#- upload under a safe name
import os
from flask import Flask, request
from werkzeug.utils import secure_filename
app = Flask(__name__)
@app.route("/up", methods=["POST"])
def up():
    f = request.files["file"]
    f.save(os.path.join("uploads", secure_filename(f.filename)))
    return "ok"
#- traceback logged
import logging, traceback
from flask import Flask
app = Flask(__name__)
@app.route("/")
def index():
    try:
        return work()
    except ValueError:
        logging.error(traceback.format_exc())
        return "sorry", 500
#- rsa key of 3072 bits
from cryptography.hazmat.primitives.asymmetric import rsa
key = rsa.generate_private_key(public_exponent=65537, key_size=3072)
#- model of a hub by its revision
from transformers import AutoModel
model = AutoModel.from_pretrained("someone/model", revision="5d0f2e8", trust_remote_code=False)
