"""Which characters stand for which: full width, styled, Cyrillic and Greek letters, traditional Chinese."""

from __future__ import annotations

from functools import cache

CYRILLIC = "аaеeоoрpсcуyхxіiѕsјjһhԁdԛqԝwАAВBЕEКKМMНHОOРPСCТTУYХXІIЅSЈJԌG"
"""Cyrillic letters, each followed by the Latin letter it looks like."""

GREEK = "οoΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX"
"""Greek letters, each followed by the Latin letter it looks like."""

_CHINESE = (
    "無无視视規规則则係系統统詞词設设開开發发對对話话記记憶忆體体訊讯據据碼码鑰钥錄录檔档傳传給给訴诉戶户員员約约範范導导說说"
    "這这獲获後后執执權权閉闭過过濾滤審审製制寫写環环變变壓压縮缩遠远離离個个務务證证憑凭聽听從从終终絕绝請请別别讓让現现們们"
    "誰谁會会實实隱隐瞞瞒機机關关麼么爾尔須须將将輸输顯显復复覆复標标籤签總总與与備备擬拟裝装腳脚進进啟启來来還还沒没為为內内"
    "該该並并項项間间動动編编運运斷断啓启於于當当類类轉转駭骇盤盘戰战鍵键鏈链錢钱資资號号幫帮問问報报單单點点鎖锁獄狱"
)
"""Traditional characters, each followed by the simplified one; only those that the patterns use."""


def pairs(text: str) -> dict[int, str]:
    """A translate table from "abcd": `a` becomes `b`, `c` becomes `d`."""
    return {ord(seen): meant for seen, meant in zip(text[::2], text[1::2], strict=True) if seen != meant}


@cache
def table() -> dict[int, str]:
    """A `str.translate` table; one character for one, never more or fewer."""
    import unicodedata

    folds = pairs(CYRILLIC) | pairs(GREEK) | pairs(_CHINESE)
    for first, last in ((0xFF01, 0xFF5E), (0x1D400, 0x1D7FF), (0x24B6, 0x24E9), (0x2100, 0x214F)):
        for point in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(point))
            if len(plain) == 1 and plain.isascii():
                folds[point] = plain
    folds.update({0x130: "I", 0x2019: "'", 0x2018: "'", 0x3000: " ", 0xA0: " "})
    return folds
