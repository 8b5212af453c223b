"""Values pinned once and for all: 740 games of ISkO, and five real score lists."""

import json
from collections import Counter
from pathlib import Path

import pytest

from scoring.rules.checks import appraise
from scoring.rules.problem import errors
from scoring.rules.records import read_line

DATA = Path(__file__).parents[1] / "data"
VECTORS = [json.loads(line) for line in (DATA / "vectors/isko.jsonl").read_text().splitlines()]
LISTS = sorted((DATA / "lists").glob("*.json"))
COMPUTED = {"won", "overbid", "score", "schneider", "schwarz"}


@pytest.mark.parametrize("given", [COMPUTED, {"won", "schneider", "schwarz"}, {"won"}, set()])
def test_every_vector_has_its_score_whatever_is_ticked(given):
    """Points, tricks and bid alone decide; what else the record says agrees."""
    for vector in VECTORS:
        record = {key: vector[key] for key in vector if key not in COMPUTED or key in given}
        line, problems = read_line(record, bare=True)
        assert problems == []
        worth = appraise(line.game).worth
        expected = (vector["score"], vector["won"], vector["overbid"])
        assert (worth.score, worth.won, worth.overbid) == expected, vector


def test_some_vectors_cannot_have_happened():
    """docs/law.md "What an ISkO entry may say" 4 and 8: 33 and 146; no other is refused."""
    games = (read_line(vector, bare=True)[0].game for vector in VECTORS)
    refused = Counter(each.code for game in games for each in errors(appraise(game).problems))
    assert refused == {"tricks-points": 146, "schwarz-without": 19, "no-trick-with-tops": 14}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_game_of_the_lists_has_its_score(path):
    document = json.loads(path.read_text("utf-8"))
    for record in document["games"]:
        line, problems = read_line(record)
        assert problems == []
        if line.passed:
            continue
        silent = {key: value for key, value in record.items() if key != "score"}
        appraisal = appraise(read_line(silent)[0].game)
        assert errors(appraisal.problems) == []
        assert appraisal.valuation.score == record["score"], record
        assert appraise(line.game).valuation == appraisal.valuation
