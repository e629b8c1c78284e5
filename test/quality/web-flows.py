#+ command through a local name
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/ping", methods=["POST"])
def ping():
    host = request.form.get("host")
    target = host
    os.system("ping -c 1 " + target)
    return "done"
#- command whose argument is overwritten
import subprocess
from flask import Flask, request
app = Flask(__name__)
@app.route("/ping", methods=["POST"])
def ping():
    host = request.form.get("host")
    host = "localhost"
    subprocess.run(["ping", "-c", "1", host], check=True)
    return "done"
#+ list of arguments for a shell
import subprocess
from flask import Flask, request
app = Flask(__name__)
@app.route("/list")
def show():
    folder = request.args.get("folder", "")
    arguments = ["sh", "-c", f"ls {folder}"]
    result = subprocess.run(arguments, capture_output=True, text=True)
    return {"output": result.stdout}
#- dead branch decided by arithmetic
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/user")
def user():
    given = request.args.get("id", "")
    count = 106
    if 7 * 18 + count > 200:
        wanted = "1"
    else:
        wanted = given
    rows = sqlite3.connect("app.db").execute(f"SELECT name FROM users WHERE id = {wanted}").fetchall()
    return {"rows": rows}
#+ live branch decided by arithmetic
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/user")
def user():
    given = request.args.get("id", "")
    count = 106
    if 7 * 18 + count > 200:
        wanted = given
    else:
        wanted = "1"
    rows = sqlite3.connect("app.db").execute(f"SELECT name FROM users WHERE id = {wanted}").fetchall()
    return {"rows": rows}
#- ternary that never chooses the input
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.post("/order")
def order():
    given = request.form["sort"]
    number = 86
    column = "name" if 7 * 42 - number > 200 else given
    cursor = sqlite3.connect("app.db").cursor()
    cursor.execute(f"SELECT * FROM orders WHERE kind = '{column}'")
    return {"rows": cursor.fetchall()}
#+ ternary that chooses the input
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.post("/order")
def order():
    given = request.form["sort"]
    number = 106
    column = "name" if 7 * 42 - number > 200 else given
    cursor = sqlite3.connect("app.db").cursor()
    cursor.execute(f"SELECT * FROM orders WHERE kind = '{column}'")
    return {"rows": cursor.fetchall()}
#- match on a constant letter
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/pick")
def pick():
    given = request.args.get("name", "")
    letters = "ABC"
    choice = letters[1]
    match choice:
        case "A":
            name = given
        case "B":
            name = "bob"
        case "C" | "D":
            name = given
        case _:
            name = "somebody"
    rows = sqlite3.connect("app.db").execute("SELECT * FROM people WHERE name = '" + name + "'")
    return {"rows": list(rows)}
#+ match on a constant letter that takes the input
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/pick")
def pick():
    given = request.args.get("name", "")
    letters = "ABC"
    choice = letters[2]
    match choice:
        case "A":
            name = "alice"
        case "B":
            name = "bob"
        case "C" | "D":
            name = given
        case _:
            name = "somebody"
    rows = sqlite3.connect("app.db").execute("SELECT * FROM people WHERE name = '" + name + "'")
    return {"rows": list(rows)}
#- list shuffled with pop
from flask import Flask, request
app = Flask(__name__)
@app.route("/file")
def read():
    given = request.cookies.get("file", "")
    values = []
    values.append("index.txt")
    values.append(given)
    values.append("readme.txt")
    values.pop(0)
    name = values[1]
    with open("files/" + name) as file:
        return {"text": file.read()}
#+ list shuffled with pop, the input left
from flask import Flask, request
app = Flask(__name__)
@app.route("/file")
def read():
    given = request.cookies.get("file", "")
    values = []
    values.append("index.txt")
    values.append(given)
    values.append("readme.txt")
    values.pop(0)
    name = values[0]
    with open("files/" + name) as file:
        return {"text": file.read()}
#- dictionary with two keys
from flask import Flask, request, redirect
app = Flask(__name__)
@app.route("/go")
def go():
    given = request.values.get("next", "")
    places = {}
    places["first"] = "/home"
    places["second"] = given
    places["third"] = "/away"
    target = places["second"]
    target = places["first"]
    return redirect(target)
