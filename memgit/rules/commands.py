"""`safety/destructive`, `persistence` and `obfuscation`: what commands would do."""

from __future__ import annotations

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern, Phrase
from memgit.rules.speech import cautious, commanded, ordered, suspected

_END = r"(?=[\s\"'`;&|)。，,]|$)"
_DISK = r"/dev/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|xvd[a-z]|disk\d|mmcblk\d)"
_WIPES = "deletes or overwrites a whole home, system or disk"
_SYSTEM = r"(?:etc|usr|home|var|boot|bin|lib|root|opt|system|users)"


DESTRUCTIVE: tuple[Pattern, ...] = (
    Pattern(
        "safety/destructive",
        ("rm -", "rm  -", "rm   -"),
        rf"\brm(?:\s{{1,3}}-{{1,2}}[a-z-]{{1,20}}){{1,4}}\s{{1,3}}(?:--\s)?[\"']?(?:/\*?|~/?\*?"
        rf"|\$\{{?home\}}?/?\*?|/{_SYSTEM}/?\*?){_END}",
        _WIPES,
        judge=commanded,
    ),
    Pattern(
        "safety/destructive",
        ("mkfs", "wipefs ", "dd ", "shred ", "> /dev/", ">/dev/", ">  /dev/"),
        rf"(?:\bmkfs(?:\.\w{{2,8}})?\s[^\n]{{0,60}}{_DISK}|\bwipefs\s[^\n]{{0,40}}{_DISK}"
        rf"|\bdd\s[^\n]{{0,40}}if=/dev/(?:zero|u?random)\s[^\n]{{0,40}}of={_DISK}"
        rf"|\bdd\s[^\n]{{0,40}}of={_DISK}[^\n]{{0,40}}if=/dev/(?:zero|u?random)"
        rf"|\bshred\s[^\n]{{0,40}}{_DISK}|(?<![12&])>\s{{0,2}}{_DISK})",
        _WIPES,
        judge=commanded,
        also=("/dev/",),
    ),
    Pattern(
        "safety/destructive",
        (":()", ": ()"),
        r":\s?\(\)\s?\{\s?:\|:\s?&\s?\}\s?;\s?:",
        "a fork bomb",
        judge=commanded,
        also=(":|:", ":|: "),
    ),
    Pattern(
        "safety/destructive",
        ("chmod ", "chown "),
        rf"\b(?:chmod|chown)\s{{1,3}}(?:-r|--recursive)\s{{1,3}}[\w:+=]{{1,20}}\s{{1,3}}(?:/|~|/{_SYSTEM})/?{_END}",
        "changes the rights of a whole home or system",
        judge=commanded,
    ),
    Pattern(
        "safety/destructive",
        ("> /etc/", ">/etc/", ">  /etc/", "truncate "),
        r"(?<![>0-9&])>\s{0,2}/etc/(?:passwd|shadow|fstab)\b|\btruncate\s[^\n]{0,30}/etc/(?:passwd|shadow|fstab)",
        "overwrites a system file",
        judge=commanded,
        also=("/etc/",),
    ),
    Pattern(
        "safety/destructive",
        ("rmtree(", "format c:", "format  c:", "del /", "rd /s", "remove-item "),
        r"(?:\brmtree\(\s?(?:[\"'](?:/|~|/home|/etc|c:\\{1,2})[\"']|path\.home\(\)"
        r"|os\.path\.expanduser\(\s?[\"']~[\"']\s?\))\s?[),]|\bformat\s{1,2}c:|\bdel\s"
        r"(?:/[a-z]\s){1,3}c:\\{1,2}(?:\*|windows|users|\s|$)|\brd\s/s(?:\s/q)?\sc:\\"
        r"|\bremove-item\s[^\n]{0,40}-recurse[^\n]{0,40}\s(?:c:\\{1,2}(?:\s|$|\*)|\$home\b|~))",
        _WIPES,
        judge=commanded,
    ),
    Pattern(
        "safety/destructive",
        ("delete ", "erase ", "wipe ", "destroy ", "remove "),
        Phrase(
            r"\b(?:delete|erase|wipe|destroy|remove) (?:all|every|everything|the entire|the whole) @3"
            r"(?:files?|data|memories|memory|backups?|skills|home director(?:y|ies)|disks?|hard drives?"
            r"|filesystem|git history) @4(?:on|in|from) (?:the |this |your |user's )@2(?:system|disk"
            r"|drive|computer|machine|home|server|host|home directory)\b"
        ),
        _WIPES,
        judge=suspected,
    ),
    Pattern(
        "safety/destructive",
        ("删除", "清空", "清除", "抹掉", "抹除", "格式化", "销毁", "擦除"),
        Phrase(
            r"(?:删除|清空|清除|抹掉|抹除|格式化|销毁|擦除)#4(?:所有|全部|整个|一切)?#4(?:硬盘|磁盘|主目录|系统文件|整个系统|根目录)#4(?:数据|文件|内容)?"
        ),
        _WIPES,
        judge=cautious,
        also=("硬盘", "磁盘", "主目录", "系统文件", "整个系统", "根目录"),
    ),
)

