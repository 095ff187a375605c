"""Words with which people speak about what they remember, rather than of it.

`what did we decide about X`, `把之前讨论过的 X 找出来给我看看`: beside X the rest says nothing; alone it is looked for
as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from memgit.text.tokens import Token, pieces

_ENGLISH = """
again ago already answer anything ask chat come conclusion conversation day deal decide decision describe detail did
discuss do earlier end exactly explain find found get give go handle happen help here idea information issue just keep
kind know last later learn look made make matter mean memory mention mind moment need note once part place please point
previous previously problem question recall recent recently recollect record regarding remember remind said same save
saw say see session show skill somehow something somewhere soon speak store story stuff suggest take talk tell thing
think thought time today told topic try turn use used want way week went were while word work write written wrote
yesterday
"""

_CHINESE = """
一下 一个 一些 一条 一样 上回 上次 上面 下来 不是 东西 为什么 为何 之前 事情 什么 介绍 以前
以后 会话 出来 到底 办法 历史 原来 原因 告诉 咱们 哪个 哪些 哪里 回忆 回答 地方 大家 存过 完整
对话 帮我 帮忙 应该 当初 当时 怎么 怎样 怎么样 情况 想想 我们 所有 找到 找出 技能 提到 提过
搜索 搜一下 时候 是否 曾经 最后 最近 有关 有没有 来着 查一下 查找 条目 样子 注意 清楚 现在 目前
看看 确认 知道 笔记 给我 结果 结论 继续 聊过 聊天 翻出来 自己 讨论 让我 记录 记得 记忆 记过
说法 说过 请问 这个 这些 这样 那个 那些 那样 那条 部分 里面 问题 问过 需要 顺便
"""


@cache
def chaff() -> frozenset[str]:
    """The tokens of these words."""
    words = (_ENGLISH + _CHINESE).split()
    return frozenset(token.text for word in words for piece in pieces(word) for token in piece.tokens)


def weighty(tokens: Iterable[Token]) -> list[Token]:
    """The tokens that say what is looked for: all, if all of them are chaff."""
    tokens = list(tokens)
    return [token for token in tokens if token.text not in chaff()] or tokens