#+ dictionary with two keys, the input read
from flask import Flask, request, redirect
app = Flask(__name__)
@app.route("/go")
def go():
    given = request.values.get("next", "")
    places = {}
    places["first"] = "/home"
    places["second"] = given
    places["third"] = "/away"
    target = places["first"]
    target = places["second"]
    return redirect(target)
#- configuration set and got
import configparser
import subprocess
from flask import Flask, request
app = Flask(__name__)
@app.route("/run")
def run():
    given = request.headers.get("X-Task", "")
    settings = configparser.ConfigParser()
    settings.add_section("job")
    settings.set("job", "safe", "status")
    settings.set("job", "given", given)
    task = settings.get("job", "safe")
    subprocess.run(["worker", "--task", task], check=True)
    return "ok"
#+ configuration set and got, the input
import configparser
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/run")
def run():
    given = request.headers.get("X-Task", "")
    settings = configparser.ConfigParser()
    settings.add_section("job")
    settings.set("job", "safe", "status")
    settings.set("job", "given", given)
    task = settings.get("job", "given")
    os.system("worker --task " + task)
    return "ok"
#- membership in a constant list
import sqlite3
from flask import Flask, request, abort
app = Flask(__name__)
COLUMNS = ["name", "age", "city"]
@app.route("/sorted")
def in_order():
    column = request.args.get("by", "name")
    if column not in COLUMNS:
        abort(400)
    rows = sqlite3.connect("app.db").execute(f"SELECT * FROM people ORDER BY {column}")
    return {"rows": rows.fetchall()}
#+ membership test that does not stop anything
import sqlite3
from flask import Flask, request
app = Flask(__name__)
COLUMNS = ["name", "age", "city"]
@app.route("/sorted")
def in_order():
    column = request.args.get("by", "name")
    if column not in COLUMNS:
        print("unusual column", column)
    rows = sqlite3.connect("app.db").execute(f"SELECT * FROM people WHERE tag = '{column}'")
    return {"rows": rows.fetchall()}
#- full match before use
import re
import subprocess
from flask import Flask, request
app = Flask(__name__)
@app.route("/lookup")
def lookup():
    name = request.args["name"]
    if not re.fullmatch(r"[a-z0-9-]{1,40}", name):
        return "bad name", 400
    out = subprocess.run("getent hosts " + name, shell=True, capture_output=True)
    return {"out": out.stdout.decode()}
#+ only the other branch is matched
import re
import subprocess
from flask import Flask, request
app = Flask(__name__)
@app.route("/lookup")
def lookup():
    name = request.args["name"]
    if re.fullmatch(r"[a-z0-9-]{1,40}", name):
        return "short name"
    out = subprocess.run("getent hosts " + name, shell=True, capture_output=True)
    return {"out": out.stdout.decode()}
#- escaped text in a page
import html
from flask import Flask, request
app = Flask(__name__)
@app.route("/hello")
def hello():
    name = request.args.get("name", "you")
    return f"<h1>Hello, {html.escape(name)}</h1>"
#+ text in a page
from flask import Flask, request
app = Flask(__name__)
@app.route("/hello")
def hello():
    name = request.args.get("name", "you")
    page = "<h1>Hello</h1>"
    page += "<p>" + name + "</p>"
    return page
#+ answer that is only the input
from flask import Flask, request
app = Flask(__name__)
@app.route("/echo")
def echo():
    return request.args.get("text", "")
#- answer as data
from flask import Flask, request, jsonify
app = Flask(__name__)
@app.route("/echo")
def echo():
    return jsonify(text=request.args.get("text", ""))
#- answer as plain text
from flask import Flask, request, Response
app = Flask(__name__)
@app.route("/echo")
def echo():
    return Response("<b>" + request.args.get("text", "") + "</b>", mimetype="text/plain")
#- number in a statement
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/item")
def item():
    number = int(request.args["id"])
    rows = sqlite3.connect("app.db").execute(f"SELECT * FROM items WHERE id = {number}")
    return {"rows": rows.fetchall()}
#- parameters beside the statement
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/item")
def item():
    name = request.args["name"]
    sql = "SELECT * FROM items WHERE name = ? AND kind = ?"
    rows = sqlite3.connect("app.db").execute(sql, (name, "tool"))
    return {"rows": rows.fetchall()}