_OPENS = "opens or keeps a way in"


def _key_added(hit: Hit) -> Severity | None:
    """A literal key is foreign; one's own public key file is ordinary administration."""
    return None if ".pub" in hit.text.lower() else commanded(hit)


PERSISTENCE: tuple[Pattern, ...] = (
    Pattern(
        "safety/persistence",
        ("echo ", "printf ", "curl ", "wget "),
        r"\b(?:echo|printf|curl|wget)\s[^\n]{0,300}?(?:>>?|tee (?:-a )?)\s{0,3}[^\s]{0,60}authorized_keys",
        _OPENS,
        judge=_key_added,
        also=("authorized_keys",),
    ),
    Pattern(
        "safety/persistence",
        ("add ", "append ", "write ", "put ", "insert ", "install "),
        Phrase(
            r"\b(?:add|append|write|put|insert|install) (?:this|my|the following|these"
            r"|the attacker's) @3keys? @3(?:to|into|in) @2[^\s]{0,40}authorized_keys"
        ),
        _OPENS,
        judge=ordered,
        also=("authorized_keys",),
    ),
    Pattern(
        "safety/persistence",
        ("把", "将"),
        Phrase(r"(?:把|将)#14(?:公钥|密钥|key)#6(?:添加|加入|加|写入|写|追加|放)(?:到|进|入|至)?#8authorized_keys"),
        _OPENS,
        judge=lambda hit: (
            ordered(hit) if any(w in hit.text for w in ("我的", "以下", "下面", "这个", "这把")) else None
        ),
        also=("authorized_keys",),
    ),
    Pattern(
        "safety/persistence",
        ("echo ", "curl", "wget"),
        r"(?:\becho\s[^\n]{0,200}?\b(?:curl|wget|nc|bash -i|base64"
        r"|/dev/tcp)\b[^\n]{0,160}?\|\s{0,3}crontab\b|\b(?:curl"
        r"|wget)\b[^\n|]{0,160}\|\s{0,3}crontab\b|\becho\s[^\n]{0,160}\b(?:curl|wget"
        r"|nc)\b[^\n]{0,120}>>?\s{0,3}/etc/cron)",
        _OPENS,
        judge=commanded,
        also=("crontab", "/etc/cron"),
    ),
    Pattern(
        "safety/persistence",
        ("echo ",),
        r"\becho\s[^\n]{0,200}?(?:\bcurl\b|\bwget\b|\bnc\b|bash -i|base64 -{1,2}d"
        r"|/dev/tcp)[^\n]{0,160}>>\s{0,3}[^\s]{0,40}(?:\.bashrc|\.zshrc|\.z?profile|\.bash_profile"
        r"|rc\.local)",
        _OPENS,
        judge=commanded,
        also=(".bashrc", ".zshrc", ".profile", ".zprofile", ".bash_profile", "rc.local"),
    ),
    Pattern(
        "safety/persistence",
        ("/dev/tcp/", "/dev/udp/"),
        r"\bbash -i\s{0,3}>&\s{0,3}/dev/(?:tcp|udp)/"
        r"|\b(?:exec|sh|cat|bash)\b[^\n]{0,30}<>?\s{0,2}/dev/(?:tcp|udp)/[\w.$]{1,60}/\d",
        "a reverse shell",
        judge=commanded,
        lead=40,
        reach=80,
    ),
    Pattern(
        "safety/persistence",
        ("nc ", "ncat ", "netcat ", "mkfifo ", "socket.socket("),
        r"(?:\b(?:nc|ncat"
        r"|netcat)\s[^\n]{0,60}-[a-z]{0,4}[ec]\s{1,3}/?(?:bin/)?(?:ba|z|c|k)?sh\b"
        r"|\bmkfifo\s[^\n]{0,80}\|\s{0,3}(?:/bin/)?(?:ba)?sh\s[^\n]{0,60}\|\s{0,3}nc\b"
        r"|\bsocket\.socket\([^\n]{0,200}os\.dup2)",
        "a reverse shell",
        judge=commanded,
    ),
    Pattern(
        "safety/persistence",
        ("echo ",),
        r"\becho\s[^\n]{0,120}nopasswd[^\n]{0,80}(?:>>?|tee (?:-a )?)\s{0,3}/etc/sudoers",
        "gives rights without a password",
        judge=cautious,
        also=("nopasswd",),
    ),
    Pattern(
        "safety/persistence",
        ("git config --global core.", "git config --system core."),
        r"\bgit config --(?:global|system) core\.(?:hookspath|sshcommand|fsmonitor) ",
        "has every git command run a program",
        judge=cautious,
    ),
    Pattern(
        "safety/persistence",
        ("register ", "connect ", "report ", "beacon ", "check in ", "poll ", "fetch "),
        Phrase(
            r"\b(?:register with|connect to|report to|beacon to|check in with|poll|fetch (?:tasks"
            r"|commands|instructions) from) (?:the |our |my |a )?(?:c2|command[-\s]and[-\s]control)"
            r"(?: server)?\b"
        ),
        "ties the agent to a server that commands it",
        judge=ordered,
        also=("beacon", "command and control", "command-and-control", "c2 server", "check in with"),
    ),
)

