"""The `secret/*` patterns: tokens known by their shape, then values known by the word beside them."""

from __future__ import annotations

from typing import NamedTuple

from memgit.model.diagnostic import Severity
from memgit.rules import assigned, placeholders
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern

_NOT_WORD = r"(?<![A-Za-z0-9_-])"
_NO_MORE = r"(?![A-Za-z0-9_-])"


class Shape(NamedTuple):
    """A token known by its prefix: rule, what people call it, its variable, anchors, and the regex of the token."""

    code: str
    name: str
    env: str
    anchors: tuple[str, ...]
    regex: str


SHAPES = (
    Shape("anthropic-key", "an Anthropic key", "ANTHROPIC_API_KEY", ("sk-ant-",), r"sk-ant-[A-Za-z0-9_-]{20,200}"),
    Shape("openrouter-key", "an OpenRouter key",
    "OPENROUTER_API_KEY", ("sk-or-",), r"sk-or-(?:v\d-)?[A-Za-z0-9]{32,100}"),
    Shape("openai-key", "an OpenAI-style key",
    "OPENAI_API_KEY", ("sk-",), r"sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,250}|[A-Za-z0-9]{20,100})"),
    Shape("github-token", "a GitHub token", "GITHUB_TOKEN", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_",
    "github_pat_"), r"(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    Shape("gitlab-token", "a GitLab token", "GITLAB_TOKEN", ("glpat-", "gldt-", "glrt-", "glcbt-",
    "glptt-"), r"gl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_.-]{20,100}"),
    Shape("slack-token", "a Slack token", "SLACK_TOKEN", ("xox",
    "xapp-"), r"(?:xox[abeoprs]-(?:\d-)?[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{20,250})"),
    Shape("aws-key", "an AWS access key", "AWS_ACCESS_KEY_ID", ("AKIA", "ASIA"), r"A[KS]IA[0-9A-Z]{16}"),
    Shape("google-key", "a Google key", "GOOGLE_API_KEY", ("AIza", "GOCSPX-",
    "ya29."), r"(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,60}|ya29\.[A-Za-z0-9_-]{30,300})"),
    Shape("npm-token", "an npm token", "NPM_TOKEN", ("npm_",), r"npm_[A-Za-z0-9]{36}"),
    Shape("pypi-token", "a PyPI token", "PYPI_TOKEN", ("pypi-AgE",), r"pypi-AgE[A-Za-z0-9_-]{40,300}"),
    Shape("stripe-key", "a Stripe key", "STRIPE_API_KEY", ("sk_live_", "rk_live_",
    "whsec_"), r"(?:[sr]k_live_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{24,100}={0,2})"),
    Shape("huggingface-token", "a Hugging Face token", "HF_TOKEN", ("hf_",), r"hf_[A-Za-z0-9]{30,60}"),
    Shape("notion-token", "a Notion token", "NOTION_TOKEN", ("ntn_",
    "secret_"), r"(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})"),
    Shape("sendgrid-key", "a SendGrid key",
    "SENDGRID_API_KEY", ("SG.",), r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}"),
    Shape("digitalocean-token", "a DigitalOcean token", "DIGITALOCEAN_TOKEN", ("dop_v1_", "doo_v1_",
    "dor_v1_"), r"do[opr]_v1_[a-f0-9]{64}"),
    Shape("databricks-token", "a Databricks token", "DATABRICKS_TOKEN", ("dapi",), r"dapi[a-f0-9]{32}(?:-\d)?"),
    Shape("shopify-token", "a Shopify token", "SHOPIFY_TOKEN", ("shp",), r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    Shape("linear-key", "a Linear key", "LINEAR_API_KEY", ("lin_",), r"lin_(?:api|oauth)_[A-Za-z0-9]{30,60}"),
    Shape("groq-key", "a Groq key", "GROQ_API_KEY", ("gsk_",), r"gsk_[A-Za-z0-9]{40,60}"),
    Shape("xai-key", "an xAI key", "XAI_API_KEY", ("xai-",), r"xai-[A-Za-z0-9]{60,100}"),
    Shape("perplexity-key", "a Perplexity key", "PERPLEXITY_API_KEY", ("pplx-",), r"pplx-[A-Za-z0-9]{40,60}"),
    Shape("replicate-token", "a Replicate token", "REPLICATE_API_TOKEN", ("r8_",), r"r8_[A-Za-z0-9]{37,40}"),
    Shape("tavily-key", "a Tavily key", "TAVILY_API_KEY", ("tvly-",), r"tvly-(?:dev-|prod-)?[A-Za-z0-9_-]{28,60}"),
    Shape("figma-token", "a Figma token", "FIGMA_TOKEN", ("figd_",), r"figd_[A-Za-z0-9_-]{36,60}"),
    Shape("atlassian-token", "an Atlassian token", "ATLASSIAN_TOKEN", ("ATATT3",
    "ATCTT3"), r"AT[AC]TT3[A-Za-z0-9_=-]{60,300}"),
    Shape("airtable-token", "an Airtable token", "AIRTABLE_TOKEN", ("pat",), r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    Shape("docker-token", "a Docker Hub token", "DOCKER_TOKEN", ("dckr_",), r"dckr_[op]at_[A-Za-z0-9_-]{20,60}"),
    Shape("vault-token", "a Vault token", "VAULT_TOKEN", ("hvs.", "hvb.", "hvr."), r"hv[sbr]\.[A-Za-z0-9_-]{24,200}"),
    Shape("tailscale-key", "a Tailscale key",
    "TAILSCALE_AUTHKEY", ("tskey-",), r"tskey-(?:auth|api|client)-[A-Za-z0-9]{8,40}-[A-Za-z0-9]{16,60}"),
    Shape("grafana-token", "a Grafana token", "GRAFANA_TOKEN", ("glsa_",
    "glc_"), r"(?:glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}|glc_[A-Za-z0-9+/]{32,300}={0,2})"),
    Shape("supabase-token", "a Supabase token", "SUPABASE_ACCESS_TOKEN", ("sbp_",
    "sb_secret_"), r"(?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{30,60})"),
    Shape("postman-key", "a Postman key", "POSTMAN_API_KEY", ("PMAK-",), r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    Shape("newrelic-key", "a New Relic key", "NEW_RELIC_API_KEY", ("NRAK-",), r"NRAK-[A-Z0-9]{27}"),
    Shape("aliyun-key", "an Alibaba Cloud access key",
    "ALIBABA_CLOUD_ACCESS_KEY_ID", ("LTAI",), r"LTAI[A-Za-z0-9]{12,26}"),
    Shape("tencent-key", "a Tencent Cloud key", "TENCENTCLOUD_SECRET_ID", ("AKID",), r"AKID[A-Za-z0-9]{32}"),
    Shape("telegram-token", "a Telegram bot token", "TELEGRAM_BOT_TOKEN", (":AA",), r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    Shape("discord-token", "a Discord bot token",
    "DISCORD_BOT_TOKEN", ("discord",), r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}"),
    Shape("age-key", "an age secret key",
    "AGE_SECRET_KEY", ("AGE-SECRET-KEY-",), r"AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{40,100}"),
    Shape("webhook", "a webhook address that anyone may post to", "WEBHOOK_URL", ("hooks.slack.com/",
    "/api/webhooks/", "qyapi.weixin.qq.com/", "oapi.dingtalk.com/",
    "/bot/v2/hook/"), r"(?:https?://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,120}"
r"|https?://(?:\w{1,10}\.)?discord(?:app)?\.com/api/webhooks/\d{15,22}/[A-Za-z0-9_-]{50,90}"
r"|https?://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[0-9a-f-]{36}"
r"|https?://oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{40,80}|https?://open\."
r"(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/[0-9a-f-]{36})"),
    Shape("jwt", "a signed JSON web token",
    "AUTH_TOKEN", ("eyJ",), r"eyJ[A-Za-z0-9_-]{10,2000}+\.eyJ[A-Za-z0-9_-]{10,4000}+\.[A-Za-z0-9_-]{16,700}"),
)  # fmt: skip

_LEADS = {"telegram-token": 10, "discord-token": 400, "webhook": 40}
"""How far before its anchor a token begins, for those that do not begin with it."""

_ADVICE = "; keep it in an environment variable and name that here"


def _shaped(hit: Hit) -> Severity | None:
    return None if placeholders.is_illustration(hit.text) or placeholders.is_cut(hit.after) else Severity.ERROR


def _of_shape(shape: Shape) -> Pattern:
    return Pattern(
        f"secret/{shape.code}",
        shape.anchors,
        f"{_NOT_WORD}(?P<hit>{shape.regex}){_NO_MORE}",
        f"looks like {shape.name}{_ADVICE}",
        cased=True,
        judge=_shaped,
        env=shape.env,
        lead=_LEADS.get(shape.code, 0),
    )


def _key_block(hit: Hit) -> Severity | None:
    return None if placeholders.is_illustration(hit.group("body")) else Severity.ERROR


_LINE = r"(?:\\r|\\n|[\s>|]){1,12}"

PATTERNS: tuple[Pattern, ...] = (
    *map(_of_shape, SHAPES),
    Pattern(
        "secret/private-key",
        ("-----BEGIN", "PuTTY-User-Key-File"),
        r"(?P<hit>-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        rf"(?:{_LINE}[A-Z][A-Za-z-]{{2,20}}: ?[^\n\\]{{0,80}}){{0,4}}{_LINE}(?P<body>[A-Za-z0-9+/=]{{24,100}})"
        r"|PuTTY-User-Key-File-[23]: ?(?P<kind>[a-z0-9-]{4,30}))",
        "looks like a private key; keep it in a file of its own and name that here",
        cased=True,
        judge=_key_block,
        also=("PRIVATE KEY", "PuTTY-User-Key-File"),
    ),
    *assigned.PATTERNS,
)