#+ name of a form field
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/fields", methods=["POST"])
def fields():
    value = ""
    for name in request.form.keys():
        if request.form[name] == "chosen":
            value = name
            break
    os.system(f"logger {value}")
    return "ok"
#+ several values of one field
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/many")
def many():
    values = request.args.getlist("file")
    first = values[0] if values else ""
    os.remove("uploads/" + first)
    return "ok"
#+ query string taken apart by hand
import urllib.parse
from flask import Flask, request
app = Flask(__name__)
@app.route("/raw")
def raw():
    query = request.query_string.decode("utf-8")
    at = query.find("path=")
    if at == -1:
        return "path is missing"
    path = query[at + len("path="):]
    end = path.find("&")
    if end != -1:
        path = path[:end]
    path = urllib.parse.unquote_plus(path)
    with open(f"/srv/data/{path}", "rb") as file:
        return {"size": len(file.read())}
#+ header decoded
import base64
import pickle
from flask import Flask, request
app = Flask(__name__)
@app.route("/state")
def state():
    header = request.headers.get("X-State", "")
    return {"state": str(pickle.loads(base64.b64decode(header)))}
#+ part of the path
from flask import Flask
app = Flask(__name__)
@app.route("/files/<path:name>")
def files(name):
    with open("/srv/files/" + name) as file:
        return {"text": file.read()}
#- number in the path
from flask import Flask
app = Flask(__name__)
@app.route("/pages/<int:number>")
def pages(number):
    with open(f"/srv/pages/{number}.txt") as file:
        return {"text": file.read()}
#+ helper class around a request
import os
from flask import Flask, request
app = Flask(__name__)
class Incoming:
    def __init__(self, source):
        self.source = source
    def value(self, name):
        return self.source.args.get(name, "")
@app.route("/convert")
def convert():
    name = Incoming(request).value("name")
    os.system("convert " + name + " out.png")
    return "ok"
#- helper class that answers a constant
import sqlite3
from flask import Flask, request
app = Flask(__name__)
class Incoming:
    def __init__(self, source):
        self.source = source
    def kind(self, name):
        return "picture"
@app.route("/convert")
def convert():
    kind = Incoming(request).kind("name")
    rows = sqlite3.connect("app.db").execute("SELECT * FROM files WHERE kind = '" + kind + "'")
    return {"rows": rows.fetchall()}
#+ helper function on the way
import sqlite3
from flask import Flask, request
app = Flask(__name__)
def cleaned(text):
    return text.strip().lower()
@app.route("/find")
def find():
    wanted = cleaned(request.args.get("q", ""))
    rows = sqlite3.connect("app.db").execute("SELECT * FROM notes WHERE body LIKE '%{}%'".format(wanted))
    return {"rows": rows.fetchall()}
#- helper function that looks up a constant
import sqlite3
from flask import Flask, request
app = Flask(__name__)
KINDS = {"a": "article", "b": "book"}
def kind_of(letter):
    return KINDS.get(letter, "article")
@app.route("/find")
def find():
    kind = kind_of(request.args.get("kind", "a"))
    rows = sqlite3.connect("app.db").execute("SELECT * FROM notes WHERE kind = '{}'".format(kind))
    return {"rows": rows.fetchall()}
#+ redirect to a parameter
from flask import Flask, request, redirect
app = Flask(__name__)
@app.route("/login")
def login():
    return redirect(request.args.get("next", "/"))
#- redirect checked by its host
from urllib.parse import urlparse
from flask import Flask, request, redirect
app = Flask(__name__)
@app.route("/login")
def login():
    target = request.args.get("next", "/")
    parts = urlparse(target)
    if parts.netloc not in ["", "example.org"] or parts.scheme not in ["", "https"]:
        return "not there", 400
    return redirect(target)
#+ template made of input
from flask import Flask, request, render_template_string
app = Flask(__name__)
@app.route("/card")
def card():
    title = request.args.get("title", "")
    return render_template_string("<h1>" + title + "</h1>")
#- template with a value
from flask import Flask, request, render_template_string
app = Flask(__name__)
@app.route("/card")
def card():
    title = request.args.get("title", "")
    return render_template_string("<h1>{{ title }}</h1>", title=title)
#+ address chosen by a request
import requests
from flask import Flask, request
app = Flask(__name__)
@app.route("/proxy")
def proxy():
    answer = requests.get(request.args["url"], timeout=5)
    return {"status": answer.status_code}
