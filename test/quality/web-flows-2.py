#+ os.system("echo " + k)
from flask import Flask, request
import os
app = Flask(__name__)
@app.post("/x")
def x():
    for k in request.form:
        os.system("echo " + k)
    return "ok"
#+ sqlite3.connect("d").execute("select * from u where n='" + n
from fastapi import FastAPI
import sqlite3
app = FastAPI()
@app.get("/u/{name}")
def u(name: str):
    return sqlite3.connect("d").execute("select * from u where n='" + name + "'").fetchall()
#+ HttpResponse("<h1>" + q + "</h1>")
from django.http import HttpResponse
def view(request):
    q = request.GET.get("q", "")
    return HttpResponse("<h1>" + q + "</h1>")
#- HttpResponse("<h1>" + q + "</h1>") again
from django.http import HttpResponse
from django.utils.html import escape
def view(request):
    q = escape(request.GET.get("q", ""))
    return HttpResponse("<h1>" + q + "</h1>")
#- os.system("run " + n)
from flask import Flask, request
import os
app = Flask(__name__)
ALLOWED = {"a", "b"}
@app.get("/x")
def x():
    n = request.args["n"]
    if n not in ALLOWED:
        return "no", 400
    os.system("run " + n)
    return "ok"
#- str(sqlite3.connect("d").execute(f"select * from t where id 
from flask import Flask, request
import sqlite3
app = Flask(__name__)
@app.get("/x")
def x():
    n = int(request.args["n"])
    return str(sqlite3.connect("d").execute(f"select * from t where id = {n}").fetchall())
#- sqlite3.connect("d").execute("select * from t where n = '" +
from flask import Flask, request
import sqlite3
app = Flask(__name__)
@app.get("/x")
def x():
    n = request.args["n"]
    n = "fixed"
    sqlite3.connect("d").execute("select * from t where n = '" + n + "'")
    return n
#+ web.Response(text=str(pickle.loads(await request.read())))
from aiohttp import web
import pickle
async def h(request):
    return web.Response(text=str(pickle.loads(await request.read())))
#+ self.write("<b>" + self.get_argument("n") + "</b>")
import tornado.web
class H(tornado.web.RequestHandler):
    def get(self):
        self.write("<b>" + self.get_argument("n") + "</b>")
#+ open("/srv/" + request.query.name).read()
from bottle import route, request
@route("/f")
def f():
    return open("/srv/" + request.query.name).read()
#+ requests.get(request.args.get("url"), timeout=3).text
from flask import Flask, request
import requests
app = Flask(__name__)
@app.get("/p")
def p():
    return requests.get(request.args.get("url"), timeout=3).text
#- requests.get("https://api.example.com/items", params={"q": r
from flask import Flask, request
import requests
app = Flask(__name__)
@app.get("/p")
def p():
    return requests.get("https://api.example.com/items", params={"q": request.args.get("q")}, timeout=3).text
#+ str(c.entries)
from flask import Flask, request
import ldap3
app = Flask(__name__)
@app.get("/p")
def p():
    c = ldap3.Connection("s")
    c.search("dc=x", "(uid=" + request.args["u"] + ")")
    return str(c.entries)
#+ str(t.xpath("//user[@name='" + request.args["u"] + "']"))
from flask import Flask, request
from lxml import etree
app = Flask(__name__)
@app.get("/p")
def p():
    t = etree.parse("u.xml")
    return str(t.xpath("//user[@name='" + request.args["u"] + "']"))
#+ r.headers["X-Lang"] = request.args["lang"]
from flask import Flask, request, make_response
app = Flask(__name__)
@app.get("/p")
def p():
    r = make_response("x")
    r.headers["X-Lang"] = request.args["lang"]
    return r
#+ logging.info("user " + request.args["u"])
import logging
from flask import Flask, request
app = Flask(__name__)
@app.get("/p")
def p():
    logging.info("user " + request.args["u"])
    return "x"
#+ eval(parts[2])
from flask import Flask, request
app = Flask(__name__)
@app.get("/p/<path:rest>")
def p(rest):
    parts = request.path.split("/")
    return eval(parts[2])
#+ os.popen(d["cmd"])
from flask import Flask, request
import os
app = Flask(__name__)
def clean(s):
    return s.strip()
@app.get("/p")
def p():
    d = {"cmd": clean(request.headers.get("X-Cmd", ""))}
    os.popen(d["cmd"])
    return "x"
#- sqlite3.connect("d").execute("select * from t where n = '" + again
from flask import Flask, request
import sqlite3
app = Flask(__name__)
@app.get("/p")
def p():
    d = {"n": "ls", "who": request.args["w"]}
    sqlite3.connect("d").execute("select * from t where n = '" + d["n"] + "'")
    return "x"
#- request.files["f"].save(os.path.join("/srv", n))
from flask import Flask, request
from werkzeug.utils import secure_filename
import os
app = Flask(__name__)
@app.post("/p")
def p():
    n = secure_filename(request.files["f"].filename)
    request.files["f"].save(os.path.join("/srv", n))
    return "x"
#+ f.save(os.path.join("/srv", f.filename))
from flask import Flask, request
import os
app = Flask(__name__)
@app.post("/p")
def p():
    f = request.files["f"]
    f.save(os.path.join("/srv", f.filename))
    return "x"
#- os.system("echo " + shlex.quote(request.args["a"]))
from flask import Flask, request
import shlex, os
app = Flask(__name__)
@app.get("/p")
def p():
    os.system("echo " + shlex.quote(request.args["a"]))
    return "x"
#+ HTMLResponse(f"<p>{request.query_params['x']}</p>")
from starlette.requests import Request
from starlette.responses import HTMLResponse
async def page(request: Request):
    return HTMLResponse(f"<p>{request.query_params['x']}</p>")
#- JSONResponse({"x": request.query_params["x"]})
from starlette.requests import Request
from starlette.responses import JSONResponse
async def page(request: Request):
    return JSONResponse({"x": request.query_params["x"]})
#+ str(re.search(request.args["rx"], "some text"))
from flask import Flask, request
import re
app = Flask(__name__)
@app.get("/p")
def p():
    return str(re.search(request.args["rx"], "some text"))
