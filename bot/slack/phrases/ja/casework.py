"""What the window of a case says, in Japanese."""

from __future__ import annotations


def case_state(state: str) -> str:
    """Name the state of a case."""
    return _STATES.get(state, _STATES["new"])


_STATES = {
    "new": "新規",
    "triaged": "確認済み",
    "fixed": "修正済み",
    "kept": "検査として保持",
    "dropped": "対象外",
    "withdrawn": "取り下げ",
}


def case_kind(kind: str) -> str:
    """Name where a case comes from."""
    return _KINDS.get(kind, _KINDS["imported"])


_KINDS = {
    "complaint": "回答に低い評価が付きました",
    "praise": "回答に高い評価が付きました",
    "human": "人が回答しました",
    "grade": "抽出した回答が採点されました",
    "imported": "取り込んだもの",
}


def case_event(what: str) -> str:
    """Name what was done with a case."""
    return _EVENTS.get(what, _EVENTS["moved"])


_EVENTS = {
    "labelled": "正解を登録",
    "moved": "状態を変更",
    "asked_in": "質問する範囲を指定",
    "folded": "ほかのケースにまとめた",
    "unfolded": "まとめを解除",
}


def case_stands(kind: str, state: str) -> str:
    """Say where a case comes from and what has become of it."""
    return f"{kind}。ケースの状態: {state}。"


def case_folded(cases: int) -> str:
    """Say how many cases were folded into one."""
    return f"同じ質問としてまとめたケース: {cases}"


def case_step(day: str, what: str, state: str, note: str) -> str:
    """Tell a step that was taken with a case."""
    return f"{day}: {what}、その後は{state}" + (f": {note}" if note else "")


def case_reasons(reasons: str) -> str:
    """Say why people dislike the answer."""
    return f"低い評価の理由: {reasons}"


def case_named(pages: str) -> str:
    """Show the pages that people named as right."""
    return f"挙げられたページ:\n\n{pages}"


def case_save() -> str:
    """Label the button that keeps what was decided."""
    return "保存"


def case_right() -> str:
    """Label the field for the right pages."""
    return "答えが載っているページ"


def case_right_hint() -> str:
    """Say how pages are given."""
    return "1 行に 1 つ: リンク、パス、または「コレクション:パス」。"


def case_expected() -> str:
    """Label the field for the right answer."""
    return "本来の回答"


def case_refuse_label() -> str:
    """Label the box for questions that are rightly refused."""
    return "答えが載っているページはない"


def case_refuse() -> str:
    """Label the choice that a refusal is right."""
    return "回答しないのが正しい"


def case_state_label() -> str:
    """Label the field for the state."""
    return "ケースの扱い"


def case_note() -> str:
    """Label the field for the reason."""
    return "理由"


def case_note_hint() -> str:
    """Say when a reason is needed."""
    return "検査として保持する場合と対象外にする場合に必要です。"


def case_fold() -> str:
    """Label the field for the case that asks the same."""
    return "同じ質問のケース"


def case_alone() -> str:
    """Label the choice that a case stands by itself."""
    return "ほかのケースはない"


def case_needs_note() -> str:
    """Say that a reason is missing."""
    return "理由を書いてください。後で見る人に必要です。"


def case_no_page() -> str:
    """Say that a page was not found."""
    return "検索を許可されたページの中に見つかりません。リンクかパスを入力してください。"


def case_pages_unknown() -> str:
    """Say that pages could not be looked up."""
    return "今はページを調べられませんでした。もう一度試してください。"


def case_not_folded() -> str:
    """Say that a case cannot be folded so."""
    return "そのケースにはまとめられません。別のケースを選んでください。"
