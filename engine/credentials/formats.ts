/** What the credentials of one provider look like. */
export type Format = Readonly<{
  id: string;
  /** As a message names it, with its article. */
  name: string;
  /** A text without any of these holds none, which is quicker to see. */
  marks: readonly string[];
  /** Linear in the length of the text; the group `secret` is the credential where the match is more than that. */
  pattern: RegExp;
}>;

const format = (id: string, name: string, marks: readonly string[], pattern: RegExp): Format => ({
  id,
  name,
  marks,
  pattern,
});

/** A credential does not go on in either direction: a part of a longer word is something else. */
const alone = (body: string): RegExp =>
  new RegExp(String.raw`(?<![A-Za-z0-9_-])${body}(?![A-Za-z0-9_-])`, "g");

export const formats: readonly Format[] = [
  format(
    "aws-access-key",
    "an AWS access key id",
    ["AKIA", "ASIA", "ABIA", "ACCA", "A3T"],
    alone("(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}"),
  ),
  format(
    "github-token",
    "a GitHub token",
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "_pat_"],
    alone("(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})"),
  ),
  format(
    "gitlab-token",
    "a GitLab token",
    ["gl"],
    alone("gl(?:pat|ptt|dt|rt|soat|cbt|imt|ft|agent|oas)-[A-Za-z0-9_-]{20,100}"),
  ),
  format(
    "slack-token",
    "a Slack token",
    ["xox", "xapp-"],
    alone(
      "(?:xox[abeoprs]-(?:[A-Za-z0-9]{1,12}-)?[A-Za-z0-9-]{10,250}|xapp-\\d-[A-Z0-9]{8,12}-\\d{10,14}-[a-f0-9]{32,80})",
    ),
  ),
  format(
    "slack-webhook",
    "a Slack webhook address",
    ["hooks.slack.com"],
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/]{30,80})/g,
  ),
  format(
    "discord-webhook",
    "a Discord webhook address",
    ["/api/webhooks/"],
    /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/(?<secret>[A-Za-z0-9_-]{60,80})/g,
  ),
  format(
    "teams-webhook",
    "a Teams webhook address",
    ["webhook.office.com"],
    /webhook\.office\.com\/webhookb2\/(?<secret>[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[0-9a-f]{32}\/[0-9a-f-]{36})/g,
  ),
  format(
    "stripe-key",
    "a Stripe secret key",
    ["sk_", "rk_"],
    alone("(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,250}"),
  ),
  format(
    "stripe-webhook-secret",
    "a Stripe webhook secret",
    ["whsec_"],
    alone("whsec_[A-Za-z0-9+/=]{24,100}"),
  ),
  format(
    "openai-key",
    "an OpenAI key",
    ["sk-"],
    alone(
      "sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,200}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|[A-Za-z0-9]{40,60})",
    ),
  ),
  format(
    "anthropic-key",
    "an Anthropic key",
    ["sk-ant-"],
    alone("sk-ant-(?:api|admin|sid|oat)\\d{2}-[A-Za-z0-9_-]{20,200}"),
  ),
  format("openrouter-key", "an OpenRouter key", ["sk-or-"], alone("sk-or-v1-[a-f0-9]{40,80}")),
  format("google-key", "a Google API key", ["AIza"], alone("AIza[A-Za-z0-9_-]{35}")),
  format("google-oauth-secret", "a Google OAuth secret", ["GOCSPX-"], alone("GOCSPX-[A-Za-z0-9_-]{28}")),
  format("google-oauth-token", "a Google OAuth token", ["ya29."], alone("ya29\\.[A-Za-z0-9_-]{20,500}")),
  format(
    "private-key",
    "a private key",
    ["PRIVATE KEY"],
    /-----BEGIN (?:(?:RSA|DSA|EC|OPENSSH|PGP|ENCRYPTED|SSH2 ENCRYPTED) )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\+[nr])*(?<secret>(?:[A-Za-z0-9+/=\s:,.-]|\\+[nr]){40,})/g,
  ),
  format(
    "putty-private-key",
    "a PuTTY private key",
    ["PuTTY-"],
    /PuTTY-User-Key-File-\d: [\w-]+\s+Encryption:/g,
  ),
  format(
    "age-secret-key",
    "an age secret key",
    ["AGE-SECRET-KEY-"],
    alone("AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
  ),
  format(
    "jwt",
    "a signed token (JWT)",
    ["eyJ"],
    alone("eyJ[A-Za-z0-9_-]{8,2000}\\.eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{16,1000}"),
  ),
  format("npm-token", "an npm token", ["npm_"], alone("npm_[A-Za-z0-9]{36}")),
  format("pypi-token", "a PyPI token", ["pypi-"], alone("pypi-[A-Za-z0-9_-]{50,1000}")),
  format("rubygems-key", "a RubyGems key", ["rubygems_"], alone("rubygems_[a-f0-9]{48}")),
  format("cargo-token", "a crates.io token", ["cio"], alone("cio[A-Za-z0-9]{32}")),
  format("docker-token", "a Docker token", ["dckr_"], alone("dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,60}")),
  format(
    "sendgrid-key",
    "a SendGrid key",
    ["SG."],
    alone("SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}"),
  ),
  format(
    "mailgun-key",
    "a Mailgun key",
    ["key-", "-"],
    alone("(?:key-[0-9a-f]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})"),
  ),
  format("mailchimp-key", "a Mailchimp key", ["-us"], alone("[0-9a-f]{32}-us\\d{1,2}")),
  format("twilio-key", "a Twilio key", ["SK"], alone("SK[0-9a-f]{32}")),
  format("telegram-bot-token", "a Telegram bot token", [":AA"], alone("\\d{8,10}:AA[A-Za-z0-9_-]{33}")),
  format(
    "discord-token",
    "a Discord bot token",
    ["."],
    alone("[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}"),
  ),
  format(
    "huggingface-token",
    "a Hugging Face token",
    ["hf_", "api_org_"],
    alone("(?:hf_[A-Za-z0-9]{30,40}|api_org_[A-Za-z0-9]{34})"),
  ),
  format("replicate-token", "a Replicate token", ["r8_"], alone("r8_[A-Za-z0-9]{37}")),
  format("groq-key", "a Groq key", ["gsk_"], alone("gsk_[A-Za-z0-9]{48,56}")),
  format("xai-key", "an xAI key", ["xai-"], alone("xai-[A-Za-z0-9]{60,90}")),
  format("perplexity-key", "a Perplexity key", ["pplx-"], alone("pplx-[A-Za-z0-9]{40,60}")),
  format("langsmith-key", "a LangSmith key", ["lsv2_"], alone("lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}")),
  format("pinecone-key", "a Pinecone key", ["pcsk_"], alone("pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,70}")),
  format(
    "azure-storage-key",
    "an Azure storage key",
    ["AccountKey="],
    /AccountKey=(?<secret>[A-Za-z0-9+/]{60,100}={0,2})/g,
  ),
  format(
    "azure-shared-access-key",
    "an Azure shared access key",
    ["SharedAccessKey="],
    /SharedAccessKey=(?<secret>[A-Za-z0-9+/]{40,60}={0,2})/g,
  ),
  format(
    "azure-sas",
    "an Azure access signature",
    ["sig="],
    /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,90})(?=[&"'\s]|$)/g,
  ),
  format(
    "azure-client-secret",
    "an Azure client secret",
    ["Q~"],
    alone("[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}"),
  ),
  format("digitalocean-token", "a DigitalOcean token", ["_v1_"], alone("do[oprt]_v1_[a-f0-9]{64}")),
  format("shopify-token", "a Shopify token", ["shp"], alone("shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}")),
  format(
    "square-token",
    "a Square token",
    ["EAAA", "sq0"],
    alone("(?:EAAA[A-Za-z0-9_-]{60}|sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43})"),
  ),
  format(
    "paypal-token",
    "a PayPal token",
    ["access_token$"],
    alone("access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}"),
  ),
  format(
    "onepassword-token",
    "a 1Password token",
    ["ops_eyJ", "A3-"],
    alone(
      "(?:ops_eyJ[A-Za-z0-9_=-]{100,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})",
    ),
  ),
  format("linear-key", "a Linear key", ["lin_"], alone("lin_(?:api|oauth)_[A-Za-z0-9]{32,64}")),
  format(
    "notion-token",
    "a Notion token",
    ["secret_", "ntn_"],
    alone("(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,60})"),
  ),
  format("airtable-token", "an Airtable token", ["pat"], alone("pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}")),
  format("figma-token", "a Figma token", ["fig"], alone("fig[dou]_[A-Za-z0-9_-]{40,60}")),
  format("postman-key", "a Postman key", ["PMAK-"], alone("PMAK-[a-f0-9]{24}-[a-f0-9]{34}")),
  format("databricks-token", "a Databricks token", ["dapi"], alone("dapi[a-f0-9]{32}(?:-\\d)?")),
  format("vault-token", "a Vault token", ["hvs.", "hvb.", "hvr."], alone("hv[sbr]\\.[A-Za-z0-9_-]{24,300}")),
  format(
    "terraform-token",
    "a Terraform token",
    [".atlasv1."],
    alone("[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,70}"),
  ),
  format("pulumi-token", "a Pulumi token", ["pul-"], alone("pul-[a-f0-9]{40}")),
  format(
    "doppler-token",
    "a Doppler token",
    ["dp."],
    alone("dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{40,60}"),
  ),
  format(
    "grafana-token",
    "a Grafana token",
    ["glc_", "glsa_"],
    alone("gl(?:c_[A-Za-z0-9+/]{32,400}={0,2}|sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})"),
  ),
  format(
    "newrelic-key",
    "a New Relic key",
    ["NRAK-", "NRII-", "NRIQ-"],
    alone("NR(?:AK|II|IQ)-[A-Za-z0-9-]{16,40}"),
  ),
  format(
    "sentry-token",
    "a Sentry token",
    ["sntr"],
    alone("sntr(?:ys_eyJ[A-Za-z0-9_=+/]{60,400}|yu_[a-f0-9]{64})"),
  ),
  format("datadog-key", "a Datadog key", ["ddp_"], alone("ddp_[A-Za-z0-9]{34}")),
  format("atlassian-token", "an Atlassian token", ["ATATT3"], alone("ATATT3[A-Za-z0-9_=-]{60,250}")),
  format("dropbox-token", "a Dropbox token", ["sl."], alone("sl\\.(?:u\\.)?[A-Za-z0-9_-]{60,400}")),
  format("facebook-token", "a Facebook token", ["EAA"], alone("EAA[CDEGHJLMN][A-Za-z0-9]{80,300}")),
  format("heroku-key", "a Heroku key", ["HRKU-"], alone("HRKU-[A-Za-z0-9_-]{36,70}")),
  format(
    "fly-token",
    "a Fly token",
    ["fo1_", "fm1_", "fm2_"],
    alone("(?:fo1_[A-Za-z0-9_-]{43}|fm[12]_[A-Za-z0-9+/_=-]{100,600})"),
  ),
  format(
    "planetscale-token",
    "a PlanetScale token",
    ["pscale_"],
    alone("pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{32,64}"),
  ),
  format(
    "supabase-token",
    "a Supabase token",
    ["sbp_", "sb_secret_"],
    alone("(?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60})"),
  ),
  format(
    "mapbox-token",
    "a Mapbox secret token",
    ["sk.eyJ"],
    alone("sk\\.eyJ[A-Za-z0-9_-]{20,400}\\.[A-Za-z0-9_-]{16,60}"),
  ),
  format(
    "wallet-key",
    "a wallet's private key",
    ["5", "K", "L", "xprv", "yprv", "zprv"],
    alone(
      "(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112})",
    ),
  ),
  format("cloudflare-token", "a Cloudflare key", ["v1.0-"], alone("v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,200}")),
  format("assay-key", "an Assay key", ["asy_"], alone("asy_[A-Za-z0-9]{40}")),
];
