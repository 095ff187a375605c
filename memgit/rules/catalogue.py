"""Every rule of these families, by code: what `help rule` shows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from memgit.model.diagnostic import Severity
from memgit.rules.linting import rules
from memgit.rules.rule import Rule

_NAMED = {
    "anthropic-key": "an Anthropic API key",
    "openrouter-key": "an OpenRouter API key",
    "openai-key": "an API key of OpenAI's form, which others use too",
    "github-token": "a GitHub token, classic, fine-grained, OAuth or app",
    "gitlab-token": "a GitLab token",
    "slack-token": "a Slack token",
    "aws-key": "an AWS access key id",
    "google-key": "a Google API key, OAuth client secret or access token",
    "npm-token": "an npm token",
    "pypi-token": "a PyPI token",
    "stripe-key": "a live Stripe key or webhook secret",
    "huggingface-token": "a Hugging Face token",
    "notion-token": "a Notion integration token",
    "sendgrid-key": "a SendGrid API key",
    "digitalocean-token": "a DigitalOcean token",
    "databricks-token": "a Databricks token",
    "shopify-token": "a Shopify token",
    "linear-key": "a Linear API key",
    "groq-key": "a Groq API key",
    "xai-key": "an xAI API key",
    "perplexity-key": "a Perplexity API key",
    "replicate-token": "a Replicate token",
    "tavily-key": "a Tavily API key",
    "figma-token": "a Figma token",
    "atlassian-token": "an Atlassian API token",
    "airtable-token": "an Airtable personal access token",
    "docker-token": "a Docker Hub token",
    "vault-token": "a HashiCorp Vault token",
    "tailscale-key": "a Tailscale key",
    "grafana-token": "a Grafana token",
    "supabase-token": "a Supabase secret key or access token",
    "postman-key": "a Postman API key",
    "newrelic-key": "a New Relic user key",
    "aliyun-key": "an Alibaba Cloud access key id",
    "tencent-key": "a Tencent Cloud secret id",
    "telegram-token": "a Telegram bot token",
    "discord-token": "a Discord bot token",
    "age-key": "an age secret key",
    "webhook": "a chat webhook address, which lets anyone post",
    "jwt": "a signed JSON web token",
    "private-key": "a private key in PEM, OpenSSH, PGP or PuTTY form",
    "assigned": "a random-looking value beside a word such as token or api_key",
    "password": "a value beside a word for a password",
    "bearer": "an authorization header with a token in it",
    "url-password": "an address with a password in it",
    "connection-key": "a connection string with its key",
}

_SAFETY = {
    "injection": (
        Severity.ERROR,
        "text that tells an agent to drop or replace its instructions, openly or in hidden markup",
    ),
    "exfiltration": (Severity.ERROR, "credentials, memories or conversations sent out, or credential files read out"),
    "role-hijack": (Severity.ERROR, "text that gives the agent another identity without its limits"),
    "deception": (Severity.ERROR, "text that tells an agent to hide what it does from the person"),
    "destructive": (Severity.ERROR, "commands that delete a home or system, format or overwrite a disk"),
    "persistence": (Severity.ERROR, "a way back in: foreign keys, start-up files, scheduled downloads, reverse shells"),
    "obfuscation": (Severity.ERROR, "encoded text that is run or obeyed, and text hidden in invisible characters"),
    "homoglyph": (Severity.WARNING, "a Latin word with letters of another alphabet in it"),
    "agent-config": (
        Severity.ERROR,
        "an agent's own instruction or settings file replaced, or its safeguards turned off",
    ),
}

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.code: rule
        for rule in (
            *(Rule(f"secret/{kind}", Severity.ERROR, doc) for kind, doc in _NAMED.items()),
            *(Rule(f"safety/{kind}", severity, doc) for kind, (severity, doc) in _SAFETY.items()),
            *(lint.RULE for lint in rules()),
        )
    }
)
