#+ statement run by pg8000 with an f-string
from pg8000.native import Connection
def count(table):
    with Connection("app") as con:
        return con.run(f"SELECT count(*) FROM orders WHERE state = '{table}'")
#- statement of a literal by pg8000
from pg8000.native import Connection
def count():
    with Connection("app") as con:
        return con.run("SELECT count(*) FROM orders")
#+ statement by asyncpg
import asyncpg
async def find(name):
    conn = await asyncpg.connect("postgresql://localhost/app")
    return await conn.fetch("SELECT * FROM users WHERE name = '%s'" % name)
#- statement by asyncpg with parameters
import asyncpg
async def find(name):
    conn = await asyncpg.connect("postgresql://localhost/app")
    return await conn.fetch("SELECT * FROM users WHERE name = $1", name)
#+ unpickler under its inner name
import io
import _pickle
def load(data):
    return _pickle.Unpickler(io.BytesIO(data)).load()
#+ full loader of all documents, positionally
import yaml
def read(text):
    return [doc for doc in yaml.load_all(text, yaml.UnsafeLoader)]
#- ruamel, safely
from ruamel.yaml import YAML
def read(path):
    return YAML(typ="safe").load(path)
#+ extra tables of a query
from shop.models import Item
def items(table):
    return Item.objects.extra(tables=[table], where=["x.id = " + table + ".item_id"])
#- annotated query
from django.db.models import F, Q
from shop.models import Item
def items(low, high):
    return Item.objects.filter(Q(price__gte=low) & Q(price__lte=high)).annotate(shown=F("name"))
#+ filter of text in sqlalchemy
from sqlalchemy import text
def users(session, User, name):
    return session.query(User).filter(text("name = '" + name + "'")).all()
#- filter of text with a bound value
from sqlalchemy import text
def users(session, User, name):
    return session.query(User).filter(text("name = :name")).params(name=name).all()
#+ sorted by text of a caller
def users(session, User, column):
    return session.query(User).order_by("lower(%s)" % column).all()
#+ template of an input in jinja's environment
import jinja2
def show(request_text, values):
    env = jinja2.Environment(autoescape=True)
    return env.from_string("<p>" + request_text + "</p>").render(values)
#- templates of a folder
import jinja2
def show(values):
    env = jinja2.Environment(loader=jinja2.FileSystemLoader("templates"), autoescape=True)
    return env.get_template("page.html").render(values)
#+ mako template of an input
from mako.template import Template
text = input("template: ")
print(Template(text).render())
#+ bottle with its debugger
from bottle import run
run(host="localhost", port=8080, debug=True)
#- bottle without its debugger
from bottle import run
run(host="localhost", port=8080)
#+ html parser without limits
from lxml import etree
def read(stream):
    return etree.iterparse(stream, huge_tree=True)
#+ lxml with a document type loaded
from lxml import etree
parser = etree.XMLParser(load_dtd=True, no_network=False)
def read(path):
    return etree.parse(path, parser)
#- lxml for a file of one's own
from lxml import etree
def read(path):
    return etree.parse(path, etree.XMLParser(resolve_entities=False)).getroot().tag
#+ members listed by a generator that checks nothing
import tarfile
def python_files(members):
    for member in members:
        if member.name.endswith(".py"):
            yield member
def unpack(path):
    tar = tarfile.open(path)
    tar.extractall(members=python_files(tar))
    tar.close()
#- members listed by a generator that checks where they lie
import os, tarfile
def inside(members, root):
    for member in members:
        target = os.path.realpath(os.path.join(root, member.name))
        if target.startswith(root + os.sep) and member.isfile():
            yield member
def unpack(path, to):
    root = os.path.realpath(to)
    with tarfile.open(path) as tar:
        tar.extractall(root, members=inside(tar, root))
#- archive with python's own filter
import shutil
def unpack(path, to):
    shutil.unpack_archive(path, to, filter="data")
#+ hidden program in one command line
import base64, os
os.system("python3 -c '" + base64.b64decode(b"cHJpbnQoMSk=").decode() + "'")
#+ hidden program in a list made before
import base64, subprocess, sys
part = base64.b64decode("aW1wb3J0IG9z").decode("utf-8")
args = [sys.executable, "-c", part]
subprocess.call(args)
#- module of another interpreter
import subprocess, sys
subprocess.run([sys.executable, "-m", "pip", "--version"], check=True)
#- sax with defaults on a string
import xml.sax
class Names(xml.sax.ContentHandler):
    def startElement(self, name, attrs):
        print(name)