#- address chosen from a table
import requests
from flask import Flask, request
app = Flask(__name__)
HOSTS = {"one": "https://one.example.org/", "two": "https://two.example.org/"}
@app.route("/proxy")
def proxy():
    url = HOSTS.get(request.args["host"])
    if url is None:
        return "unknown host", 404
    answer = requests.get(url, timeout=5)
    return {"status": answer.status_code}
#+ directory filter
import ldap3
from flask import Flask, request
app = Flask(__name__)
@app.route("/person")
def person():
    name = request.args.get("name", "")
    connection = ldap3.Connection(ldap3.Server("ldap.example.org"), auto_bind=True)
    connection.search("dc=example,dc=org", f"(&(objectclass=person)(uid={name}))", attributes=["mail"])
    return {"found": len(connection.entries)}
#- directory filter with an escaped value
import ldap3
import ldap3.utils.conv
from flask import Flask, request
app = Flask(__name__)
@app.route("/person")
def person():
    name = ldap3.utils.conv.escape_filter_chars(request.args.get("name", ""))
    connection = ldap3.Connection(ldap3.Server("ldap.example.org"), auto_bind=True)
    connection.search("dc=example,dc=org", f"(&(objectclass=person)(uid={name}))", attributes=["mail"])
    return {"found": len(connection.entries)}
#+ path expression over a document
import lxml.etree
from flask import Flask, request
app = Flask(__name__)
DOCUMENT = lxml.etree.fromstring("<people/>")
@app.route("/member")
def member():
    name = request.form.get("name", "")
    query = "/people/member[@name='" + name + "']"
    return {"found": len(DOCUMENT.xpath(query))}
#- path expression with a variable
import lxml.etree
from flask import Flask, request
app = Flask(__name__)
DOCUMENT = lxml.etree.fromstring("<people/>")
@app.route("/member")
def member():
    name = request.form.get("name", "")
    return {"found": len(DOCUMENT.xpath("/people/member[@name=$name]", name=name))}
#+ document with entities
import xml.sax
from flask import Flask, request
app = Flask(__name__)
@app.route("/xml", methods=["POST"])
def document():
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    xml.sax.parseString(request.get_data(), xml.sax.ContentHandler())
    return "read"
#- code from a table of functions
import operator
from flask import Flask, request
app = Flask(__name__)
OPERATIONS = {"add": operator.add, "sub": operator.sub}
@app.route("/compute")
def compute():
    operation = OPERATIONS.get(request.args.get("op", "add"))
    if operation is None:
        return "unknown", 400
    return {"result": operation(int(request.args["a"]), int(request.args["b"]))}
#+ expression from a request
from flask import Flask, request
app = Flask(__name__)
@app.route("/compute")
def compute():
    data = request.get_json()
    return {"result": eval(data["expression"])}
#+ yaml from a request
import yaml
from flask import Flask, request
app = Flask(__name__)
@app.route("/import", methods=["POST"])
def load():
    return {"count": len(yaml.load(request.data, Loader=yaml.Loader))}
#- yaml from a request read safely
import yaml
from flask import Flask, request
app = Flask(__name__)
@app.route("/import", methods=["POST"])
def load():
    return {"count": len(yaml.safe_load(request.data))}
#+ django view with a statement
from django.db import connection
from django.http import JsonResponse
def search(request):
    term = request.GET.get("q", "")
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM shop_item WHERE title LIKE '%" + term + "%'")
        return JsonResponse({"rows": cursor.fetchall()})
#- django view with parameters
from django.db import connection
from django.http import JsonResponse
def search(request):
    term = request.GET.get("q", "")
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM shop_item WHERE title LIKE %s", ["%" + term + "%"])
        return JsonResponse({"rows": cursor.fetchall()})
#+ django view that writes a page
from django.http import HttpResponse
def greet(request):
    name = request.POST["name"]
    return HttpResponse("Hello, " + name)
#- django view that escapes
from django.http import HttpResponse
from django.utils.html import escape
def greet(request):
    name = request.POST["name"]
    return HttpResponse("<p>Hello, " + escape(name) + "</p>")