_RUNS = "runs what it hides in an encoding"
_SHELL = r"(?:sudo\s)?(?:/bin/)?(?:ba|z|da|k)?sh\b|python[23]?\b|perl\b|node\b|ruby\b"
_INTO_SHELL = rf"[^\n|]{{0,80}}\|\s{{0,3}}(?:gunzip[^\n|]{{0,10}}\|\s{{0,3}})?(?:{_SHELL})"

OBFUSCATION: tuple[Pattern, ...] = (
    Pattern(
        "safety/obfuscation",
        ("base64 ", "xxd ", "openssl "),
        rf"(?:\bbase64\s{{1,3}}(?:-d\b|-{{1,2}}decode\b|-di\b)|\bxxd\s(?:-r\s-p|-p\s-r|-rp)\b"
        rf"|\bopenssl\s(?:enc\s-)?(?:base64|aes[\w-]{{0,20}})\s[^\n|]{{0,60}}-d\b){_INTO_SHELL}",
        _RUNS,
        judge=commanded,
    ),
    Pattern(
        "safety/obfuscation",
        ("echo ",),
        rf"\becho\s[^\n|]{{8,200}}\|\s?rev\b{_INTO_SHELL}",
        _RUNS,
        judge=commanded,
        also=("|rev", "| rev"),
    ),
    Pattern(
        "safety/obfuscation",
        ("eval", "function(", "exec", "bash -c ", "sh -c "),
        r"(?:\beval\s{0,2}\(\s?(?:window\.)?atob\(|\beval\s{0,2}\(\s?string\.fromcharcode"
        r"|\bfunction\(\s?atob\(|\b(?:exec|eval)\s?\(\s?(?:compile\(\s?)?"
        r"(?:__import__\(\s?[\"']base64[\"']\s?\)|base64)\.b64decode|\b(?:exec|eval)\s?\(\s?(?:bytes"
        r"|bytearray)\.fromhex|\b(?:exec|eval)\s?\(\s?(?:codecs\.decode|zlib\.decompress)"
        r"|\beval\s[\"']?\$\([^\n)]{0,160}base64\s-{1,2}d|\b(?:bash"
        r"|sh) -c [\"']?\$\([^\n)]{0,160}base64\s-{1,2}d)",
        _RUNS,
        judge=commanded,
        also=("base64", "atob", "fromhex", "fromcharcode", "decode(", "zlib.decompress"),
    ),
    Pattern(
        "safety/obfuscation",
        ("powershell", "pwsh"),
        r"\b(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,80}-e(?:nc|ncodedcommand|c)?\s{1,3}[a-z0-9+/=]{24,}",
        _RUNS,
        judge=commanded,
    ),
    Pattern(
        "safety/obfuscation",
        ("decode ",),
        Phrase(
            r"\bdecode (?:the |this |and )@4(?:base64|hex|rot13|string|text|message|payload"
            r"|instructions?|below|following) @6(?:and|then)(?: then)? (?:execute|run|eval|obey|follow"
            r"|carry out)\b"
        ),
        "has encoded text carried out as orders",
        judge=ordered,
    ),
    Pattern(
        "safety/obfuscation",
        ("解码", "还原", "解密"),
        Phrase(
            r"(?:解码|还原|解密)#14(?:base64|编码|字符串|密文|内容|文本|指令|下面|以下)#8(?:并|然后|再|后)#2(?:执行|运行|照做|遵照|遵循)"
        ),
        "has encoded text carried out as orders",
        judge=ordered,
    ),
)
