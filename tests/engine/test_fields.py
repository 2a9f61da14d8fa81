"""States that are dataclasses: key, dump and load come from their fields."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any, Literal

import pytest

from pocketlib import BadDump, BadSet, Game, State
from pocketlib.fields import bad_fields


@dataclass(frozen=True)
class Here(State):
    game = "steps"
    number: int
    name: str | None = None
    done: bool = False
    side: Literal["left", "right", 0] = 0
    pair: tuple[int, str] = (1, "a")
    many: tuple[int | tuple[int, ...], ...] = ()
    told: list[str] = field(default_factory=list, compare=False)
    to_move = None

    def impossible(self) -> str | None:
        return "The number is too large." if self.number > 99 else None


class There(Here):
    phase = "over there"


class Steps(Game):
    id = "steps"
    title = "Steps"
    seats = ("Ann",)
    utilities = (0, 1)
    kind = "solitaire"
    states = (Here, There)

    def start(self, **options: Any) -> State:
        return Here(1)


GAME = Steps()


def test_the_phase_is_the_name_of_the_class_unless_it_is_given() -> None:
    assert (Here.phase, Here(1).phase, There(1).phase) == ("here", "here", "over there")


def test_key_and_dump_hold_the_phase_and_the_fields_that_are_compared() -> None:
    state = There(3, "x", True, "left", (2, "b"), (1, (2, 3)), ["heard"])
    assert state.key() == ("over there", 3, "x", True, "left", (2, "b"), (1, (2, 3)))
    assert state.dump() == {
        "game": "steps", "phase": "over there", "number": 3, "name": "x", "done": True,
        "side": "left", "pair": [2, "b"], "many": [1, [2, 3]],
    }  # fmt: skip
    assert state.observe(0) == state.dump()
    loaded = GAME.load(state.dump())
    assert (type(loaded), loaded, hash(loaded)) == (There, state, hash(state))


def test_states_of_different_kinds_differ() -> None:
    assert Here(1) != There(1)
    assert Here(1).key() != There(1).key()


def test_into_takes_the_fields_along_but_not_what_was_told() -> None:
    state = Here(5, "x", told=["heard"])
    after = state.into(There, number=6)
    assert (type(after), after.key()) == (There, ("over there", 6, *state.key()[2:]))
    assert after.told == []
    assert state.number == 5


@dataclass(frozen=True)
class Potted(State):
    number: int
    pot = 0
    to_move = None


@dataclass(frozen=True)
class Deep(Potted):
    depth: int


def test_into_says_which_name_is_no_field() -> None:
    with pytest.raises(TypeError) as odd:
        Potted(1).into(Potted, pot=3)
    assert str(odd.value) == ("pot is no field of Potted: it has no annotation, as in pot: int = 0")
    with pytest.raises(TypeError, match=r"^nothing is no field of Potted$"):
        Potted(1).into(Potted, nothing=3)
    with pytest.raises(TypeError, match="missing 1 required"):
        Potted(1).into(Deep)


def test_a_frozen_state_can_not_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Here(1).number = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("change", "sentence", "key"),
    [
        ({"number": True}, "number: expected int, found True.", "number"),
        ({"number": "1"}, "number: expected int, found '1'.", "number"),
        ({"number": 1.0}, "number: expected int, found 1.0.", "number"),
        ({"name": 1}, "name: expected str | None, found 1.", "name"),
        ({"done": 1}, "done: expected bool, found 1.", "done"),
        ({"side": "up"}, "side: expected Literal['left', 'right', 0], found 'up'.", "side"),
        ({"side": False}, "side: expected Literal['left', 'right', 0], found False.", "side"),
        ({"pair": [1]}, "pair: expected tuple[int, str], found [1].", "pair"),
        ({"pair": ["a", 1]}, "pair: expected int, found ['a', 1].", "pair"),
        ({"pair": (1, "a")}, "pair: expected tuple[int, str], found (1, 'a').", "pair"),
        ({"many": [[["x"]]]}, "many: expected int | tuple[int, ...], found [[['x']]].", "many"),
        ({"many": None}, "many: expected tuple[int | tuple[int, ...], ...], found None.", "many"),
        ({"told": []}, "told: unknown entry, found [].", "told"),
        ({"number": 100}, "The number is too large.", None),
        ({"game": "chess"}, "game: 'chess' is not 'steps'.", "game"),
        ({"phase": "away"}, "phase: 'away' is none of here, over there.", "phase"),
        ({"phase": None}, "phase: None is none of here, over there.", "phase"),
        ({"number": 10**5000}, "too large", None),
    ],
)
def test_what_does_not_fit_is_refused(
    change: dict[str, Any], sentence: str, key: str | None
) -> None:
    with pytest.raises(BadDump) as refused:
        GAME.load({**Here(1).dump(), **change})
    assert sentence in str(refused.value)
    assert refused.value.key == key


def test_a_missing_entry_is_named() -> None:
    dump = Here(1).dump()
    del dump["pair"]
    with pytest.raises(BadDump, match=r"^pair: missing\.$"):
        GAME.load(dump)


@pytest.mark.parametrize("nothing", [None, [], "x", 1, {}])
def test_what_is_no_table_is_refused(nothing: Any) -> None:
    with pytest.raises(BadDump):
        GAME.load(nothing)


def test_a_set_is_refused_by_a_game_without_sets() -> None:
    for call in (lambda: GAME.new(set="x"), lambda: GAME.load(Here(1).dump(), set="x")):
        with pytest.raises(BadSet):
            call()


def test_fields_that_can_not_be_saved_are_named() -> None:
    @dataclass(frozen=True)
    class Odd(State):
        fine: tuple[int, ...]
        dice: list[int]
        ratio: float

    assert bad_fields(Here) == []
    assert [text.partition(";")[0] for text in bad_fields(Odd)] == [
        "dice is declared as list[int]",
        "ratio is declared as float",
    ]


def test_a_state_that_is_no_dataclass_is_told_what_it_lacks() -> None:
    class Bare(State):
        to_move = None

    with pytest.raises(TypeError, match=r"class Bare has no key\(\) .* @dataclass\(frozen=True\)"):
        Bare().key()
