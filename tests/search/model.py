"""A small static model, built on the spot: pairs of an English and a Chinese word that mean the same."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

_PAIRS = """
launch:发布 confirm:确认 budget:预算 gold:黄金 garden:花园 customer:客户 notice:通知 test:测试 contract:合同
battery:电池 meeting:会议 project:项目 price:价格 market:市场 bank:银行 doctor:医生 sleep:睡眠 running:跑步
dinner:晚饭 weather:天气 travel:旅行 hotel:酒店 music:音乐 book:读书 server:服务 memory:内存 network:网络
release:上线 rollback:回滚 failure:故障 school:学校 teacher:老师 child:孩子 friend:朋友 weekend:周末 water:水
"""
PAIRS = dict(pair.split(":") for pair in _PAIRS.split())


def build_model(folder: Path, *, dimensions: int = 24, seed: int = 1, **config: object) -> Path:
    """Write config.json, model.safetensors (int8) and tokenizer.json below `folder` and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    characters = sorted(set("".join(PAIRS.values())) - set(PAIRS.values()))  # known, so that no run of them is lost
    tokens = [*(f"▁{word}" for word in PAIRS), *PAIRS.values(), "<unk>", "▁", *characters]
    meanings = np.random.default_rng(seed).normal(size=(len(PAIRS), dimensions))
    vectors = np.vstack([meanings, meanings, np.zeros((len(tokens) - 2 * len(PAIRS), dimensions))])
    save_file({"embeddings": np.rint(vectors * 30).clip(-127, 127).astype(np.int8)}, folder / "model.safetensors")
    vocabulary = {token: number for number, token in enumerate(tokens)}
    options = {"unk_token": "<unk>", "continuing_subword_prefix": "", "max_input_chars_per_word": 1_000}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, **options))
    unknown = Regex(f"[^a-z{''.join(characters)}]")
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFKC(), normalizers.Lowercase(), normalizers.Replace(unknown, " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex("[\u4e00-\u9fff]{1,64}"), "isolated"),
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace("▁", prepend_scheme="always", split=True),
        ]
    )
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    settings = {"normalize": True, "max_length": None, **config}
    (folder / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder
