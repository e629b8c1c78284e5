#+ ARC4.new(k).encrypt(d)
from Cryptodome.Cipher import ARC4
def enc(k: bytes, d: bytes) -> bytes:
    return ARC4.new(k).encrypt(d)
#+ h.new("md5", pw.encode()).hexdigest()
import hashlib as h
def store(pw: str) -> str:
    return h.new("md5", pw.encode()).hexdigest()
#- hashlib.md5(data, usedforsecurity=False).hexdigest()
import hashlib
def etag(data: bytes) -> str:
    return hashlib.md5(data, usedforsecurity=False).hexdigest()
#+ run("ping " + name, shell=True)
from subprocess import *
def go(name: str) -> None:
    run("ping " + name, shell=True)
#- subprocess.run(["ping", "-c", "1", "--", name], check=True)
import subprocess
def go(name: str) -> None:
    subprocess.run(["ping", "-c", "1", "--", name], check=True)
#+ t.extractall(dest)
import tarfile
def unpack(path: str, dest: str) -> None:
    with tarfile.open(path) as t:
        t.extractall(dest)
#- t.extractall(dest, filter="data")
import tarfile
def unpack(path: str, dest: str) -> None:
    with tarfile.open(path) as t:
        t.extractall(dest, filter="data")
#+ yaml.load(text, yaml.UnsafeLoader)
import yaml
def read(text: str):
    return yaml.load(text, yaml.UnsafeLoader)
#- yaml.load(text, Loader=yaml.CSafeLoader)
import yaml
def read(text: str):
    return yaml.load(text, Loader=yaml.CSafeLoader)
#+ s.get(u, timeout=5).text
import requests
def get(u: str) -> str:
    s = requests.Session()
    s.verify = False
    return s.get(u, timeout=5).text
#+ c.verify_mode = ssl.CERT_NONE
import ssl
def ctx() -> ssl.SSLContext:
    c = ssl.create_default_context()
    c.check_hostname = False
    c.verify_mode = ssl.CERT_NONE
    return c
#+ f"https://example.com/reset?user={user}&token={code}"
import random
def reset_link(user: str) -> str:
    code = "".join(random.choice("abcdef0123456789") for _ in range(32))
    return f"https://example.com/reset?user={user}&token={code}"
#- random.shuffle(deck)
import random
def shuffle_deck(deck: list[int]) -> list[int]:
    random.shuffle(deck)
    return deck
#+ P.objects.raw("select * from p where name = '%s'" % name)
from django.db import models
class P(models.Model):
    pass
def find(name):
    return P.objects.raw("select * from p where name = '%s'" % name)
#+ conn.execute(f"CREATE TABLE {table} (id INTEGER)")
import sqlite3
def mk(conn: sqlite3.Connection, table: str) -> None:
    conn.execute(f"CREATE TABLE {table} (id INTEGER)")
#- conn.execute("SELECT * FROM t WHERE name = ?", (name,)).fetc
import sqlite3
def find(conn: sqlite3.Connection, name: str) -> list:
    return conn.execute("SELECT * FROM t WHERE name = ?", (name,)).fetchall()
#+ open(p, "w").close()
import os, tempfile
def tmp() -> str:
    p = tempfile.mktemp(suffix=".txt")
    open(p, "w").close()
    return p
#+ os.chmod(p, 0o777)
import os
def share(p: str) -> None:
    os.chmod(p, 0o777)
#+ s.serve_forever()
from xmlrpc.server import SimpleXMLRPCServer
def main() -> None:
    s = SimpleXMLRPCServer(("0.0.0.0", 8000), allow_none=True)
    s.register_function(pow)
    s.serve_forever()
#+ code = compile(src, "<in>", "exec")
import sys
def calc() -> None:
    src = sys.stdin.read()
    code = compile(src, "<in>", "exec")
    exec(code)
#+ a local function called by its name
def call(name: str) -> object:
    f = locals()[name]
    return f()
#+ marshal.loads(b)
import marshal
def load(b: bytes):
    return marshal.loads(b)
#+ jwt.decode(tok, options={"verify_signature": False})
import jwt
def claims(tok: str) -> dict:
    return jwt.decode(tok, options={"verify_signature": False})
#+ etree.fromstring(b, p)
from lxml import etree
def parse(b: bytes):
    p = etree.XMLParser(resolve_entities=True)
    return etree.fromstring(b, p)
#+ c.set_missing_host_key_policy(paramiko.AutoAddPolicy())
import paramiko
def connect(h: str) -> paramiko.SSHClient:
    c = paramiko.SSHClient()
    c.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    c.connect(h)
    return c
#+ app.run(host="0.0.0.0", debug=True)
from flask import Flask
app = Flask(__name__)
if __name__ == "__main__":
    app.run(host="0.0.0.0", debug=True)
#+ render_template_string("Hello " + request.args.get("n", ""))
from flask import Flask, request, render_template_string
app = Flask(__name__)
@app.route("/hi")
def hi():
    return render_template_string("Hello " + request.args.get("n", ""))
