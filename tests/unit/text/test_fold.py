"""One form for texts that a reader takes for the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memgit.text.fold import aligned, fold, plain

ODD = "aZé́ı̇ﬁ…ﾞﾟｶかが゙ㄱㅏ각각가㍿①後后ßſΣςΐᾳ≠≠̸a̸\u0344\u0345ா்ெி் Å㎏😀👍🏽\ufe0f\u200dＡ！"
TEXTS = st.text() | st.text(alphabet=ODD)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("", ""),
        ("Plain ASCII", "plain ascii"),
        ("Café naïve ÅNGSTRÖM", "cafe naive angstrom"),
        ("Cafe\u0301", "cafe"),
        ("Łódź Ørsted đ cœur Æon İstanbul ılık", "lodz orsted d coeur aeon istanbul ilik"),
        ("STRASSE Straße", "strasse strasse"),
        ("ΟΔΌΣ οδός", "οδοσ οδοσ"),
        ("Ёлка", "елка"),
        ("ＡＢＣ１２３（全角）：！", "abc123(全角):!"),
        ("ﬁne…", "fine..."),
        ("don’t re‑use", "don't re-use"),
        ("co\u00adop ❤\ufe0f 1\ufe0f\u20e3", "coop ❤ 1"),
        ("著名的資料庫設計", "着名的资料库设计"),
        ("ガギ か\u3099 が か", "ガギ が が か"),
        ("ｶﾞｷﾞﾊﾟ", "ガギパ"),
        ("한국어", "한국어"),
        ("한\u1100\u1161", "한가"),
        ("≠ x²", "≠ x2"),
    ],
)
def test_fold(written: str, plain: str) -> None:
    assert fold(written) == plain


PAIRS = """
裏里 裡里 著着 臺台 後后 乾干 髮发 發发 隻只 麵面 鐘钟
鍾钟 週周 爲为 為为 衆众 眾众 羣群 綫线 線线
説说 說说 麼么 衞卫 啓启 啟启 薴苎
"""


@pytest.mark.parametrize("pair", PAIRS.split())
def test_traditional_characters_are_simplified_ones(pair: str) -> None:
    assert fold(pair[0]) == fold(pair[1]) == pair[1]


@given(TEXTS)
@example("e\u0301")
@example("ㄱㅏ")
@example("ｶﾞ")
def test_aligned_is_fold_with_origins(text: str) -> None:
    folded = aligned(text)
    at = list(folded.at)
    assert folded.text == fold(text)
    assert len(at) == len(folded.text) + 1
    assert at == sorted(at)
    assert at[-1] == len(text)
    assert all(0 <= index < len(text) for index in at[:-1])


@given(TEXTS)
@example("か\u0301\u3099")
@example("=\u0338")
def test_the_quick_way_is_the_right_one(text: str) -> None:
    assert fold(text) == "".join(map(plain, unicodedata.normalize("NFKC", text))).casefold()


@given(st.lists(TEXTS))
def test_lines_fold_alone(lines: list[str]) -> None:
    assert fold("\n".join(lines)) == "\n".join(map(fold, lines))


def test_origins() -> None:
    assert aligned("ab").at == range(3)
    assert list(aligned("xe\u0301ﬁ後b").at) == [0, 1, 3, 3, 4, 5, 6]
    assert list(aligned("ｶﾞa").at) == [0, 2, 3]


def test_every_character_is_plain_after_one_fold() -> None:
    blocks = (range(0x80, 0x3400), range(0xF900, 0x10000), range(0x1D400, 0x1F800), range(0x2F800, 0x2FA20))
    texts = [chr(point) for block in blocks for point in block]
    assert [text for text in texts if fold(fold(text)) != fold(text) or aligned(text).text != fold(text)] == []


def test_what_composes_is_folded_together() -> None:
    for point in range(0x80, 0x12000):
        pair = unicodedata.decomposition(chr(point)).split()
        if len(pair) == 2 and pair[0][0] != "<":
            text = "".join(chr(int(part, 16)) for part in pair)
            assert aligned(text).text == fold(text)
