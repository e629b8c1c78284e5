#+ header of a plain server
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlparse, parse_qs
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        name = parse_qs(urlparse(self.path).query)["name"][0]
        self.send_response(200)
        self.send_header("X-Name", name)
        self.end_headers()
#+ header of a plain server, from a header
from http.server import BaseHTTPRequestHandler
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(302)
        self.send_header("Location", "/next?from=" + self.headers["Referer"])
        self.end_headers()
#+ header of wsgi
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain"), ("X-Query", environ["QUERY_STRING"])])
    return [b"ok"]
#+ flask header by item
from flask import Flask, make_response, request
app = Flask(__name__)
@app.route("/a")
def a():
    response = make_response("ok")
    response.headers["X-Lang"] = request.args["lang"]
    return response
#+ flask header by add
from flask import Flask, Response, request
app = Flask(__name__)
@app.route("/b")
def b():
    answer = Response("ok")
    answer.headers.add("X-User", f"user={request.cookies.get('user')}")
    return answer
#+ flask header table
from flask import Flask, Response, request
app = Flask(__name__)
@app.route("/c")
def c():
    return Response("ok", headers={"X-From": request.args.get("from")})
#+ django header
from django.http import HttpResponse
def view(request):
    response = HttpResponse("ok")
    response["X-Name"] = request.GET["name"]
    return response
#+ tornado header
import tornado.web
class Main(tornado.web.RequestHandler):
    def get(self):
        self.set_header("X-Name", self.get_argument("name"))
#+ bottle header
from bottle import request, response, route
@route("/x")
def x():
    response.set_header("X-Name", request.query.name)
    return "ok"
#+ log of a request, in the text
import logging
from flask import Flask, request
app = Flask(__name__)
@app.route("/login")
def login():
    logging.info("login of " + request.args["user"])
    return "ok"
#+ log of a request, as an argument
import logging
from flask import Flask, request
logger = logging.getLogger(__name__)
app = Flask(__name__)
@app.route("/login")
def login():
    name = request.form.get("name")
    logger.warning("no such user: %s", name)
    return "ok"
#+ log of the app
from flask import Flask, request
app = Flask(__name__)
@app.route("/log")
def log():
    app.logger.error(f"bad input {request.args.get('q')}")
    return "ok"
#+ log in django
import logging
log = logging.getLogger("app")
def view(request):
    log.info("searched for {}".format(request.GET.get("q")))
#+ log of a cookie through a helper
import logging
from flask import Flask, request
app = Flask(__name__)
def note(text):
    logging.error("failed: %s", text)
@app.route("/x")
def x():
    note(request.cookies["id"])
    return "ok"
#+ remembered by a drawn number
import random
from flask import Flask, session
app = Flask(__name__)
@app.route("/in")
def enter():
    session["remember_me"] = str(random.random())[2:]
    return "ok"
#+ remembered under a key that is put together
import random
from flask import Flask, session
app = Flask(__name__)
def remember(number):
    key = f"rememberMe{number}"
    value = str(random.gauss(0, 1))
    session[key] = value
#+ a cookie that is drawn
import random
from flask import Flask, make_response
app = Flask(__name__)
@app.route("/in")
def enter():
    drawn = random.getrandbits(64)
    response = make_response("ok")
    response.set_cookie("session_id", str(drawn))
    return response
#+ a remembered visitor, drawn from a bell
import random
from flask import Flask, make_response
app = Flask(__name__)
@app.route("/in")
def enter():
    response = make_response("ok")
    response.set_cookie("remember", f"{random.normalvariate()}"[3:])
    return response
#- header of the program itself
from http.server import BaseHTTPRequestHandler
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(self.path)))
        self.end_headers()
#- header without line ends
from http.server import BaseHTTPRequestHandler
from urllib.parse import quote
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(302)
        self.send_header("Location", "/next?from=" + quote(self.headers["Referer"]))
        self.end_headers()
#- header one of a list
from flask import Flask, make_response, request
app = Flask(__name__)
LANGUAGES = ("de", "en")
@app.route("/a")
def a():
    lang = request.args["lang"]
    if lang not in LANGUAGES:
        lang = "en"
    response = make_response("ok")
    response.headers["X-Lang"] = lang
    return response
#- header that is a number
from flask import Flask, make_response, request
app = Flask(__name__)
@app.route("/a")
def a():
    response = make_response("ok")
    response.headers["X-Page"] = str(int(request.args["page"]))
    return response
#- header with its line ends removed
from flask import Flask, make_response, request
app = Flask(__name__)
@app.route("/a")
def a():
    response = make_response("ok")
    response.headers["X-Name"] = request.args["name"].replace("\r", "").replace("\n", "")
    return response
#- reading headers
from flask import Flask, request
app = Flask(__name__)
@app.route("/a")
def a():
    agent = request.headers["User-Agent"]
    known = {"agent": agent}
    known["lang"] = request.headers.get("Accept-Language")
    return str(len(known))
#- headers of a request that is sent
import requests
from flask import Flask, request
app = Flask(__name__)
@app.route("/a")
def a():
    return requests.get("https://example.org/", headers={"X-Id": "1"}, timeout=3).text
#- log of a number
import logging
from flask import Flask, request
app = Flask(__name__)
@app.route("/log")
def log():
    logging.info("page %d", int(request.args["page"]))
    return "ok"
#- log with what would break the line shown
import logging
from flask import Flask, request
app = Flask(__name__)
@app.route("/log")
def log():
    logging.info("user %r", request.args["user"])
    logging.info(f"user {request.args['user']!r}")
    return "ok"
#- log without line ends
import logging
from flask import Flask, request
app = Flask(__name__)
@app.route("/log")
def log():
    name = request.args["name"].replace("\r\n", "").replace("\n", "")
    logging.info("user %s", name)
    return "ok"
#- log of a length and of the method
import logging
from flask import Flask, request
app = Flask(__name__)
@app.route("/log")
def log():
    logging.info("%s with %s", request.method, len(request.args["q"]))
    return "ok"
#- log of a parameter
import logging
def note(text):
    logging.info("seen %s", text)
#- log of one of a few
import logging
from flask import Flask, request
app = Flask(__name__)
KINDS = {"a": "first", "b": "second"}
@app.route("/log")
def log():
    logging.info("kind %s", KINDS.get(request.args["kind"], "none"))
    return "ok"
#- a drawn number of a game in a session
import random
from flask import Flask, session
app = Flask(__name__)
@app.route("/roll")
def roll():
    session["roll"] = random.randint(1, 6)
    session["colour"] = random.choice(["red", "green"])
    return "ok"
#- a remembered visitor, drawn well
import secrets
from flask import Flask, make_response, session
app = Flask(__name__)
@app.route("/in")
def enter():
    session["remember_me"] = secrets.token_hex(16)
    response = make_response("ok")
    response.set_cookie("remember", secrets.token_urlsafe())
    return response
#- a cookie for the look of a page
import random
from flask import Flask, make_response
app = Flask(__name__)
@app.route("/in")
def enter():
    response = make_response("ok")
    response.set_cookie("theme", random.choice(["light", "dark"]))
    return response
#- jitter of numbers
import random
def wait(base):
    return base + random.gauss(0, 0.1) * random.normalvariate()
