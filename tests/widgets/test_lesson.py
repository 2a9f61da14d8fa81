"""Questions: the answers of the rules document, nothing shown too early, help for every mistake."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pocketlib
import pocketwidgets
from pocketlib.graph import finish
from pocketwidgets import Exercise, Question, check
from pocketwidgets.answers import CHANCE, CHOICE, NUMBER, Slip, judged, off, read_answer, shown
from pocketwidgets.boards.landship.front import front_scene, lines_scene
from pocketwidgets.lesson import chance_line
from pocketwidgets.lessons import asks, plan_of, plans
from pocketwidgets.lessons.landship import dealing, dice, duels, turns
from pocketwidgets.lessons.landship.faces import AllFaces, face_rows
from pocketwidgets.lessons.landship.positions import listed
from pocketwidgets.lessons.mission_command import decisions, shots
from pocketwidgets.lessons.mission_command import duels as mc_duels
from pocketwidgets.lessons.plan import Compared, estimated, simulation_work
from pocketwidgets.lessons.scale import Row, scale

MISSION_COMMAND = pocketlib.game("mission_command")

every_plan = pytest.mark.parametrize("id", plans())
every_exercise = pytest.mark.parametrize(
    "id", [ask.id for plan in plans().values() for ask in plan.exercises]
)


# --- the numbers of the rules document, section 10 ---------------------------------------------

EXACT = {
    "LS-10.1": "1/2",
    "LS-10.2": "91/216",
    "LS-10.3": "91/216",
    "LS-10.4": "13/27",
    "LS-10.5": "9/20",
    "LS-10.6": "353/216",
    "LS-10.7": "Boar, Infantry Squad, Light Artillery",
    "LS-10.8": "hull 6, cannon 2, sponsons 3",
    "LS-10.9": "4031/1296",
    "LS-10.10": "91/216",
    "LS-10.11": turns.ROLL,
    "LS-10.12": "18/37",
    "LS-10.13": "7/72",
    "LS-10.14": "27270/28129",
    "LS-10.15": "83/162",
    "MC-10.1": "4/9",
    "MC-10.2": "8/23",
    "MC-10.3": "20160",
    "MC-10.4": "1/3",
    "MC-10.5": "1/2",
    "MC-10.6": "1/40",
    "MC-10.7": "27/28",
    "MC-10.8": "291841181607577165497/308184696497866080256",
    "MC-10.9": mc_duels.SOME,
    "MC-10.10": "2739777345/3262808641",
    "MC-10.11": "4015212580542798981/6773290032920133632",
    "MC-10.12": decisions.SAME,
    "MC-10.13": "the 5 opens",
    "MC-10.14": "11/9",
    "MC-10.15": "56992/83349",
}
EXERCISES = {
    "LS-10.1a": "1/8",
    "LS-10.2a": "8/27",
    "LS-10.3a": "5/27",
    "LS-10.4a": "91/108",
    "LS-10.5a": "1/5",
    "LS-10.6a": "91/216",
    "LS-10.7a": "1/120",
    "LS-10.8a": "3",
    "LS-10.9a": "863/1296",
    "LS-10.10a": "671/1296",
    "LS-10.11a": "13/24",
    "LS-10.12a": "64/37",
    "LS-10.12b": "101/323",
    "LS-10.13a": "1/30",
    "LS-10.14a": "5/6",
    "LS-10.15a": "155/216",
    "MC-10.1a": "26/27",
    "MC-10.1b": "4/3",
    "MC-10.2a": "14",
    "MC-10.2b": "28/69",
    "MC-10.3a": "120",
    "MC-10.4a": "20/27",
    "MC-10.5a": "1/4",
    "MC-10.5b": "1/3",
    "MC-10.6a": "1/1600",
    "MC-10.7a": "8/9",
    "MC-10.8a": "128/2187",
    "MC-10.8b": "7641/10192",
    "MC-10.9a": "42003220525956295/185207149337659904",
    "MC-10.10a": "65/81",
    "MC-10.11a": "280700950249737/357844993286144",
    "MC-10.12a": "1232010027/1350399232",
    "MC-10.13a": "8539737568009355191/663782423226173095936",
    "MC-10.14a": "4/3",
    "MC-10.15a": "220579413543/360247540625",
}


def fractions(*texts: str) -> list[Fraction]:
    return [Fraction(text) for text in texts]


def test_every_question_of_the_document_is_there():
    assert list(plans()) == list(EXACT)
    assert {*asks()} == {*EXACT, *EXERCISES}


@pytest.mark.parametrize(("id", "answer"), (EXACT | EXERCISES).items())
def test_the_answer_key_is_worked_out_and_right(id, answer):
    ask = asks()[id]
    expected = answer if ask.kind == CHOICE else Fraction(answer)
    assert ask.exact == expected
    assert check(id, answer).right


@pytest.mark.rule("LS-15", "LS-16")
def test_question_2_the_three_dice():
    rows = {row[0]: row[1:] for row in dice.order_table().rows}
    assert rows == {
        "lowest": ("91", "61", "37", "19", "7", "1", "49/24"),
        "middle": ("16", "40", "52", "52", "40", "16", "7/2"),
        "highest": ("1", "7", "19", "37", "61", "91", "119/24"),
    }


def test_question_3_the_boar_in_every_column():
    cells = [(row[1], row[3]) for row in dice.boar_table().rows]
    assert cells == [("91/216", "7/216"), ("2/27", "5/27"), ("1/216", "61/216")]


def test_question_4_every_column():
    chance = dice.which_column().chance
    assert [*map(chance.probability, ("left", "centre", "right"))] == fractions(
        "37/108", "13/27", "19/108"
    )


def test_question_5_every_number_of_landships():
    chance = dealing.dealing().chance
    assert [*map(chance.probability, range(4))] == fractions("1/20", "9/20", "9/20", "1/20")


def test_question_6_every_card_and_the_spread():
    found = [turns.first_turn(card).exact for card in ("hull", "cannon", "sponsons")]
    assert found == fractions("353/216", "53/216", "91/216")
    chance = turns.first_turn().chance
    assert [*map(chance.probability, range(5))] == fractions(
        "19/72", "7/36", "29/108", "41/216", "1/12"
    )
    assert {id: p * 216 for id, p in turns.by_card().items()} == {
        "boar": 243,
        "badger": 56,
        "lightart": 54,
    }


def test_question_7_all_deals():
    hurts = finish(dealing.all_hurt_work(dealing.NORMAL))
    assert len(hurts) == 720
    averages = [dealing.average(hurts, what) for what in ("total", "hull", "weapon", "support")]
    assert averages == fractions("1249/720", "769/720", "1/3", "1/3")
    assert [*dealing.extremes(hurts, "total")] == fractions("89/108", "21/8")
    assert [*dealing.extremes(hurts, "hull")] == fractions("8/27", "427/216")
    mildest = dealing.fronts(hurts, "total", Fraction(89, 108))
    assert mildest == [("infantry", "boar", "badger"), ("infantry", "boar", "badgerb")]
    assert dealing.fronts(hurts, "total", Fraction(21, 8)) == [("boar", "infantry", "lightart")]


def test_question_8_every_placement():
    assert finish(turns.placements()).values == {
        "hull 6, cannon 2, sponsons 3": 4,
        "hull 2, cannon 3, sponsons 6": 3,
        "hull 3, cannon 2, sponsons 6": Fraction(13, 6),
        "hull 6, cannon 3, sponsons 2": 2,
        "hull 2, cannon 6, sponsons 3": 1,
        "hull 3, cannon 6, sponsons 2": 0,
    }


def test_question_9_every_number_of_dice():
    assert [*map(turns.best_turn, (2, 3, 4))] == fractions("22/9", "4031/1296", "27371/7776")
    assert turns.blind() == Fraction(152, 81)
    assert turns.best_turn(4) - turns.best_turn(3) == Fraction(3185, 7776)


def test_question_10_every_number_of_dice():
    found = [dice.at_least_one(number).exact for number in (2, 3, 4)]
    assert found == fractions("11/36", "91/216", "671/1296")


def test_question_11_every_hull():
    assert [*map(turns.loss_now, range(1, 7))] == fractions(
        "53/72", "13/24", "59/216", "1/12", "0", "0"
    )
    survive = [(s[turns.ROLL], s[turns.REPAIR]) for s in map(turns.survival, (1, 2, 3))]
    assert survive == [
        (Fraction(2147, 2592), Fraction(2411, 3888)),
        (Fraction(64753, 69984), Fraction(1631, 1944)),
        (Fraction(22813, 23328), Fraction(235, 243)),
    ]
    assert turns.after_repair() == Fraction(467, 216)


def test_question_12_the_numbers_of_dependence():
    assert dice.covariance() == Fraction(707, 1728)
    assert dice.variance(0) == dice.variance(1) == Fraction(2261, 1728)
    chance = dice.given_right().chance
    assert [*map(chance.probability, range(1, 5))] == fractions("18/37", "12/37", "6/37", "1/37")


def test_question_13_all_deals():
    assert dealing.sudden_death_on_average() == Fraction(43, 6480)
    assert dealing.sudden_death_on_average(dealing.NORMAL) == 0
    worst, rows = next(iter(dealing.deadly_rows().items()))
    assert worst == Fraction(7, 72)
    assert rows == [(f, "ambush", "bison") for f in ("badgera", "bobcat", "elite", "medart")]


def test_question_14_the_longer_duel():
    assert duels.win("badger", 2, 2, 2) == Fraction(
        12021599763370538409846788, 12195166806026580854551329
    )


def test_question_15_every_hull():
    found = [duels.win("minefield", 0, hull, 1, "enemy") for hull in range(1, 5)]
    assert found == fractions("83/162", "155/216", "407/432", "1271/1296")


def test_all_faces_by_column():
    rows = {(row.face, row.column): row for row in face_rows()}
    assert len(rows) == 36
    boar = rows["boar", "left"]
    assert boar.actions == "H 2 91, H 1 61, chaos 37, nothing 19, R&R 7, W 1 1"
    assert (boar.hull, boar.weapon, boar.support) == (243, 1, 0)
    ambush = rows["ambush", "right"]
    assert (ambush.hull, ambush.weapon, ambush.support) == (70, 74, 182)
    assert all(sum(row.ways.values()) == 216 for row in rows.values())
    bundle = AllFaces()._repr_mimebundle_()
    assert bundle["text/html"].count("<tr>") == 37
    assert "Boar" in bundle["text/plain"]


def floats(chances: object) -> list[str]:
    return [f"{float(p):.4f}" for p in chances]


def test_mission_command_1_every_kind_of_shot():
    rows = {row[0]: row[1:] for row in shots.shot_table().rows}
    assert rows == {
        "tank shot": ("1/27", "2/9", "4/9", "8/27", "26/27", "2"),
        "artillery shot": ("1/3", "2/3", "", "", "2/3", "2/3"),
        "missile shot": ("1/9", "4/9", "4/9", "", "8/9", "4/3"),
    }


def test_mission_command_2_every_start():
    assert [len(shots.reach(start)) for start in shots.STARTS] == [14, 18, 21, 23]
    view = shots.hidden().state.observe()
    taken = {*view["plots"]["tank"], *view["plots"]["art"]}
    assert len(taken) == 8
    assert taken <= {*shots.reach("d5")}


def test_mission_command_3_both_numbers():
    assert shots.ways(shots.SITES) == shots.ways(shots.TANKS) == 20160


def test_mission_command_4_and_5_every_strength():
    assert [*map(shots.dies, range(1, 7))] == fractions("26/27", "20/27", "8/27", "0", "0", "0")
    assert shots.after_hits().weights == dict.fromkeys((3, 4, 5, 6), 1)
    assert shots.after_hits(2, "strong").weights == {n: n for n in (3, 4, 5, 6)}


def test_mission_command_8_the_duel_table():
    first, *_, last = mc_duels.duel_table().rows
    assert first == ("1", "0.9643", "0.7497", "0.3188", "0.0256", "0.0137", "0.0040")
    assert last == ("6", "0.9999", "0.9979", "0.9864", "0.9470", "0.8561", "0.7039")


def test_mission_command_9_and_10_every_number_of_chips():
    assert floats(mc_duels.first_roll().values.values()) == [
        "0.7497", "0.4544", "0.5069", "0.5177", "0.4949",
    ]  # fmt: skip
    assert floats(mc_duels.heli_chance(b) for b in range(1, 7)) == [
        "0.8397", "0.4916", "0.1874", "0.0479", "0.0092", "0.0015",
    ]  # fmt: skip


def test_mission_command_11_every_number_of_chips():
    assert floats(decisions.unknown_win(k) for k in range(1, 7)) == [
        "0.3460", "0.4241", "0.5928", "0.7474", "0.8351", "0.9152",
    ]  # fmt: skip
    assert floats(decisions.unknown_win(k, 2) for k in range(1, 7)) == [
        "0.5146", "0.6029", "0.7844", "0.9217", "0.9548", "0.9828",
    ]  # fmt: skip
    assert f"{float(decisions.at_random()):.4f}" == "0.6434"


def test_mission_command_12_and_13_both_orders():
    orders = decisions.order().values
    assert [*orders.values()][:2] == [Fraction(377932039083, 415507456000)] * 2
    assert floats(decisions.who_first().values.values()) == ["0.8315", "0.1470"]


def test_mission_command_14_nobody_gains_by_another_choice():
    means = {
        (stop, at): decisions.payoff(stop, at).mean()
        for stop in decisions.SPACES
        for at in decisions.SPACES
    }
    for stop in decisions.SPACES:
        assert sum(p * means[stop, at] for at, p in decisions.TAN_BEST.items()) == Fraction(11, 9)
    for at in decisions.SPACES:
        assert sum(means[stop, at] for stop in decisions.SPACES) / 3 == Fraction(11, 9)


def test_rules_are_quoted_from_the_engine():
    quoted = {id for id, plan in plans().items() if plan.rules}
    assert quoted == {id for id in plans() if id.startswith("MC-")}
    question = Question("MC-10.6")
    rule = mc_duels.GUN_WINS.rules[0]
    assert (rule.id, rule.text) == ("MC-58", MISSION_COMMAND.rules["MC-58"].text)
    assert rule.text in "".join(part.value for part in question._parts if hasattr(part, "value"))
    assert rule.text in question._repr_mimebundle_()[0]["text/html"]


# --- what is said agrees with the key ----------------------------------------------------------


@every_plan
def test_no_typical_mistake_is_the_right_answer(id):
    plan = plan_of(id)
    for ask in (plan.ask, *plan.exercises):
        values = [slip.value for slip in ask.slips()]
        assert ask.exact not in values
        assert len({*values}) == len(values)
        for slip in ask.slips():
            found = check(ask.id, slip.value)
            assert not found.right
            assert slip.name in found.words


@every_plan
def test_hints_and_mistakes_do_not_tell_the_answer(id):
    plan = plan_of(id)
    for ask in (plan.ask, *plan.exercises):
        if ask.kind == CHOICE:
            continue
        told = [*ask.hints, *(slip.words for slip in ask.slips()), ask.words]
        assert not [text for text in told if str(ask.exact) in re.findall(r"\d+/\d+", text)]


@every_plan
def test_a_simulation_of_the_engine_agrees(id):
    case = plan_of(id).start()
    counts: Counter[object] = Counter()
    finish(simulation_work(case, Random(11), 1500, counts))
    assert sum(counts.values()) == 1500
    if isinstance(case, Compared):
        for name, value in case.values.items():
            found = estimated({x: n for (played, x), n in counts.items() if played == name})
            if found is not None:
                assert abs(float(found.mean - value)) <= 2.3 * found.margin + 1e-9
        return
    found = case.estimate(counts)
    assert abs(float(found.mean - case.exact)) <= 2.3 * found.margin


@every_plan
def test_every_control_can_be_turned_to_every_value(id):
    plan = plan_of(id)
    for control in plan.controls:
        for _, value in control.options:
            case = finish(plan.case_work(**{control.name: value}))
            counts: Counter[object] = Counter()
            finish(simulation_work(case, Random(1), 3, counts))
            charts = case.charts(counts, None)
            assert charts
            assert case.sentence.endswith((".", ".)"))
            assert all(chart.scene(width).shapes for chart in charts for width in (720, 300))


@every_plan
def test_long_work_pauses_and_can_be_left(id):
    work = plan_of(id).case_work()
    next(work, None)
    work.close()


# --- what people type --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["5/27", "10/54", "0.185", "18.5 %", "18.5%", "19 %", " 5 / 27 "])
def test_every_right_form_is_accepted(text):
    assert check("LS-10.3a", text).right


@pytest.mark.parametrize("answer", [Fraction(5, 27), 0.185, 5 / 27])
def test_numbers_of_a_program_are_accepted(answer):
    assert check("LS-10.3a", answer).right


def test_a_number_of_a_program_is_no_percentage():
    assert read_answer(1, CHANCE).value == 1
    with pytest.raises(ValueError, match="never less than 0 nor more than 1"):
        read_answer(18.5, CHANCE)
    assert read_answer("18.5", CHANCE).value == Fraction(185, 1000)


@pytest.mark.parametrize("text", ["0.2", "1/5", "20 %", "0.18", "0.190", "18.6 %"])
def test_what_is_not_close_enough_is_not(text):
    assert not check("LS-10.3a", text).right


def test_what_is_said_to_right_and_wrong_answers():
    assert check("LS-10.3a", "5/27").words == "Right: 5/27, about 18.5 %."
    assert check("LS-10.3a", "18.5 %").words == "Right, rounded. Exactly: 5/27, about 18.5 %."
    assert "One die only" in check("LS-10.3a", "1/6").words
    assert "One die only" in check("LS-10.3a", "0.167").words
    assert check("LS-10.3a", "0.2").words == "Close. Give at least two digits, or a fraction."
    assert check("LS-10.3a", "often").words == "Type a chance like 1/4, 0.25 or 25 %."
    for long in ("1" * 500, "0." + "3" * 31, "1/" + "7" * 31):
        told = check("LS-10.3a", long).words
        assert told.startswith("That is a very long number; a few digits are enough. Type a chance")
    assert check("LS-10.6", "often").words == "Type a number like 3/2 or 1.5."
    assert check("LS-10.6", "1.63").right
    assert check("LS-10.11", "Throw three dice").right
    assert bool(check("LS-10.1", "50 %")) is True
    assert "5/27" not in check("LS-10.3a", "0.9")._repr_html_()
    with pytest.raises(LookupError, match=r"LS-10\.1"):
        check("LS-99.1", "1/2")


@given(st.text(max_size=14), st.sampled_from([CHANCE, NUMBER]))
def test_any_text_is_an_answer_or_refused_with_a_sentence(text, kind):
    try:
        read_answer(text, kind)
    except ValueError as error:
        assert re.fullmatch(r"[A-Z0-9].*\.", str(error))


def test_how_far_off_a_prediction_was():
    exact = Fraction(91, 216)
    assert off(Fraction(1, 3), exact, CHANCE) == "You said 33.3 %: 8.8 points low."
    assert off(exact, exact, CHANCE) == "You said 42.1 %: exactly right."
    assert off(Fraction(4213, 10000), exact, CHANCE).endswith("less than 0.1 points high.")
    assert off(Fraction(2), Fraction(353, 216), NUMBER) == "You said 2: 0.37 high."


def test_numbers_as_people_read_them():
    assert shown(Fraction(1, 2), CHANCE) == "1/2, 50.0 %"
    assert shown(Fraction(5, 27), CHANCE) == "5/27, about 18.5 %"
    assert shown(Fraction(4), NUMBER) == "4"
    assert shown(Fraction(99999, 100000), CHANCE) == "99999/100000, > 99.9 %"
    assert shown(Fraction(10**30 - 1, 10**30), CHANCE) == "> 99.9 %"
    assert shown(Fraction(10**20 + 1, 3 * 10**20), CHANCE) == "about 33.3 %"


def test_a_slip_is_recognised_when_it_is_rounded():
    slips = (Slip(Fraction(1, 6), "One die", "there are three."),)
    found = judged("16.7 %", Fraction(1, 2), CHANCE, slips)
    assert found.words == "Not yet. One die: there are three."


# --- the widgets -------------------------------------------------------------------------------


def predict(question: Question, text: str = "") -> None:
    if question.ask.kind == CHOICE:
        question.field.input.value = text or question.ask.choices[0][0]
    else:
        question.field.input.value = text or "1/3"
    question.keep()


def hidden(widget: object) -> bool:
    return widget.layout.display == "none"


@every_plan
def test_the_answer_comes_only_after_a_prediction(id):
    question = Question(id)
    assert hidden(question._reveal)
    assert question._answer.value == question._why.value == ""
    question.keep()
    assert hidden(question._reveal)
    assert question.said in ("Choose one of them first.",) or question.said.startswith("Type a ")
    predict(question)
    assert not hidden(question._reveal)
    assert question.said.startswith("Kept. ")
    assert "<svg" in question._answer.value
    assert len(question._why.value) > 300
    assert sum(question.counts.values()) == 2000


def test_a_prediction_is_compared_and_its_mistake_is_named():
    question = Question("LS-10.2")
    predict(question, "1/2")
    assert question.said == "Kept. You said 50.0 %: 7.9 points high."
    assert "Counted twice" in question._answer.value
    assert "91/216" in question._answer.value
    assert question.field.input.disabled
    question.field.input.value = "91/216"
    question.keep()
    assert question.prediction == Fraction(1, 2)


def test_a_choice_is_compared():
    right, wrong = Question("LS-10.11"), Question("LS-10.11")
    predict(right, turns.ROLL)
    assert right.said == "Kept. That is the best one."
    predict(wrong, turns.REPAIR)
    assert "Repair the hull first" in wrong.said
    assert "The sure point" in wrong._answer.value


def test_the_same_seed_plays_the_same_and_more_can_be_played():
    one, other = Question("LS-10.3", seed=5), Question("LS-10.3", seed=5)
    for question in (one, other):
        predict(question)
    assert one.counts == other.counts
    one.play_more()
    assert sum(one.counts.values()) == 4000
    assert "of 4,000" in one._answer.value


def test_hints_come_one_by_one():
    question = Question("LS-10.6")
    assert question.hints._list.value == ""
    for number in (1, 2, 3):
        question.hints.give()
        assert question.said.startswith(f"Hint {number} of 3.")
        assert question.hints._list.value.count("<li>") == number
    question.hints.give()
    assert question.said == "That was the last hint."
    assert question.hints.button.description == "No more hints"


def test_something_is_changed_and_worked_out_at_once():
    question = Question("LS-10.2")
    predict(question)
    what_if = question.what_if
    what_if.fields["dice"].value = 5
    assert what_if._status.say.startswith("The highest of 5 dice is a 6 with chance 4651/7776")
    assert what_if.case.exact == Fraction(4651, 7776)
    what_if.fields["dice"].value = 3
    assert "The enemy" in what_if._shown.value  # the position is shown again
    what_if.cancel()
    assert "Stopped" in what_if._status.say


def test_what_fails_is_told():
    what_if = Question("LS-10.13").what_if
    what_if._failed(ValueError("no such card"))
    assert what_if._status.say == "This can't be worked out: no such card"
    question = Question("LS-10.1")
    question._failed(ValueError("no dice"))
    assert question.said == "The simulation stopped: no dice"


@every_exercise
def test_an_exercise_shows_its_answer_only_after_a_try(id):
    exercise = Exercise(id)
    exercise.show_answer()
    assert exercise._answer.value == ""
    exercise.check()
    assert exercise.tries == 0
    assert exercise._open.disabled
    exercise.field.input.value = "0.987654"
    exercise.check()
    assert exercise.said.startswith("Not yet.")
    assert not exercise._open.disabled
    exercise.show_answer()
    assert shown(exercise.ask.exact, exercise.ask.kind) in exercise._answer.value
    exercise.field.input.value = str(exercise.ask.exact)
    exercise.check()
    assert exercise.solved
    assert exercise.said.startswith("Right")
    exercise.hints.give()
    exercise.show_answer()
    assert exercise.said.startswith("Right"), "curiosity takes nothing away"
    assert "The answer" in exercise._status.ask


def test_an_unknown_question_is_refused_with_those_that_there_are():
    with pytest.raises(LookupError, match=r"LS-10\.15"):
        Question("LS-10.16")
    with pytest.raises(LookupError, match=r"LS-10\.15a"):
        Exercise("LS-10.16a")


def test_enter_keeps_and_checks():
    question, exercise = Question("LS-10.1"), Exercise("LS-10.1a")
    for widget in (question, exercise):
        widget.field.input._handle_custom_msg({"entered": "1/8"}, [])
    assert question.prediction == Fraction(1, 8)
    assert exercise.solved


def test_the_line_mirrors_the_number():
    assert "polygon" not in chance_line(None)
    assert 'points="115,17' in chance_line(Fraction(1, 2))


# --- without a kernel --------------------------------------------------------------------------


@every_plan
def test_a_reader_without_a_kernel_gets_everything(id):
    question = Question(id)
    data, metadata = question._repr_mimebundle_()
    assert question.ask.words in data["text/plain"]
    assert metadata["image/png"]["alt"]
    html = data["text/html"]
    before, answer = html.split("<summary>The answer (predict first)</summary>")
    assert "<img" in before
    assert "<details>" in before
    exact = question.exact
    assert (exact if isinstance(exact, str) else str(exact)) in answer
    assert "simulated" in answer
    assert html.count("<details>") == html.count("</details>")
    assert question._repr_mimebundle_()[0]["text/html"] == html


@every_exercise
def test_an_exercise_without_a_kernel_folds_its_answer_up(id):
    exercise = Exercise(id)
    data, _ = exercise._repr_mimebundle_()
    before, answer = data["text/html"].split("<summary>The answer (try first)</summary>")
    assert str(exercise.ask.exact) not in re.findall(r"\d+/\d+", before)
    assert shown(exercise.ask.exact, exercise.ask.kind) in answer


def test_names_are_at_hand():
    assert {"Exercise", "Question", "check"} <= {*pocketwidgets.__all__}
    assert repr(Question("LS-10.3")) == "<Question LS-10.3: Where is the Boar most dangerous?>"
    assert repr(Exercise("LS-10.3a")) == "<Exercise LS-10.3a>"


# --- parts of the board -----------------------------------------------------------------------


@pytest.mark.parametrize("width", [820, 360])
def test_the_front_row_shows_every_action_at_every_width(width):
    scene = front_scene(listed().observe(), width=width)
    texts = Counter(scene.texts())
    assert {"lowest die", "middle die", "highest die", "Boar", "Badger"} <= {*texts}
    assert texts["H 1"] == 3
    assert texts["R&R"] == 3
    assert "lowest die: Boar (1 H 2, 2 H 1, 3 chaos, 4 nothing, 5 R&R, 6 W 1)" in scene.description
    assert all(0 <= x <= width for region in scene.regions for x, _ in region.outline)


def test_the_two_lines_leave_out_title_and_back_row():
    state = listed(first="player").after("roll 2 3 6")
    scene = lines_scene(state.observe(), "Which die on which card?", state.words("look"))
    texts = {*scene.texts()}
    assert {"Boar", "Landship Hull", "Which die on which card?"} <= texts
    assert not {"Pocket Landship", "Mine Field"} & texts
    assert "Mine Field" in scene.description


# --- numbers side by side ----------------------------------------------------------------------


def test_a_scale_has_its_words_and_numbers():
    found = estimated({0: 60, 1: 40})
    assert found.shown(CHANCE) == "simulated: 40.0 % ± 9.6"
    assert found.shown(NUMBER) == "simulated: 0.40 ± 0.10"
    rows = (Row("one", Fraction(1, 3), found, Fraction(1, 2), True), Row("two", Fraction(2, 3)))
    chart = scale(rows, CHANCE, title="Two chances", sentence="One is less.")
    assert chart.rows == (("one", "1/3", "33.3 %", "40.0 % ± 9.6"), ("two", "2/3", "66.7 %", ""))
    texts = [*chart.scene(300).texts()]
    assert {"exact", "simulated", "your prediction", "never", "certain", "1/3"} <= {*texts}
    assert estimated({}) is None
