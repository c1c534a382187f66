"""Which tags are found to be one, with what tier and reason, and how they are grouped."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reme_tui.tidy.duplicates.find import Duplicates, duplicates_among, find_duplicates
from reme_tui.tidy.duplicates.tag_names import TagNames


def tier(one: str, other: str) -> str:
    """The tier of two tags alone, or `none`."""
    pairs = find_duplicates({one: 1, other: 1}).pairs
    return pairs[0].tier if pairs else "none"


HIGH = """
Deep_Learning|deep-learning  QuarterlyReview|quarterly_review  HTTPClient|http-client  Bogotá|Bogota  Wrocław|wroclaw
Schröder|Schroeder  smörgåsbord|smorgasbord  ＫＰＩ|KPI  ﾃｽﾄ|テスト  區塊鏈|区块链  Q3_2025|2025年第三季度
Q3-25|2025-Q3  Chapter_IV|chapter_4  第五期|第5期
十月|10月  2025-10|2025年10月  3rd_edition|third_edition  Top_5|Top_Five
World_War_II|World_War_2  ⚡energy|energy  #draft|draft  F#|F_sharp  Tom_&_Jerry|tom-and-jerry  H&M|HM  S&P|SnP
50%|50_percent  C.S._Lewis|CS_Lewis  U.K.|UK  e-book|ebook  O'Neill|ONeill  《红楼梦》|红楼梦  goals_2025|2025_goals
C♯|C#  J#|J_sharp  .NET|dotnet  £20|20_pound  Q2'25|Q2_2025  FY2024_H2|H2_FY2024  2025-W07|2025_week_7
B-|b_minus  Project-|Project  第十二课|第12课  Louis_XIV|Louis_14  tyre_change|tire_change  歷史|历史  €500|500_euro
NLP|natural_language_processing  PTSD|post_traumatic_stress_disorder  SOPs|SOP  LLMs|LLM  movie_night|movie_nights
Guangzhou|广州  Zhang_Yiming|张一鸣  Globex_Ltd|Globex_Limited  reciept|receipt  libary|library
theatre|theater  Newton's_law|Newton_law  the_art_of_peace|art_of_peace  repo|repository  Project\tX|project_x
"""
LIKELY = """
potatoes|potato  heroes|hero  Frauen|Frau  Supplier_Contract|Supplier_Contracts  Alice_Note|Alice_Notes
Vestas_A/S|Vestas  Aldi_GmbH_&_Co_KG|Aldi
海康威视数字技术股份有限公司|海康威视  北航|北京航空航天大学  prod_env|production_environment  Team_2|二队  cotton|棉花
TDS|tax_deducted_at_source  contract_review|合同审查  Norway_cruise|cruise_Norway  tutor|家教
wolf|wolves  category|categories  Haus|Häuser  ciudad|ciudades  A_A_Milne|Alan_Alexander_Milne
E_B_White|Elwyn_Brooks_White  Queen_Elizabeth_II|Elizabeth_II  Singapor_trip|Singapore_trip
立讯精密工业股份有限公司|立讯精密  meeting_minutes|会议纪要  rag|retrieval_augmented_generation
Spotify_AB|Spotify  Samsung_Electronics_Co_Ltd|Samsung_Electronics  比亚迪股份有限公司|比亚迪
Dr_Jane_Goodall|Jane_Goodall  马云先生|马云  Bob_Marley|Robert_Marley  B_Obama|Barack_Obama
C_S_Lewis|Clive_Staples_Lewis  JRR_Tolkien|John_Ronald_Reuel_Tolkien
GRRM|George_R_R_Martin  sprint_planning|planning_sprint
Kurt_Vonnegut|Vonnegut_Kurt  weekly_report|report_weekly  University_of_Oxford|Oxford_University
Wang_Xiaobo|王小波  kung_fu|功夫
cloud_computing|云计算  Team_B|团队B
Stanford_University|斯坦福大学  investment_notes|投资笔记  BYD|比亚迪  人社部|人力资源和社会保障部
recomendation|recommendation  managment_plan|management_plan  Schwarzeneger|Schwarzenegger  登陆流程|登录流程
"""
LOOK = """
Clara|Clara_Jung  Jung|Clara_Jung  area/sleep|sleep  boat_house|house_boat  A_Chen|Anna_Chen
"""
NONE = """
Freiburg|Freiberg  interstate_law|intestate_law  concerts|concerns  inventions|intentions  summer|winter
v0.9|v0.10  Louis_XIV|Louis_XVI  第四季|第十四季  s01e02|s02e01  2025-01-02|2025-02-01  Room_12A|Room_12B
周杰|周杰伦  中信证券|中信银行  first_Solar|First_Republic  looks|look  times|time  premises|premise  damages|damage
€500|€50  .NET|NET
Claude-3|Claude-4  Route_66|Route_99  Chapter_IV|Chapter_VI  上半年|下半年  2025H1|2025H2  Team_X|TeamY  A股|H股
Swift|Swiftly  Perl|Pearl  Java|JavaScript  Volvo|Volvic  news|new  goods|good  Frank|Franks  RAG|rags  AWS|AW
upload|download  legal|illegal  macroeconomics|microeconomics  employer|employee  contact|contract  Zambia|Gambia
Christian_Berg|Christina_Berg  Maria_Rossi|Mario_Rossi  Kim_Johnson|Kim_Johnston  Joan_River|Joan_Rivers
Elizabeth_I|Queen_Elizabeth_II  tortuous|torturous  Nina_Lindberg|Nina_Lundberg  E_Bank|Elwyn_Bank
李明|李敏  王医生|汪医生
Beijing|背景  Shanghai|伤害  Weixin|威信  Guangzhou|广州大学  Tokyo|东京大学  Google|谷歌地图
数据仓库|数据库  电影院|电影学院  人名|名人  蜂蜜|蜜蜂
Q&A|quality_assurance  R&B|rhythm  API|apple_pie_idea  Project_AB|Project  art_company|art
A+|A-  C|C+  C+|C++  O+|O-  O|O-  AB+|AB-  Vitamin C|Vitamin C+  +1|-1  +1|1  <3|3
German|Germany  en-US|en-GB  Dr_Who|Who  🔥|✅  Siemens|Siemens_Energy_AG
"""


def cases(text: str) -> list[tuple[str, str]]:
    """The pairs of a block: two blanks apart, the two tags at a bar."""
    entries = (entry.split("|") for line in text.strip().split("\n") for entry in line.split("  "))
    return [(one, other) for one, other in entries]


@pytest.mark.parametrize(("one", "other"), cases(HIGH))
def test_the_same_but_for_how_it_is_written_is_high(one: str, other: str) -> None:
    assert tier(one, other) == "high"


@pytest.mark.parametrize(("one", "other"), cases(LIKELY))
def test_the_same_by_a_named_kind_of_evidence_is_likely(one: str, other: str) -> None:
    assert tier(one, other) == "likely"


@pytest.mark.parametrize(("one", "other"), cases(LOOK))
def test_what_a_person_must_see_first_is_a_look(one: str, other: str) -> None:
    assert tier(one, other) == "look"


@pytest.mark.parametrize(("one", "other"), cases(NONE))
def test_what_is_two_is_not_proposed_as_one(one: str, other: str) -> None:
    assert tier(one, other) in ("none", "look")


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ("Project_X", "project-x", "same words, only the separator differs"),
        ("Zürich", "Zurich", "same letters, only accents differ"),
        ("机器", "機器", "the same in simplified and in traditional characters"),
        ("ＡＩ", "AI", "same characters, only full and half width differ"),
        ("ener\u200bgy", "energy", "same words, only an emoji, a symbol or an invisible character differs"),
        ("⚡energy", "energy", "same words, only an emoji, a symbol or an invisible character differs"),
        ("İstanbul", "istanbul", "same letters, only the dot of a Turkish i differs (İ, ı)"),
        ("I\u0307stanbul", "Istanbul", "same letters, only the dot of a Turkish i differs (İ, ı)"),
        ("Diyarbakır", "Diyarbakir", "same letters, only the dot of a Turkish i differs (İ, ı)"),
        ("İstanbul_gezi", "istanbul-gezi", "same letters, only accents differ"),
        ("！！！", "!!!", "same characters, only full and half width differ"),
        ("Q1-26", "2026-Q1", "same words, only the number or date is written in another way"),
        ("wolf", "wolves", "one is the plural of the other (wolves)"),
        ("Xiang_Wu", "Wu_Xiang", "same words in another order"),
    ],
)
def test_the_first_reason_is_a_sentence_for_a_person(one: str, other: str, sentence: str) -> None:
    assert find_duplicates({one: 1, other: 1}).pairs[0].why[0] == sentence


@pytest.mark.parametrize("beside", ["", "\u0301", "\u20e3"])
def test_tags_without_letters_are_one_only_where_they_are_the_same(beside: str) -> None:
    """What they fold to would be nothing, or the accent alone."""
    signs = ("!!!", "???", "🎉", "🎂", "🎂🎂", "-", "&", "…")
    assert not find_duplicates(dict.fromkeys([sign + beside for sign in signs] + ["\u200b", "\ufe0f"], 1)).pairs
    assert {tier("❤" + beside, "❤\ufe0f" + beside), tier("..." + beside, "…" + beside)} == {"high"}


def test_spellings_of_one_key_are_pairs() -> None:
    found = find_duplicates({"Project_A": 3, "project a": 1})
    assert [(pair.a, pair.b, pair.tier) for pair in found.pairs] == [("Project_A", "project a", "high")]


def test_the_kept_one_has_most_notes_and_its_members_their_own_tiers() -> None:
    found = find_duplicates({"Project-A": 2, "Project_A": 14, "项目A": 3, "Project_B": 9})
    assert [(group.keep, group.notes, group.tier) for group in found.groups] == [("Project_A", 14, "high")]
    members = [(member.tag, member.notes, member.tier, member.ticked) for member in found.groups[0].members]
    assert members == [("Project-A", 2, "high", True), ("项目A", 3, "likely", False)]


def test_ties_are_kept_in_the_better_form() -> None:
    for best, other in (("Project_A", "PROJECT A"), ("Zürich", "Zurich"), ("energy", "⚡energy"), ("KPI", "ＫＰＩ")):
        assert [group.keep for group in find_duplicates({other: 1, best: 1}).groups] == [best]


def test_groups_do_not_chain() -> None:
    """Each is near the next, but not every one is near the kept one."""
    tags = {"Warren_Buffett": 1, "W_Buffett": 9, "Walter_Buffett": 1, "Walter-Buffett": 1, "Buffett_Warren": 1}
    found = find_duplicates(tags)
    near = {frozenset((pair.a, pair.b)) for pair in found.pairs}
    for group in found.groups:
        assert all(frozenset((group.keep, member.tag)) in near for member in group.members)


def test_a_first_name_does_not_pull_a_surer_pair_apart() -> None:
    found = find_duplicates({"Clara": 50, "Clara_Jung": 9, "clara-jung": 2})
    assert [(g.keep, g.tier, [m.tag for m in g.members]) for g in found.groups] == [
        ("Clara_Jung", "high", ["clara-jung"]),
        ("Clara", "look", ["Clara_Jung"]),
    ]


def test_pairs_known_to_be_two_are_neither_paired_nor_grouped() -> None:
    tags = {"LLM": 5, "LLMs": 2, "llm": 1}
    found = find_duplicates(tags, distinct=[frozenset(("llm", "LLMs"))])
    assert frozenset(("llm", "LLMs")) not in {frozenset((pair.a, pair.b)) for pair in found.pairs}
    assert all({"llm", "LLMs"} - {group.keep, *(m.tag for m in group.members)} for group in found.groups)


def test_an_alias_makes_a_pair_high() -> None:
    tags = {"Falcon": 4, "project-nightjar": 1}
    assert find_duplicates(tags) == Duplicates()
    found = find_duplicates(tags, aliases=[("Project_Nightjar", "falcon")])
    assert [(pair.tier, pair.score) for pair in found.pairs] == [("high", 1.0)]
    assert find_duplicates(tags, aliases=[("Project_Nightjar", "falcon")], distinct=[frozenset(tags)]).pairs == ()


def test_an_index_kept_up_to_date_gives_the_same_groups() -> None:
    names = TagNames.of(["Project_A", "Alice"]).add("Project-A").remove("Alice")
    tags = {"Project_A": 2, "Project-A": 1}
    assert duplicates_among(names, tags) == find_duplicates(tags)
    assert [pair.b for pair in names.pairs_with("project a")] == ["project a", "project a"]
    assert "project a" not in names


def test_nothing_one_tag_and_text_of_no_letters() -> None:
    for tags in (
        {},
        {"one": 1},
        {"": 1},
        {"": 1, " ": 1, "_": 2},
        {"🔥": 1, "✅": 1},
        {chr(0xD800): 1, chr(0xDFFF): 1},
    ):
        assert isinstance(find_duplicates(tags), Duplicates)


def test_very_many_spellings_of_one_word_stay_as_many_pairs() -> None:
    tags = {
        "-".join("machine_learning"[:cut]) + "machine_learning"[cut:] + "!" * n: 1
        for cut in (3, 9)
        for n in range(2000)
    }
    assert len(find_duplicates(tags).pairs) < 2 * len(tags)


def test_progress_counts_tags_and_may_stop_the_search() -> None:
    seen: list[tuple[int, int]] = []
    tags = {f"tag {number}": 1 for number in range(1500)}
    find_duplicates(tags, progress=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 1500)
    assert seen[-1] == (1500, 1500)

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        find_duplicates({"a": 1}, progress=stop)


def test_importing_reads_no_table() -> None:
    code = "from reme_tui.tidy.duplicates import find, tables; print(tables.lines_of.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0\n"


def test_reasons_are_the_same_in_every_run() -> None:
    tags = ["GoldmanSachs", "高盛", "Goldman_Sachs_Group_Inc", "USA", "United_States", "books", "📚book"]
    code = (
        "import sys; from reme_tui.tidy.duplicates.find import find_duplicates as find;"
        "print(find(dict.fromkeys(sys.argv[1:], 1)))"
    )
    command = [sys.executable, "-c", code, *tags]
    environments = ({"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"} for seed in "123")
    runs = {subprocess.run(command, env=env, capture_output=True, check=True).stdout for env in environments}
    assert len(runs) == 1
