import { isModule } from "../../library/modules.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

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
  return isModule(top!) || wellKnown.has(top!) ? "none" : "unknown";
}