#+ env = jinja2.Environment(autoescape=False)
import jinja2
env = jinja2.Environment(autoescape=False)
#- env = jinja2.Environment(autoescape=jinja2.select_autoescape
import jinja2
env = jinja2.Environment(autoescape=jinja2.select_autoescape())
#+ telnetlib.Telnet(h, 23)
import telnetlib
def go(h: str) -> None:
    telnetlib.Telnet(h, 23)
#+ f = ftplib.FTP(h)
import ftplib
def up(h: str, u: str, p: str) -> None:
    f = ftplib.FTP(h)
    f.login(u, p)
#+ with shelve.open(p) as db:
import shelve
def read(p: str):
    with shelve.open(p) as db:
        return db["x"]
#+ pd.read_pickle(p)
import pandas as pd
def load(p: str):
    return pd.read_pickle(p)
#+ torch.load(p, weights_only=False)
import torch
def load(p: str):
    return torch.load(p, weights_only=False)
#+ def load(p: str):
import numpy as np
def load(p: str):
    return np.load(p, allow_pickle=True)
#+ e.update(d) + e.finalize()
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
def enc(k: bytes, d: bytes) -> bytes:
    e = Cipher(algorithms.AES(k), modes.ECB()).encryptor()
    return e.update(d) + e.finalize()
#+ key = rsa.generate_private_key(65537, 1024)
from cryptography.hazmat.primitives.asymmetric import rsa
key = rsa.generate_private_key(65537, 1024)
#- key = rsa.generate_private_key(public_exponent=65537, key_si
from cryptography.hazmat.primitives.asymmetric import rsa
key = rsa.generate_private_key(public_exponent=65537, key_size=3072)
#+ await asyncio.create_subprocess_shell(f"ls {name}")
import asyncio
async def go(name: str) -> None:
    await asyncio.create_subprocess_shell(f"ls {name}")
#+ os.popen("cat " + name).read()
import os
def go(name: str) -> None:
    os.popen("cat " + name).read()
#+ t = logging.config.listen(port)
import logging.config
def setup(port: int) -> None:
    t = logging.config.listen(port)
    t.start()
#+ hmac.new(b"k", a.encode(), "md5").hexdigest() == b
import hmac
def ok(a: str, b: str) -> bool:
    return hmac.new(b"k", a.encode(), "md5").hexdigest() == b
#+ urllib.request.urlopen(u).read()
import urllib.request
def fetch(u: str) -> bytes:
    return urllib.request.urlopen(u).read()
#- zipfile.ZipFile(p).extractall(d)
import zipfile
def un(p: str, d: str) -> None:
    zipfile.ZipFile(p).extractall(d)
#+ session.execute(text("select * from u where n = '" + name + 
from sqlalchemy import text
def q(session, name):
    return session.execute(text("select * from u where n = '" + name + "'"))
#- session.execute(text("select * from u where n = :n"), {"n": 
from sqlalchemy import text
def q(session, name):
    return session.execute(text("select * from u where n = :n"), {"n": name})
#+ str(random.randint(100000, 999999))
import secrets, random
def pin() -> str:
    return str(random.randint(100000, 999999))
#+ dill.loads(b)
import dill
def load(b):
    return dill.loads(b)
#+ crypt.crypt(p, crypt.METHOD_CRYPT)
import crypt
def h(p: str) -> str:
    return crypt.crypt(p, crypt.METHOD_CRYPT)
#+ ctx.wrap_socket(socket.create_connection((h, 443)))
import ssl, socket
def c(h: str) -> ssl.SSLSocket:
    ctx = ssl.SSLContext(ssl.PROTOCOL_TLSv1)
    return ctx.wrap_socket(socket.create_connection((h, 443)))
#+ CommunityData("public", mpModel=0)
from pysnmp.hlapi import *
def g():
    return CommunityData("public", mpModel=0)
#+ httpx.get(u, verify=False).text
import httpx
def g(u: str) -> str:
    return httpx.get(u, verify=False).text
#+ await r.text()
import aiohttp
async def g(u: str) -> str:
    async with aiohttp.ClientSession() as s:
        async with s.get(u, ssl=False) as r:
            return await r.text()
#+ mark_safe("<b>" + request.GET["n"] + "</b>")
from django.utils.safestring import mark_safe
def show(request):
    return mark_safe("<b>" + request.GET["n"] + "</b>")
#+ redirect(request.args["next"])
from flask import Flask, request, redirect
app = Flask(__name__)
@app.route("/go")
def go():
    return redirect(request.args["next"])
#+ send_file("/data/" + request.args["p"])
from flask import Flask, request, send_file
app = Flask(__name__)
@app.route("/f")
def f():
    return send_file("/data/" + request.args["p"])
#- send_from_directory("/data", request.args["p"])
from flask import Flask, request, send_from_directory
app = Flask(__name__)
@app.route("/f")
def f():
    return send_from_directory("/data", request.args["p"])
#+ pickle.loads(zlib.decompress(base64.b64decode(c)))
import pickle, zlib, base64
def load(c: str):
    return pickle.loads(zlib.decompress(base64.b64decode(c)))
#+ MD4.new(b).hexdigest()
from Crypto.Hash import MD4
def d(b: bytes) -> str:
    return MD4.new(b).hexdigest()
#+ open(p, "w").write("x")
import os
def drop(p: str) -> None:
    os.umask(0)
    open(p, "w").write("x")