#+ fastapi parameter in a command
import subprocess
from fastapi import FastAPI
api = FastAPI()
@api.get("/resize")
async def resize(name: str, width: int = 100):
    subprocess.run(f"convert {name} -resize {width} out.png", shell=True, check=False)
    return {"ok": True}
#- fastapi number in a command
import subprocess
from fastapi import FastAPI
api = FastAPI()
@api.get("/resize")
async def resize(width: int = 100):
    subprocess.run(f"convert in.png -resize {width} out.png", shell=True, check=False)
    return {"ok": True}
#+ fastapi query object
import sqlite3
from fastapi import FastAPI, Request
api = FastAPI()
@api.get("/rows")
async def rows(request: Request):
    name = request.query_params["name"]
    return sqlite3.connect("app.db").execute("SELECT * FROM t WHERE name = '%s'" % name).fetchall()
#+ aiohttp match part
from aiohttp import web
async def download(request):
    name = request.match_info["name"]
    return web.FileResponse("/srv/" + name)
#+ aiohttp posted form
import asyncio
from aiohttp import web
async def run(request):
    form = await request.post()
    process = await asyncio.create_subprocess_shell("report " + form["kind"])
    await process.wait()
    return web.Response(text="done")
#+ tornado argument
import sqlite3
import tornado.web
class Search(tornado.web.RequestHandler):
    def get(self):
        term = self.get_argument("q")
        rows = sqlite3.connect("app.db").execute("SELECT * FROM t WHERE a = '" + term + "'")
        self.write({"rows": rows.fetchall()})
#+ tornado writes a page
import tornado.web
class Hello(tornado.web.RequestHandler):
    def get(self):
        self.write("<h1>" + self.get_argument("name") + "</h1>")
#- tornado escapes
import tornado.escape
import tornado.web
class Hello(tornado.web.RequestHandler):
    def get(self):
        self.write("<h1>" + tornado.escape.xhtml_escape(self.get_argument("name")) + "</h1>")
#+ bottle query
import os
from bottle import route, request
@route("/show")
def show():
    os.system("cat notes/" + request.query.name)
    return {"ok": True}
#- bottle constant by key
import os
from bottle import route, request
FILES = {"a": "a.txt", "b": "b.txt"}
@route("/show")
def show():
    name = request.query.get("name")
    if name not in FILES:
        return "no such file"
    with open("notes/" + FILES[name]) as file:
        return {"text": file.read()}
#+ sanic argument
from sanic import Sanic, response
app = Sanic("files")
@app.get("/show")
async def show(request):
    name = request.args.get("name")
    with open("notes/" + name) as file:
        return response.json({"text": file.read()})
#+ environment of the server interface
import os
import urllib.parse
def application(environ, start_response):
    query = urllib.parse.parse_qs(environ["QUERY_STRING"])
    os.system("report " + query["kind"][0])
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"done"]
#- environment compared with constants
import subprocess
import urllib.parse
def application(environ, start_response):
    query = urllib.parse.parse_qs(environ["QUERY_STRING"])
    kind = query.get("kind", [""])[0]
    name = "weekly" if kind == "w" else "daily"
    subprocess.run(["report", name], check=True)
#- upload with a cleaned name
import os
from flask import Flask, request
from werkzeug.utils import secure_filename
app = Flask(__name__)
@app.route("/upload", methods=["POST"])
def upload():
    file = request.files["file"]
    file.save(os.path.join("uploads", secure_filename(file.filename)))
    return "saved"
#+ upload with its own name
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/upload", methods=["POST"])
def upload():
    file = request.files["file"]
    file.save(os.path.join("uploads", file.filename))
    return "saved"
#- path kept inside its folder
from pathlib import Path
from flask import Flask, request, abort
app = Flask(__name__)
ROOT = Path("/srv/files").resolve()
@app.route("/read")
def read():
    path = (ROOT / request.args["name"]).resolve()
    if not path.is_relative_to(ROOT):
        abort(404)
    return {"text": path.read_text()}
#+ path made with pathlib
import pathlib
from flask import Flask, request
app = Flask(__name__)
@app.route("/read")
def read():
    name = request.cookies.get("name", "x")
    path = pathlib.Path("/srv/files") / name
    return {"text": path.read_text()}
#- quoted for the shell
import os
import shlex
from flask import Flask, request
app = Flask(__name__)
@app.route("/show")
def show():
    os.execvp("sh", ["sh", "-c", "cat " + shlex.quote(request.args["name"])])
