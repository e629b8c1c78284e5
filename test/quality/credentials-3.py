#+ storage secret that begins with a slash
session = boto3.Session(aws_secret_access_key="/L98GZjU5AiKsKmBJ6z7uwj+reQ5/ptiHcEtAb/9")
#+ smtp password that begins with a slash
server.login("app@shop.org", "/tR7%wq-9Lz")
#+ password with a tilde
PASSWORD = "~Hk29!xz&Q"
#+ account key that begins with a slash
ACCOUNT_KEY = "/LSxTUQ9P0tutfj0JBnmZ0L0xQy3CqRoW5OE06eN6GU0014Jhj0e7WIybqWdFWc5YqFIyBfDW7leSxB652v2/9=="
#+ postmark token
POSTMARK_SERVER_TOKEN = "77886075-222b-4123-a1c4-50a82a0f12c6"
#+ heroku in a header
headers = {"Authorization": "Bearer 49ab1ae1-5dc4-4ef4-a2fb-bb5d620ac4f3"}
#+ access key of UUID form as a default
def connect(access_token="6b15e8b8-b3b9-4eba-afed-e86bb78bcd3e"):
    pass
#+ wallet key in a variable
PRIVATE_KEY = "0xe96839178823c36b4c4b72adf270af3012fa505dd40767a4f04039b6b2ca4aff"
acct = Account.from_key(PRIVATE_KEY)
#+ wallet key by keyword
acct = Account.from_key(private_key="ece780d6859c721c51a2a5c392862a668e2abe9f3cb6bec4b43ffd4b4b20f0c6")
#+ transaction signed by keyword
signed = w3.eth.account.signTransaction(tx, private_key="0x397b80b5f71f3d63cee90445bd30b190af9ff6148bd014ab8e93da8ca9acc086")
#+ web3 signing middleware
mw = construct_sign_and_send_raw_middleware("0x2b7df79426d4f9e248064ba454c8d5c84190634686160a73d04537ddef945a10")
#+ wif compressed
PrivateKey.from_wif("L4bUoN9cnivjSvymHspzbs9NEkYkbgb9GmA5hPzu9GbpUiP9jV2x")
#+ wif in a comment
x = 1  # old: Kx9ypg7EtKBAaEmsY5WfHosJpxz6SCwcaqehdZKNMEu3QvovvAAA
#+ extended private key
ROOT = "xprv9s21ZrQH143KsarFsVp2CYQ78HUf6nTwbSSUqGzKfENcVQDY1P9Eq47T24f6uyQUpAen99GT1SDBnsWG36su1XTEpUNSzb3kDZsWp5MSd6o"
#+ service account as json text
SA = json.loads('{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\nMIIEvYDWvqGd5OIxtKtTBiYHEkj2fr9bgIKJWlCq305Se/7QOmm1fpSJ1jDoRiE9\\nA1Gjnv0UCUZ5kpzrzlX23Y56yKZ6mnOSOG+Y/GziK+KT311OajJD1V6BALfeVv0C\\n3Vu86gCHJNvTCuxiaaoI7FiCfWe6EWD98jODnIMZqTewJkwcbJECTpvI08CbIexu\\nuEyF2LsQDqLfOw082zGgxyy+t4XQJFtkdCo+OLwZf4Yl8pfTyNjJHGlWFXdrgceU\\n-----END PRIVATE KEY-----\\n"}')
#+ pem joined
KEY = "\n".join(["-----BEGIN EC PRIVATE KEY-----", "MIIEzMQrfZIPRdiedEXO7WVcFsSaos/kSXaXzX3sBKcT7wuxpDxk3RYZvjrBFd6A", "CIK6KrtxotUMPdGdWwB/4VZpc/4WrZoOGRqLovWCMYWBenZFfrh0XIu++NSkLb/6", "-----END EC PRIVATE KEY-----"])
#+ solana keypair
kp = Keypair.from_base58_string("LPFjDrpHn79hoNeEc6nWhQptihPTsjc6HusY5DfXHExX9jmYAbsH4BWGvvWx4B4Z6zWj8zjmMTZfmDF9wx1NbukT")
#+ seed phrase handed over
acct = Account.from_mnemonic("ladder crush orbit velvet sunny march tiger noble quiz habit frame olive")
#+ fernet key
box = Fernet("UHhGqlgTohhppZgx5XLkXwdHru0wTKncfi5Cg5sVbC1=")
#+ jwt signed with text
token = jwt.encode(payload, "3t25nbRWPMLZiKy3cc5klqJXWFGpDTZn", algorithm="HS256")
#+ redis password
r = redis.Redis(host="cache.shop.org", password="q8Zk!2mP")
#+ mongo address
client = MongoClient("mongodb+srv://app:Wq92kLmz@cluster0.ab1cd.mongodb.net/x")
#+ cloudinary address
CLOUDINARY_URL = "cloudinary://198899127871930:D7Y9VEoKAWXtCddvqBMBR4xruoN@shop"
#+ algolia admin key
ALGOLIA_ADMIN_API_KEY = "42dbcbd38183032a4ed592525e3d6dfd"
#+ recaptcha secret key
RECAPTCHA_SECRET_KEY = "6LeMuiVjgsXv6kqdpvE8SP6BAQMiUMoaPgC1NsPC"
#- publishable key of clerk
CLERK_PUBLISHABLE_KEY = "pk_test_i28AJnomrQ6cjfBBElTWwelrkEhz47kGs9Dv"
#- publishable key as an argument
page = render("pay.html", stripe_api_key="pk_live_qei7EoiSmTm00j6mKjyGMewf")
#- firebase as attributes
apiKey = "AIzaM2HvJYz3D4oY2RPSoywmzX4sVrq3IK9cXnc"
authDomain = "shop.firebaseapp.com"
storageBucket = "shop.appspot.com"
messagingSenderId = "1234567890"
#- sentry of one's own host
SENTRY_DSN = "https://66eab55262b5714cb38bf3466edf6ad4@sentry.shop.org/2"
#- turnstile site key
TURNSTILE_SITE_KEY = "0x4AAAAAAA55DxZZty5LtMUs"
#- vapid public key
VAPID_PUBLIC_KEY = "BjLAzlmwiZ4Tulb9X9fcAUDhdBZ8a7ajv3CdMJSqfVUed2POJoWAEgRI7tUoz4zjbCfubWRKtnfiZupFaKkT85B"
#- algolia search key
ALGOLIA_SEARCH_API_KEY = "60ff27e702839328b0c7020cfd75f776"
#- browser key of new relic
NEW_RELIC_BROWSER_KEY = "NRJS-a1536119fe0dae7e56e"
#- absolute path in a password file option
password_file = "/etc/app/password"
passwd = "/etc/passwd"
#- relative path
secret = "./secrets/key.pem"
token = "../token.txt"
#- route
reset_password = "/accounts/reset/9/"
refresh_token = "/api/v1/token/refresh"
#- session UUID
session_id = "b8d80a0c-4158-48aa-adcc-f39beff81893"
request_id = "a4cb5ccf-3a4d-4373-abe6-fadadde50db6"
#- example UUID
api_key = "123e4567-e89b-12d3-a456-426614174000"
#- block hash
GENESIS = "0xa8187160365ee5e19a5ba845d58d76f2f10e6d4882ff63bae48f77c9533e92bd"
block = w3.eth.get_block("0x1487988774a15439b6b13b368a67d053bbcb68dbd7119f8810c8e5a30a0ac99d")
#- bitcoin address
ADDRESS = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh"
OLD = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
#- ipfs content
CID = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG"
#- ssh public key
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI7c4HNxSBoB1wCd7Z0V3flo4Ih8z0I6AXRvLnX+SJyBV me@host"
#- key derived
import hashlib
key = hashlib.scrypt(password, salt=salt, n=2, r=8, p=1)
#- commit
REV = "b4ba7dd11e709ff7e1fbc5636d460789023424f1"
#- extended public key
WATCH = "xpub661MyMwAqRbce9M3kRUVr5kNvqJmo3tjVcBRVJWn48ZFaoz1sMS1WEgnaY5rF8NgFTqfYkpEnnGdeC8eQykwNwktGo5ZDyiSz9SN1LyfRSD"
