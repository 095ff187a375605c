from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.index.stopwords import content, is_stop, phrase_at

FILLER = (
    "上次讨论过的 我们 之前 那个 是怎么定的 什么 来着 帮我找一下 关于 请问 的 了 吗 一下 在 你 还记得 有没有 事 问题"
)
RUNS = st.lists(st.sampled_from([*FILLER.split(), "缓存", "索引策略", "锁", "前端"]), min_size=1).map("".join)


@pytest.mark.parametrize("word", ["the", "we", "did", "don't", "what's", "i'll", "isn't", "not"])
def test_function_words(word: str) -> None:
    assert is_stop(word)


@pytest.mark.parametrize("word", ["cache", "may", "last", "before", "don", "user's", "o'clock", "c", "it-is", "锁", ""])
def test_other_words(word: str) -> None:
    assert not is_stop(word)


def test_phrases_around_a_question() -> None:
    words = "the other day we talked about the cache".split()
    assert [phrase_at(words, at) for at in range(len(words))] == [3, 0, 0, 3, 2, 0, 0, 0]


@pytest.mark.parametrize(
    ("run", "kept"),
    [
        ("上次讨论过的缓存索引是怎么定的", "缓存索引"),
        ("帮我找一下以前说的部署流程", "部署流程"),
        ("我一直搞不清楚同步冲突和合并是怎么回事", "同步冲突和合并"),
        ("之前那个登录接口有什么问题", "登录接口 问题"),
        ("能不能帮我看看上次那个报错", "报错"),
        ("请帮我总结一下上周会议", "上周会议"),
        ("有没有关于同步冲突的记录", "同步冲突的记录"),
        ("你还记得我喜欢什么咖啡吗", "我喜欢 咖啡"),
        ("你记不记得我家猫叫什么名字", "我家猫 名字"),
        ("我的生日是什么时候", "生日"),
        ("刚才那个命令是什么来着", "命令"),
        ("忘了上次怎么解决的内存泄漏", "解决的内存泄漏"),
        ("内存泄漏后来怎么解决的", "内存泄漏 解决"),
        ("备份方案咱们之前聊过的", "备份方案"),
        ("关于缓存我们讨论过什么", "缓存"),
        ("对于冲突我们是怎么处理的", "冲突 处理"),
        ("缓存怎么配置", "缓存 配置"),
        ("公司的地址是多少", "公司的地址"),
        ("说明文档在哪里", "说明文档"),
        ("测试环境的密码是啥", "测试环境的密码"),
        ("的模型", "模型"),
        ("上次说的锁", "锁"),
        ("锁", "锁"),
    ],
)
def test_what_surrounds_a_question_is_cut(run: str, kept: str) -> None:
    assert " ".join(run[start:end] for start, end in content(run).kept) == kept


@pytest.mark.parametrize(
    "run",
    [
        *"使用 用户反馈 请求头 的士费用 迁移的目的 附近的酒吧 以前端为主 查看日志".split(),
        *"除了缓存 我不吃辣 我老婆的生日 不觉感喟了一回 我如今赏他一".split(),
    ],
)
def test_what_only_looks_so_is_kept(run: str) -> None:
    assert content(run) == ([(0, len(run))], [])


@pytest.mark.parametrize("run", "上次 之前 我们 怎么用 是什么 做的 的 上次讨论过的 那个谁 是怎么回事来着".split())
def test_nothing_is_kept_of_what_only_surrounds(run: str) -> None:
    assert content(run) == ([], [(0, len(run))])


@given(RUNS | st.text(alphabet="上次讨论过的我们怎么什用是缓存锁吗了", min_size=1))
def test_every_character_is_kept_or_cut(run: str) -> None:
    kept, cut = content(run)
    places = sorted(kept + cut)
    assert [place for span in places for place in range(*span)] == list(range(len(run)))
    assert kept or len(run) == 1 or cut == [(0, len(run))]
