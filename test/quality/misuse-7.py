#+ cursor with percent over lines
import psycopg2
def rename(conn, old, new):
    with conn.cursor() as cur:
        sql = "UPDATE users SET name = '%s' " % new
        sql += "WHERE name = '%s'" % old
        cur.execute(sql)
#- cursor with composed names
import psycopg2
from psycopg2 import sql
def count(conn, table):
    with conn.cursor() as cur:
        cur.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))
        return cur.fetchone()[0]
#+ tornado template text
import tornado.template
def page(text):
    return tornado.template.Template("<p>" + text + "</p>").generate()
#+ quart debugger
from quart import Quart
app = Quart(__name__)
app.run(debug=True)
#+ tls of old days
import ssl
ctx = ssl.SSLContext(ssl.PROTOCOL_TLSv1)
#- tls of today
import ssl
ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
ctx.minimum_version = ssl.TLSVersion.TLSv1_2
#+ md5 of a password with salt
import hashlib
def hash_password(password, salt):
    return hashlib.md5((salt + password).encode()).hexdigest()
#- bcrypt
import bcrypt
def hash_password(password):
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt())
#+ session secret from random
import random
SECRET_KEY = "".join(random.choice("abcdef0123456789") for _ in range(32))
#- lottery
import random
def draw():
    return sorted(random.sample(range(1, 50), 6))
#+ shelve of a user's path
import shelve
def load(path):
    with shelve.open(path) as db:
        return dict(db)
#+ jsonpickle
import jsonpickle
def load(text):
    return jsonpickle.decode(text)
#- msgpack
import msgpack
def load(data):
    return msgpack.unpackb(data)
#+ yaml unsafe
import yaml
def load(path):
    with open(path) as f:
        return yaml.unsafe_load(f)
#+ popen with a format
import os
def lines(path):
    return os.popen("wc -l {}".format(path)).read()
#- wc as a list
import subprocess
def lines(path):
    return subprocess.run(["/usr/bin/wc", "-l", path], capture_output=True, text=True, check=True).stdout
#+ eval of a config value
import json
def rule(path):
    with open(path) as f:
        return eval(json.load(f)["rule"])
#+ telnet
import telnetlib
def connect(host):
    return telnetlib.Telnet(host)
#+ ftp with a password
from ftplib import FTP
def upload(host, user, password, path):
    ftp = FTP(host)
    ftp.login(user, password)
    with open(path, "rb") as f:
        ftp.storbinary("STOR x", f)
#- sftp
import paramiko
def upload(host, path):
    client = paramiko.SSHClient()
    client.load_system_host_keys()
    client.connect(host)
    client.open_sftp().put(path, "x")
#+ ssh of unknown hosts
import paramiko
def run(host):
    c = paramiko.SSHClient()
    c.set_missing_host_key_policy(paramiko.AutoAddPolicy)
    c.connect(host)
    return c.exec_command("uptime")
#+ blowfish
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
def make(key, iv):
    return Cipher(algorithms.Blowfish(key), modes.CBC(iv))
#+ small rsa
from cryptography.hazmat.primitives.asymmetric import rsa
key = rsa.generate_private_key(public_exponent=65537, key_size=1024)
#- ed25519
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
key = Ed25519PrivateKey.generate()
#+ jwt without verification
import jwt
def read(token):
    return jwt.decode(token, options={"verify_signature": False})
#+ mktemp
import tempfile
def scratch():
    name = tempfile.mktemp(suffix=".txt")
    with open(name, "w") as f:
        f.write("x")
    return name
#- named temporary file
import tempfile
def scratch():
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as f:
        f.write("x")
    return f.name
#+ assert for a permission
def delete(user, item):
    assert user.is_admin
    item.delete()
#- check for a permission
def delete(user, item):
    if not user.is_admin:
        raise PermissionError
    item.delete()
#+ minidom of a response
import requests
from xml.dom import minidom
def title(url):
    return minidom.parseString(requests.get(url, timeout=5).content).documentElement.tagName
#- defused
import defusedxml.minidom
import requests
def title(url):
    return defusedxml.minidom.parseString(requests.get(url, timeout=5).content).documentElement.tagName
#+ zip slip by hand
import os, zipfile
def unpack(path, to):
    with zipfile.ZipFile(path) as z:
        for name in z.namelist():
            with open(os.path.join(to, name), "wb") as out:
                out.write(z.read(name))
#- zip by the library
import zipfile
def unpack(path, to):
    with zipfile.ZipFile(path) as z:
        z.extractall(to)
#+ mark safe of a value
from django.utils.safestring import mark_safe
def bold(value):
    return mark_safe("<b>%s</b>" % value)
#- format html of a value
from django.utils.html import format_html
def bold(value):
    return format_html("<b>{}</b>", value)
#+ hmac compared plainly
import hmac, hashlib
def ok(key, body, signature):
    return hmac.new(key, body, hashlib.sha256).hexdigest() == signature
#- hmac compared well
import hmac, hashlib
def ok(key, body, signature):
    return hmac.compare_digest(hmac.new(key, body, hashlib.sha256).hexdigest(), signature)
#+ password in a log
import logging
def login(user, password):
    logging.info("login of %s with %s", user, password)
#- user in a log
import logging
def login(user, password):
    logging.info("login of %s", user)
#+ umask away
import os
os.umask(0)
#+ django settings of development
DEBUG = True
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = ["django.contrib.auth"]
#- django settings from the environment
import os
DEBUG = os.environ.get("DEBUG") == "1"
ALLOWED_HOSTS = os.environ["HOSTS"].split(",")
INSTALLED_APPS = ["django.contrib.auth"]
#- constant query through a table
import sqlite3
QUERIES = {"all": "SELECT * FROM t", "one": "SELECT * FROM t WHERE id = ?"}
def rows(db, name, *args):
    return db.execute(QUERIES[name], args).fetchall()
#- torch state read safely
import torch
def load(model, path):
    model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
#+ joblib
import joblib
def load(path):
    return joblib.load(path)
#- evaluation of a model
def measure(model, rows):
    model.eval()
    return [model(r) for r in rows]
#- pandas evaluation of columns
import pandas as pd
def ratio(frame):
    return frame.eval("a / b")
#- retry with a random wait
import random, asyncio
async def wait():
    await asyncio.sleep(random.random())
