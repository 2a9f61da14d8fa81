"""Every rule and ruling of every game is cited by a test, and every citation names a rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pocketlib
from pocketlib.contract import RULE_ID

TESTS = Path(__file__).resolve().parents[1]
GAMES = [id for id in pocketlib.catalogue() if pocketlib.game(id).rules]


def citations(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (rule id, where) for each argument of ``pytest.mark.rule(...)`` in a file.

    The source is read, not run, so that a marker counts wherever it stands: on a test, on a
    class, on a parameter. Ids must be written out, one by one.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            where = f"{path.relative_to(TESTS)}:{node.lineno}"
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, where
                else:
                    yield ast.unparse(argument), where


CITED = [citation for path in sorted(TESTS.rglob("*.py")) for citation in citations(path)]


def test_there_are_games_with_rules() -> None:
    assert "landship" in GAMES


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_and_ruling_is_cited_by_a_test(id: str) -> None:
    cited = {rule for rule, _ in CITED}
    assert [rule for rule in pocketlib.game(id).rules if rule not in cited] == []


def test_every_citation_names_a_rule_that_exists() -> None:
    known = {rule for id in GAMES for rule in pocketlib.game(id).rules}
    assert [(rule, where) for rule, where in CITED if rule not in known] == []


@pytest.mark.parametrize("id", GAMES)
def test_the_ids_of_a_game_have_the_form_of_rule_ids(id: str) -> None:
    rules = pocketlib.game(id).rules
    assert [rule for rule in rules if not RULE_ID.fullmatch(rule)] == []
    assert all(rules[rule].id == rule and rules[rule].text.strip() for rule in rules)
    assert len({rule.split("-")[0] for rule in rules}) == 1