#- identifier parsed as a UUID
import sqlite3
import uuid
from flask import Flask, request
app = Flask(__name__)
@app.route("/doc")
def doc():
    key = uuid.UUID(request.args["key"])
    rows = sqlite3.connect("app.db").execute(f"SELECT * FROM docs WHERE key = '{key}'")
    return {"rows": rows.fetchall()}
#- loop that only keeps known names
import sqlite3
from flask import Flask, request
app = Flask(__name__)
KNOWN = ("id", "name", "age")
@app.route("/columns")
def columns():
    wanted = [name for name in request.args.getlist("c") if name in KNOWN]
    sql = "SELECT " + ", ".join(wanted) + " FROM people"
    return {"rows": sqlite3.connect("app.db").execute(sql).fetchall()}
#+ loop that keeps all names
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/columns")
def columns():
    wanted = []
    for name in request.args.getlist("c"):
        wanted.append(name)
    sql = "SELECT " + ", ".join(wanted) + " FROM people"
    return {"rows": sqlite3.connect("app.db").execute(sql).fetchall()}
#- piece of the text before the input
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/prefix")
def prefix():
    given = request.args.get("a", "")
    text = "abc" + given
    start = text[:3]
    rows = sqlite3.connect("app.db").execute("SELECT * FROM t WHERE a = '" + start + "'")
    return {"rows": rows.fetchall()}
#+ piece of the text with the input
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/suffix")
def suffix():
    given = request.args.get("a", "")
    text = "abc" + given + "xyz"
    middle = text[3:-3]
    rows = sqlite3.connect("app.db").execute("SELECT * FROM t WHERE a = '" + middle + "'")
    return {"rows": rows.fetchall()}
#- cleared in the loop that follows
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/clear")
def clear():
    name = request.args.get("name", "")
    for name in ("a.txt", "b.txt"):
        os.remove("temporary/" + name)
    return "ok"
#+ cleared on one way only
import os
from flask import Flask, request
app = Flask(__name__)
@app.route("/remove")
def remove():
    name = request.args.get("name", "")
    try:
        limit = int(request.args.get("limit", "1"))
        name = "a.txt"
    except ValueError:
        limit = 1
    os.remove("temporary/" + name)
    return {"limit": limit}
#- session of known keys
import sqlite3
from flask import Flask, request
app = Flask(__name__)
@app.route("/kind")
def kind():
    given = request.args.get("kind", "")
    if given == "book":
        table = "books"
    elif given == "song":
        table = "songs"
    else:
        return "unknown kind", 404
    return {"rows": sqlite3.connect("app.db").execute(f"SELECT * FROM {table} WHERE open = 1").fetchall()}
#+ redirect to text escaped for pages
import html
from flask import Flask, request, redirect
app = Flask(__name__)
@app.route("/leave")
def leave():
    return redirect(html.escape(request.args["to"]))
#+ file named by text escaped for pages
import markupsafe
from flask import Flask, request
app = Flask(__name__)
@app.route("/read")
def read():
    name = markupsafe.escape(request.args["name"])
    with open(f"/srv/{name}") as file:
        return {"text": file.read()}
#+ text buffer between request and expression
import io
import lxml.etree
from flask import Flask, request
app = Flask(__name__)
ROOT = lxml.etree.fromstring("<people/>")
@app.route("/member")
def member():
    query = io.StringIO()
    query.write("/people/member[@name='")
    query.write(request.args["name"])
    query.write("']")
    return {"found": len(ROOT.xpath(query.getvalue()))}
#- names that are skipped in a loop
import os
from flask import Flask, request
app = Flask(__name__)
KNOWN = {"a.txt", "b.txt"}
@app.route("/remove")
def remove():
    for name in request.args.getlist("name"):
        if name not in KNOWN:
            continue
        os.remove("temporary/" + name)
    return "ok"
#- list made and read in one branch
from flask import Flask, request
app = Flask(__name__)
@app.route("/file")
def read():
    given = request.args.get("file", "")
    name = "index.txt"
    if given:
        values = ["first.txt", given, "last.txt"]
        values.pop(0)
        name = values[1]
    with open("files/" + name) as file:
        return {"text": file.read()}
