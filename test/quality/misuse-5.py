#+ statement run by pg8000
import pg8000.native
def find(name):
    conn = pg8000.native.Connection("app", password=open("pw").read().strip())
    return conn.run("SELECT * FROM users WHERE name = '" + name + "'")
#- statement run by pg8000 with parameters
import pg8000.native
def find(name):
    conn = pg8000.native.Connection("app", password=open("pw").read().strip())
    return conn.run("SELECT * FROM users WHERE name = :name", name=name)
#+ pickle under its inner name
import _pickle
def load(data):
    return _pickle.loads(data)
#+ pickle's inner name imported
from _pickle import loads
import sys
print(loads(sys.stdin.buffer.read()))
#+ all documents of a yaml file
import yaml
def documents(path):
    with open(path) as file:
        return list(yaml.load_all(file, Loader=yaml.Loader))
#- all documents of a yaml file, read safely
import yaml
def documents(path):
    with open(path) as file:
        return list(yaml.load_all(file, Loader=yaml.SafeLoader))
#+ extra condition of a query
from .models import Entry
def search(term):
    return Entry.objects.extra(where=["headline = '%s'" % term])
#- extra condition with parameters
from .models import Entry
def search(term):
    return Entry.objects.extra(where=["headline = %s"], params=[term])
#+ extra column of a query
from .models import Entry
def listing(column):
    return Entry.objects.extra(select={"shown": f"UPPER({column})"})
#+ group condition as text
from sqlalchemy import func, select
from .models import Order
def big_spenders(session, least):
    query = select(Order.customer).group_by(Order.customer).having("sum(total) > {}".format(least))
    return session.execute(query).all()
#- group condition as an expression
from sqlalchemy import func, select
from .models import Order
def big_spenders(session, least):
    query = select(Order.customer).group_by(Order.customer).having(func.sum(Order.total) > least)
    return session.execute(query).all()
#+ order of a query as text
from sqlalchemy import select, text
from .models import Order
def ordered(session, column):
    return session.execute(select(Order).order_by(text("lower(" + column + ")"))).all()
#+ jinja template from the command line
import sys
from jinja2 import Template
print(Template(sys.argv[1]).render(name="you"))
#+ jinja template from a parameter, with text added
from jinja2 import Template
def letter(name, body):
    return Template("Dear " + name + ",\n" + body).render()
#- jinja template of a constant
from jinja2 import Template
GREETING = Template("Hello {{ name }}")
def greet(name):
    return GREETING.render(name=name)
#+ debugger on at its position
from flask import Flask
app = Flask(__name__)
app.run("127.0.0.1", 5000, True)
#- server without a debugger at its position
from flask import Flask
app = Flask(__name__)
app.run("127.0.0.1", 5000, False)
#+ lxml parser without limits
from lxml import etree
def read(data):
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False)
    return etree.fromstring(data, parser)
#- lxml parser with its limits
from lxml import etree
def read(data):
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(data, parser)
#+ members chosen by their ending only
import tarfile
def unpack(path, to):
    with tarfile.open(path) as archive:
        members = [m for m in archive.getmembers() if m.name.endswith(".txt")]
        archive.extractall(to, members=members)
#+ members counted only
import tarfile
def unpack(path, to):
    with tarfile.open(path) as archive:
        members = archive.getmembers()
        print(len(members))
        archive.extractall(path=to, members=members)
#- members asked for where they lie
import os, tarfile
def unpack(path, to):
    root = os.path.realpath(to)
    with tarfile.open(path) as archive:
        for member in archive.getmembers():
            target = os.path.realpath(os.path.join(root, member.name))
            if os.path.commonpath([root, target]) != root or member.issym() or member.islnk():
                raise ValueError(member.name)
        archive.extractall(root)
#+ hidden program for another interpreter
import base64, subprocess, sys
subprocess.run([sys.executable, "-c", base64.b64decode("cHJpbnQoMSk=").decode()], check=True)
#+ hidden program for another interpreter, from a file
import base64, subprocess
with open("job.txt") as file:
    code = base64.b64decode(file.read())
subprocess.Popen(["python3", "-c", code])
#- plain program for another interpreter
import subprocess, sys
subprocess.run([sys.executable, "-c", "import sys; print(sys.version)"], check=True)
#- sax parser with its defaults
import xml.sax
def names(path, handler):
    parser = xml.sax.make_parser()
    parser.setContentHandler(handler)
    parser.parse(path)
#+ sax parser that reads outer entities
import xml.sax
from xml.sax.handler import feature_external_ges
def names(path, handler):
    parser = xml.sax.make_parser()
    parser.setFeature(feature_external_ges, True)
    parser.setContentHandler(handler)
    parser.parse(path)
#- object copied by a pickle
import pickle
def deep_copy(record):
    return pickle.loads(pickle.dumps(record))
#- object kept in a pickle round trip in a test
import pickle
import requests
def test_pickle():
    r = requests.get("https://example.org/", timeout=3)
    again = pickle.loads(pickle.dumps(r))
    assert again.status_code == r.status_code
#- download handed to a program for downloads
import subprocess
import requests
def fetch(page):
    link = requests.get(page, timeout=9).json()["link"]
    subprocess.call(["aria2c", "--", link])
#+ pickle of a redis value
import pickle, redis
def cached(key):
    value = redis.Redis().get(key)
    return pickle.loads(value) if value else None
#+ key pair too short, by the twin package
from Cryptodome.PublicKey import RSA
key = RSA.generate(bits=1024)
#+ mode without a vector
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
def seal(key, data):
    box = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return box.update(data) + box.finalize()
#- authenticated mode with a fresh nonce
import os
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
def seal(key, data):
    nonce = os.urandom(12)
    return nonce + AESGCM(key).encrypt(nonce, data, None)
#+ nonce that is always the same
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
def seal(key, data):
    return AESGCM(key).encrypt(b"000000000000", data, None)
#+ token without a signature
import jwt
def who(token):
    return jwt.decode(token, key=None, algorithms=["none"], options={"verify_signature": False})["sub"]
#- token with its signature
import jwt
def who(token, key):
    return jwt.decode(token, key, algorithms=["RS256"], audience="shop")["sub"]
#+ certificates not asked for by urllib3
import urllib3
http = urllib3.PoolManager(cert_reqs="CERT_NONE")
#- certificates asked for by urllib3
import urllib3
import certifi
http = urllib3.PoolManager(cert_reqs="CERT_REQUIRED", ca_certs=certifi.where())
#+ host names not asked for
import ssl
context = ssl.create_default_context()
context.check_hostname = False
#+ reset code from the clock
import random, time
def reset_code(user):
    random.seed(time.time())
    user.reset_token = "%06d" % random.randrange(10 ** 6)
    user.save()
#- dice
import random
def roll(count):
    return [random.randint(1, 6) for _ in range(count)]
#- sample for an experiment
import random
def split(rows, share):
    shuffled = random.sample(rows, len(rows))
    cut = int(len(rows) * share)
    return shuffled[:cut], shuffled[cut:]
#+ file for everybody
import os
def save(path, text):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o666)
#+ shell with a name in it
import subprocess
def size(path):
    return subprocess.check_output("du -sh %s" % path, shell=True)
#- the same without a shell
import subprocess
def size(path):
    return subprocess.check_output(["/usr/bin/du", "-sh", "--", path])
#+ password kept as a plain digest
import hashlib
class User:
    def set_password(self, password):
        self.password_hash = hashlib.sha256(password.encode()).hexdigest()
#- password kept with a salt and many rounds
import hashlib, os
class User:
    def set_password(self, password):
        self.salt = os.urandom(16)
        self.password_hash = hashlib.pbkdf2_hmac("sha256", password.encode(), self.salt, 600_000)
#- cache key as a digest
import hashlib, json
def cache_key(query):
    return hashlib.sha256(json.dumps(query, sort_keys=True).encode()).hexdigest()
#+ xml of the network with the stdlib
import urllib.request
import xml.dom.pulldom
def events(url):
    with urllib.request.urlopen("https://example.org/feed?u=" + url) as answer:
        for event, node in xml.dom.pulldom.parse(answer):
            yield event
#+ numpy file with objects
import numpy as np
def load(path):
    return np.load(path, allow_pickle=True)
#- numpy file without objects
import numpy as np
def load(path):
    return np.load(path)
#- file address in a list of samples
SAMPLES = ["file:///etc/passwd", "http://localhost/", "https://example.org/"]
def test_refused(is_allowed):
    for sample in SAMPLES[:2]:
        assert not is_allowed(sample)
