"""Which characters stand for which: full width, styled, Cyrillic and Greek letters, traditional Chinese."""

from __future__ import annotations

from functools import cache

CYRILLIC = "аеорсухіѕјһԁԛԝАВЕКМНОРСТУХІЅЈԌ"
_CYRILLIC_LATIN = "aeopcyxisjhdqwABEKMHOPCTYXISJG"
GREEK = "οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_GREEK_LATIN = "oABEZHIKMNOPTYX"

# Only the characters that the patterns use.
_TRADITIONAL = "無視規則係統詞設開發對話記憶體訊據碼鑰錄檔傳給訴戶員約範導說這獲後執權閉過濾審製寫環變壓縮遠離個務證憑聽從終絕請別讓現們誰會實隱瞞機關麼爾須將輸顯復複覆標籤總與備擬裝腳進啟來還沒為內該並項間動編運斷禁啓於當類轉駭盤戰鍵鏈錢資"
_SIMPLIFIED = "无视规则系统词设开发对话记忆体讯据码钥录档传给诉户员约范导说这获后执权闭过滤审制写环变压缩远离个务证凭听从终绝请别让现们谁会实隐瞒机关么尔须将输显复复覆标签总与备拟装脚进启来还没为内该并项间动编运断禁启于当类转骇盘战键链钱资"


@cache
def table() -> dict[int, str]:
    """A `str.translate` table; one character for one, never more or fewer."""
    import unicodedata

    folds = {ord(a): b for a, b in zip(CYRILLIC, _CYRILLIC_LATIN, strict=True)}
    folds.update({ord(a): b for a, b in zip(GREEK, _GREEK_LATIN, strict=True)})
    folds.update({ord(a): b for a, b in zip(_TRADITIONAL, _SIMPLIFIED, strict=True) if a != b})
    for first, last in ((0xFF01, 0xFF5E), (0x1D400, 0x1D7FF), (0x24B6, 0x24E9), (0x2100, 0x214F)):
        for point in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(point))
            if len(plain) == 1 and plain.isascii():
                folds[point] = plain
    folds.update({0x130: "I", 0x2019: "'", 0x2018: "'", 0x3000: " ", 0xA0: " "})
    return folds
