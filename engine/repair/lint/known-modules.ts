const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** The standard library of Python 3.11 to 3.14. */
const standard = words(`
  abc aifc annotationlib argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
  builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
  datetime dbm decimal difflib dis doctest email ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
  fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib
  imghdr imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox mailcap
  marshal math mimetypes mmap modulefinder msvcrt multiprocessing netrc nntplib ntpath numbers opcode operator
  optparse os pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posixpath pprint profile pstats
  pty pwd py_compile pyclbr pydoc pyexpat queue quopri random re reprlib resource runpy sched secrets select
  selectors shelve shlex shutil signal smtpd smtplib sndhdr socket socketserver sqlite3 ssl stat statistics string
  stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios
  textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing
  unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml
  xmlrpc zipapp zipfile zipimport zlib zoneinfo
`);

/** Packages so widely used that it is known what importing them does: nothing that a program would miss. */
const wellKnown = words(`
  accelerate aiofiles aiohttp altair anthropic attr attrs bcrypt bokeh boto3 botocore bottle bs4 celery click
  colorama cryptography cv2 dask datasets dateutil discord django docker docx dotenv faker fastapi flask flax
  folium gensim geopandas geopy grpc gym gymnasium httpx hypothesis imageio jax jinja2 joblib jsonschema jwt keras
  langchain librosa lightgbm loguru lxml markdown matplotlib mlflow mypy_extensions mysql networkx nltk numba numpy
  openai openpyxl optax orjson pandas paramiko pdfplumber peewee PIL plotly polars psutil psycopg psycopg2 pyarrow
  pydantic pymongo pymysql PyPDF2 pytesseract pytest pytz redis regex requests rich scipy scrapy seaborn selenium
  shapely simplejson six skimage sklearn spacy sqlalchemy starlette statsmodels streamlit stripe structlog sympy
  tabulate tenacity tensorflow termcolor tiktoken toml tomli torch torchvision tornado tqdm transformers tweepy
  twilio typer typing_extensions ujson urllib3 uvicorn wandb websockets werkzeug wordcloud xgboost xlrd yaml
`);

/** Modules that are imported for what this does: they register, patch, complete or print something. */
const effective =
  /^(?:antigravity|encodings|hvplot|idlelib|mpl_toolkits|readline|rioxarray|rlcompleter|setuptools|site|sklearn\.experimental|this|turtledemo)(?:\.|$)/;

/** What importing a module does besides giving names. */
export function effectOf(module: string): "none" | "some" | "unknown" {
  if (effective.test(module)) return "some";
  const [top] = module.split(".", 1);
  return standard.has(top!) || wellKnown.has(top!) ? "none" : "unknown";
}