parser = xml.sax.make_parser()
parser.setContentHandler(Names())
parser.parse("own.xml")
#+ sax with outer parameters
import xml.sax
import xml.sax.handler
def read(path):
    reader = xml.sax.make_parser()
    reader.setFeature(xml.sax.handler.feature_external_pes, 1)
    reader.parse(path)
#- copy through a pickle under a name
import pickle
def clone(thing):
    data = pickle.dumps(thing, protocol=5)
    return pickle.loads(data)
#+ pickle of a socket
import pickle, socket
def receive(port):
    with socket.create_server(("127.0.0.1", port)) as server:
        conn, _ = server.accept()
        return pickle.loads(conn.recv(65536))
#- player started with an address
import subprocess
def play(url):
    subprocess.run(["/usr/bin/mpv", "--", url], check=False)
#+ triple des
from Crypto.Cipher import DES3
def seal(key, data):
    return DES3.new(key, DES3.MODE_CFB).encrypt(data)
#+ fixed vector in a chain
from Crypto.Cipher import AES
def seal(key, data):
    return AES.new(key, AES.MODE_CBC, b"\x00" * 16).encrypt(data)
#- fresh vector in a chain
from Crypto.Cipher import AES
from Crypto.Random import get_random_bytes
def seal(key, data):
    iv = get_random_bytes(16)
    return iv + AES.new(key, AES.MODE_GCM, nonce=iv).encrypt(data)
#- fernet
from cryptography.fernet import Fernet
def seal(key, text):
    return Fernet(key).encrypt(text.encode())
#+ token of any algorithm
from jose import jwt
def who(token):
    return jwt.get_unverified_claims(token)["sub"]
#+ httpx client without certificates
import httpx
client = httpx.Client(verify=False, timeout=5)
#- httpx client with an own authority
import httpx, ssl
client = httpx.Client(verify=ssl.create_default_context(cafile="own.pem"), timeout=5)
#+ aiohttp without certificates
import aiohttp
async def fetch(url):
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=False)) as session:
        async with session.get(url) as answer:
            return await answer.text()
#+ api key from a generator
import random, string
def new_api_key():
    return "".join(random.choices(string.ascii_letters + string.digits, k=40))
#- api key from secrets
import secrets
def new_api_key():
    return secrets.token_urlsafe(32)
#- jitter before a retry
import random, time
def wait(attempt):
    time.sleep(min(60, 2 ** attempt) * random.uniform(0.5, 1.5))
#+ folder for everybody
import os
os.makedirs("/var/lib/app", mode=0o777, exist_ok=True)
os.chmod("/var/lib/app", 0o777)
#- folder for its owner
from pathlib import Path
Path("keys").mkdir(mode=0o700, exist_ok=True)
#+ shell through a helper
import subprocess
def sh(command):
    return subprocess.run(command, shell=True, check=True)
def archive(name):
    sh("tar czf " + name + ".tgz data")
#- shell with a quoted name
import shlex, subprocess
def archive(name):
    subprocess.run("tar czf " + shlex.quote(name) + " data", shell=True, check=True)
#+ password compared in its plain form with a fast digest
import hashlib
def check(password, stored):
    return hashlib.md5(password.encode("utf-8")).hexdigest() == stored
#- password checked by argon2
from argon2 import PasswordHasher
def check(password, stored):
    return PasswordHasher().verify(stored, password)
#- etag as a digest
import hashlib
def etag(body):
    return '"' + hashlib.sha1(body, usedforsecurity=False).hexdigest() + '"'
#+ joblib model of a download
import joblib, urllib.request
def model(url):
    path, _ = urllib.request.urlretrieve("https://example.org/" + url)
    return joblib.load(path)
#- torch weights only
import torch
def model(path):
    return torch.load(path, weights_only=True)
#+ expression of a user evaluated
def calculate(text):
    return eval(text)
print(calculate(input("> ")))
#- expression of a user read as a literal
import ast
print(ast.literal_eval(input("> ")))
#+ host key taken from anybody
import paramiko
client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.WarningPolicy)
client.connect("host", username="me")
#- host keys of this machine
import paramiko
client = paramiko.SSHClient()
client.load_system_host_keys()
client.connect("host", username="me")
#- address of a file in a message
def help_text():
    return "Use file:///etc/hosts or an https address."
