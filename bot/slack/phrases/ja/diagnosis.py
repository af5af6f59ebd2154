"""What is said of where the right page of an answer was lost, in Japanese."""

from __future__ import annotations


def diagnosed_now(stage_: str, page: str) -> str:
    """Say which stage loses a page now."""
    return f"*現在:* {_STAGES.get(stage_, _STAGES['unknown'])}（{page}）"


def diagnosed_then(stage_: str, page: str) -> str:
    """Say which stage lost a page when it was asked."""
    return f"*質問の時点:* {_STAGES.get(stage_, _STAGES['unknown'])}（{page}）"


def diagnosed_same() -> str:
    """Say that it was the same then."""
    return "質問の時点でも同じでした。"


def diagnosis_evidence(evidence: str) -> str:
    """Give the evidence."""
    return f"_根拠:_ {evidence}"


def diagnosis_to_do(stage_: str) -> str:
    """Say what to do about a stage."""
    return f"_対処:_ {_TO_DO.get(stage_, _TO_DO['unknown'])}"


def diagnosis_place(order_: str, place: int) -> str:
    """Say at which place of an order a page stood."""
    return f"{_ORDERS.get(order_, '順位:')} {place}位"


def diagnosis_places(places: str) -> str:
    """Say where a page stood in each order."""
    return f"_ページの順位:_ {places}"


def diagnosis_kept(case: str) -> str:
    """Say that the page is kept as the right one, and how to see it again."""
    return (
        f"ケース {case} の正しいページとして記録しました。修正後の確認: `scripts.diagnose {case}`"
    )


def diagnosis_no_page(link: str) -> str:
    """Say that no page that they may see has a link."""
    return (
        f"あなたが見られるページの中に、リンク {link} のものはありません。"
        "索引にないか、別のリンクになっています。何も記録していません。"
    )


def diagnosis_nothing() -> str:
    """Say that there is no answer that a page could be the right one of."""
    return "ここには、そのページが正解となる私の回答がありません。"


def diagnosis_hidden() -> str:
    """Say that the answer rests on pages that they may not see."""
    return "この回答は、あなたが検索できない場所も検索しています。これ以上はお伝えできません。"


def diagnosis_failed(reason: str) -> str:
    """Say that it could not be found out."""
    return f"ページがどこで失われたかを調べられませんでした: {reason}"


_STAGES = {
    "not_read": "ページが読み取られていません",
    "in_no_source": "ページがコレクションのどの元の場所にもありません",
    "not_indexed": "ページが索引にありません",
    "not_written": "ページにはまだ書かれていません",
    "cut_apart": "答えが二つのチャンクに分かれています",
    "outside_scope": "ページがそこで検索できる範囲の外にあります",
    "rewrite_drifted": "質問の言い換えが元の意味から離れました",
    "not_found": "語句でも意味でもページが見つかりませんでした",
    "not_found_by_words": "語句では見つからず、意味の検索は行われませんでした",
    "not_found_by_meaning": "意味では見つからず、語句の検索は行われませんでした",
    "lost_in_fusion": "語句と意味の結果を合わせたときにページが失われました",
    "lost_by_reranker": "リランカーがページを落としました",
    "lost_by_budget": "ページが資料に入りませんでした",
    "packed_not_used": "ページは渡されましたが、使われませんでした",
    "claim_dropped": "ページから書かれた文が検証を通りませんでした",
    "stale_or_conflicting": "ページが古いと見なされたか、別のページが違うことを述べています",
    "answered_rightly": "ページは引用されており、失われていません",
    "unknown": "既知の段階では説明できません",
}
_TO_DO = {
    "not_read": "読み取れる形式で保存し、索引を作り直してください。",
    "in_no_source": "実在するページを指定するか、そのフォルダーを索引に加えてください。",
    "not_indexed": "scripts.ingest で索引に加えてください。",
    "not_written": "回答をページに書いて索引を更新してください。"
    "既に書かれているなら、ケースにラベルを付けてください。",
    "cut_apart": "まとまる内容を一つの見出し、リスト、表に入れてください。",
    "outside_scope": "ポリシーでコレクションを開くか、開いている場所で質問してください。",
    "rewrite_drifted": "回答の下の検索文を見てください。直すと学習に使われます。",
    "not_found": "人が使う言葉をページに入れるか、同義語を加えてください。",
    "not_found_by_words": "ページを埋め込んでください（scripts.index status）。",
    "not_found_by_meaning": "トレースで語句検索のエラーを見てください。",
    "lost_in_fusion": "ページを見つけていない方の検索を見てください。",
    "lost_by_reranker": "scripts.tune でリランカーを学習させるか、別のものを試してください。",
    "lost_by_budget": "同じ内容のページをまとめるか、資料を増やしてください（FOOTNOTE_SOURCES）。",
    "packed_not_used": "プロンプトと文章モデルを見るか、引用だけの書き手を"
    "調整してください (scripts.calibrate)。",
    "claim_dropped": "引用を見てください。ページの文と一字一句同じでなければなりません。",
    "stale_or_conflicting": "ページの日付や状態を直すか、もう一方のページを廃止してください。",
    "answered_rightly": "何もありません。それでも誤りなら、ラベルに正しい内容を書いてください。",
    "unknown": "scripts.explain で各段階を見てください。",
}
_ORDERS = {
    "words": "語句",
    "meaning": "意味",
    "fused": "統合",
    "reranked": "再順位付け",
}
