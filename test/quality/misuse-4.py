#+ return hashlib.md5(password.encode()).hexdigest()
import hashlib
def store(password):
    return hashlib.md5(password.encode()).hexdigest()
#+ c = DES.new(key, DES.MODE_ECB)
from Cryptodome.Cipher import DES
c = DES.new(key, DES.MODE_ECB)
#+ requests.get("https://x", verify=False)
import requests
requests.get("https://x", verify=False)
#+ yaml.load(open("c.yml"), yaml.Loader)
import yaml
yaml.load(open("c.yml"), yaml.Loader)
#+ return eval(request.args["e"])
from flask import Flask, request
app = Flask(__name__)
@app.route("/x")
def x():
    return eval(request.args["e"])
#+ tarfile.open("a.tgz").extractall("/srv")
import tarfile
tarfile.open("a.tgz").extractall("/srv")
#+ return sqlite3.connect("a.db").execute("SELECT * FROM u WHER
import sqlite3
def find(name):
    return sqlite3.connect("a.db").execute("SELECT * FROM u WHERE n = '" + name + "'")
#+ c.execute("DELETE FROM t WHERE id = %s" % request.GET["id"])
from django.db import connection
def f(request):
    with connection.cursor() as c:
        c.execute("DELETE FROM t WHERE id = %s" % request.GET["id"])
#+ token = "".join(random.choice(string.ascii_letters) for _ in
import random, string
token = "".join(random.choice(string.ascii_letters) for _ in range(32))
#+ open(name, "w").write("x")
import tempfile
name = tempfile.mktemp()
open(name, "w").write("x")
#+ ctx = ssl._create_unverified_context()
import ssl
ctx = ssl._create_unverified_context()
#+ data = jwt.decode(token, options={"verify_signature": False}
import jwt
data = jwt.decode(token, options={"verify_signature": False})
#+ c.set_missing_host_key_policy(paramiko.AutoAddPolicy())
import paramiko
c = paramiko.SSHClient()
c.set_missing_host_key_policy(paramiko.AutoAddPolicy())
#+ os.chmod("/etc/app.conf", 0o777)
import os
os.chmod("/etc/app.conf", 0o777)
#+ s.serve_forever()
from xmlrpc.server import SimpleXMLRPCServer
s = SimpleXMLRPCServer(("0.0.0.0", 8000))
s.register_function(pow)
s.serve_forever()
#+ subprocess.run(f"ping -c1 {host}", shell=True)
import subprocess
def ping(host):
    subprocess.run(f"ping -c1 {host}", shell=True)
#+ ET.fromstring(requests.get("http://x").text)
import xml.etree.ElementTree as ET, requests
ET.fromstring(requests.get("http://x").text)
#+ app.run(host="0.0.0.0", debug=True)
from flask import Flask
app = Flask(__name__)
app.run(host="0.0.0.0", debug=True)
#+ ftplib.FTP("h").login("u", "p")
import ftplib
ftplib.FTP("h").login("u", "p")
#+ db = shelve.open("/tmp/shared")
import shelve
db = shelve.open("/tmp/shared")
#+ k = RSA.generate(1024)
from Crypto.PublicKey import RSA
k = RSA.generate(1024)
#+ return sig == hmac.new(K, M, "sha256").hexdigest()
import hmac
def ok(sig, want):
    return sig == hmac.new(K, M, "sha256").hexdigest()
#+ return redirect(request.args.get("next"))
from flask import request, redirect
def go():
    return redirect(request.args.get("next"))
#+ return send_file("/data/" + request.args["name"])
from flask import request, send_file
def get():
    return send_file("/data/" + request.args["name"])
#+ return requests.get(request.args["url"]).text
import requests
from flask import request
def proxy():
    return requests.get(request.args["url"]).text
#+ env = Environment(autoescape=False)
from jinja2 import Environment
env = Environment(autoescape=False)
#+ dill.loads(data)
import dill
dill.loads(data)
#+ model = torch.load("model.pt", weights_only=False)
import torch
model = torch.load("model.pt", weights_only=False)
#+ df = pd.read_pickle("http://example.org/x.pkl")
import pandas as pd
df = pd.read_pickle("http://example.org/x.pkl")
#+ return render_template_string("<h1>" + request.args["t"] + "
from flask import render_template_string, request
def page():
    return render_template_string("<h1>" + request.args["t"] + "</h1>")
#+ return mark_safe(request.GET["q"])
from django.utils.safestring import mark_safe
def show(request):
    return mark_safe(request.GET["q"])
#+ logging.info("login %s %s", user, password)
import logging
def login(user, password):
    logging.info("login %s %s", user, password)
#+ return session.execute(text(f"SELECT * FROM users WHERE name
from sqlalchemy import text
def q(session, name):
    return session.execute(text(f"SELECT * FROM users WHERE name = '{name}'"))
#+ telnetlib.Telnet("h")
import telnetlib
telnetlib.Telnet("h")
#+ Cipher(algorithms.AES(key), modes.ECB())
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
Cipher(algorithms.AES(key), modes.ECB())
#+ digest = hashlib.new("sha1", password.encode()).hexdigest()
import bcrypt, hashlib
digest = hashlib.new("sha1", password.encode()).hexdigest()
#+ open(os.path.join("/srv", n), "wb").write(z.read(n))
import zipfile, os
with zipfile.ZipFile("a.zip") as z:
    for n in z.namelist():
        open(os.path.join("/srv", n), "wb").write(z.read(n))
#+ etree.parse("x.xml", etree.XMLParser(resolve_entities=True))
from lxml import etree
etree.parse("x.xml", etree.XMLParser(resolve_entities=True))
#+ os.remove("/data/" + request.form["f"])
import os
from flask import request
def rm():
    os.remove("/data/" + request.form["f"])
#+ return con.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + re
import ldap
from flask import request
def find(con):
    return con.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + request.args["u"] + ")")
#- print(hashlib.sha256(b"x").hexdigest())
import hashlib
print(hashlib.sha256(b"x").hexdigest())
#- yaml.safe_load(open("c.yml"))
import yaml
yaml.safe_load(open("c.yml"))
#- subprocess.run(["ls", "-l"], check=True)
import subprocess
subprocess.run(["ls", "-l"], check=True)
#- token = secrets.token_hex(16)
import secrets
token = secrets.token_hex(16)
#- return sqlite3.connect("a.db").execute("SELECT * FROM u WHER (2)
import sqlite3
def find(name):
    return sqlite3.connect("a.db").execute("SELECT * FROM u WHERE n = ?", (name,))
#- print(random.choice(["red", "green"]))
import random
print(random.choice(["red", "green"]))
#- tarfile.open("a.tgz").extractall("/srv", filter="data")
import tarfile
tarfile.open("a.tgz").extractall("/srv", filter="data")
#- return hmac.compare_digest(sig, want)
import hmac
def ok(sig, want):
    return hmac.compare_digest(sig, want)
#- env = Environment(autoescape=select_autoescape())
from jinja2 import Environment, select_autoescape
env = Environment(autoescape=select_autoescape())
#- requests.get("https://example.org", timeout=5)
import requests
requests.get("https://example.org", timeout=5)
#- os.chmod("run.sh", 0o755)
import os
os.chmod("run.sh", 0o755)
#- return session.execute(text("SELECT * FROM users WHERE name 
from sqlalchemy import text
def q(session, name):
    return session.execute(text("SELECT * FROM users WHERE name = :n"), {"n": name})
