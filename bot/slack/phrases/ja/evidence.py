"""What the evidence of a diagnosis says, in Japanese."""

from __future__ import annotations


def evidence_sentence(kind: str) -> str:
    """Return the words of a sentence of evidence, or of a part of one, by its kind."""
    return _EVIDENCE.get(kind, _EVIDENCE["no_check"])


_EVIDENCE = {
    "passed_over": "{page} は読み込まれません: {reason}。",
    "in_source": "{page} は元の場所 ({root}) にあり読めますが、索引にありません。",
    "nowhere": "{page} は {collection} の索引にも元の場所にもありません。",
    "source_unknown": "{page} は {collection} の索引になく、元の場所は確認できません。",
    "changed_since": "{wording} は今の {page} にありますが、索引の本文にはありません。",
    "reading_lost": "{wording} は {page} のファイルにありますが、読み込みで失われました。",
    "reader_said": "読み込み時の記録: {warnings}",
    "no_text": "{wording} は {page} の本文にありません: {warnings}",
    "not_written": "{page} は索引にありますが、人が答えた内容はまだ書かれていません: {wording}。",
    "cut_apart": "{wording} は {page} には全文がありますが、どのチャンクにも収まっていません。"
    "{start} から {end} までで、{boundaries}。",
    "boundary": "チャンク {chunk} は {end} 文字目で終わります",
    "outside_scope": "{page} は {collection} にあり、{asker} は {place} からは検索できません。"
    "そこで検索できるのは {scope} です。",
    "not_asked_of": "{page} は {collection} にありますが、質問の対象は {scope} だけでした。",
    "asker_unnamed": "名前のない人",
    "place_unnamed": "名前のない場所",
    "nothing": "なし",
    "drifted": "検索したのは {query} で、ページは{at}でした。一方、{reference}。",
    "as_it_stood": "元のメッセージ",
    "own_words": "本人の言葉ではページが {place} 位です",
    "reference": "「{query}」ではページが {place} 位です",
    "at": "{place} 位",
    "not_there": "なし",
    "not_at_all": "見つからず",
    "legs": "単語: {words}、意味: {meaning}。",
    "not_searched": "検索なし ({reasons})",
    "no_leg": "その検索はありません",
    "not_among": "{count} 件のチャンクに入っていません",
    "not_among_scored": "{count} 件のチャンクに入っていません (スコア {best} から {least})",
    "another_index": "検索したのは索引 {index} です。そこにページがあったかは分かりません。",
    "fused_out": "単語で{words}、意味で{meaning}、統合後は{fused}。先に進むのは上位 {first} "
    "ページです。",
    "left_out": "{page} は除外されました: {reason}。",
    "freshness_out": "新しさの規則により {page} は除外されました: {reason}。",
    "newer_first": "新しさの規則により {page} は {before} 位から{at}に移りました。"
    "新しいページが先になります。",
    "reranked_out": "統合後は{fused}。{reranker}により{at}になり、上位 {top} ページを数えます。",
    "the_reranker": "リランカー {name}",
    "nobody": "並べ替えなし",
    "at_score": "{place} 位 (スコア {score})",
    "notes": "記録: {notes}。",
    "not_packed": "順位は{at}でしたが、渡されませんでした: {reason}。",
    "no_room": "順位は{at}でしたが、その前に {count} 件の抜粋が渡されました: {pages}。",
    "passage_missing": "{page} は渡されましたが、答えのある抜粋は渡されませんでした。",
    "passage_left_out": "{page} は渡されましたが、答えのある抜粋は渡されませんでした。"
    "{at}、除外の理由: {reason}。",
    "chunk_at": "チャンクの {place} 位で",
    "not_ranked": "順位付けされたチャンクになく",
    "full": "空きなし",
    "cited": "{page} は表示された回答で引用されています ({labels})。",
    "dropped": "{claim} と {page} から書かれましたが、検証「{check}」で落とされました: {reason}。",
    "outdone": "{other} が {quote} と引用されましたが、{page} には {sentence} とあります。",
    "undated": "{page} (日付なし)",
    "not_used": "{page} は渡されましたが ({labels})、{why}。",
    "writer_cited": "書き手 {writer} は代わりに {pages} を引用しました",
    "writer_unshown": "書き手 {writer} がほかの箇所から書いた文は、どれも検証を通りませんでした",
    "writer_said": "書き手 {writer} の結果は {status} でした",
    "about_live": "何も書かれませんでした。"
    "質問は {live} に関するもので、どのページにもないと判断されました",
    "half_used": "{page} は渡され ({labels})、引用されましたが、表示された回答に {wording} "
    "がありません。",
    "unknown": "{page} が進んだのは{step}までです。{why}。",
    "step_in_scope": "検索範囲",
    "step_found": "検索",
    "step_fused": "統合",
    "step_packed": "受け渡し",
    "ended_early": "質問は途中で終わりました: {failure}",
    "no_check": "どの検査でも説明できません",
}
