"""American tournaments: set up, simulated, typed, ranked, exported and printed (docs/law.md "The
four systems", 3).
"""

from io import BytesIO
from operator import attrgetter

import pytest
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from scoring.core.labels_of_systems import contract_words, options_of
from scoring.entry.line import parse
from scoring.lists.grid import line_examples, pad_of
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.models import Actor, ScoreList, Tournament
from scoring.prints.reads.report import terms_lines
from scoring.public.reads.announcement import rules_text
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import SCHEMES, Line
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS, System, variant
from scoring.standings.reads.players import standings
from scoring.standings.reads.scopes import find_standings
from tests.factories import make_tournament, open_list
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
AMERICAN = (TEXAS, NASL_1975, NASL_1898)


def american(system: System, rounds: int = 2, **options: object) -> ScoreList:
    """The empty list of a tournament with this system."""
    fields = {"system": system.key, "edition": system.editions[0], "scheme": system.scheme}
    return open_list(rounds=rounds, **fields, **options)


def typed(score_list: ScoreList, *lines: str) -> list[int]:
    """Type lines as at the desk, one game after another; returns the stored scores."""
    system = score_list.series.tournament.rule_system
    for number, typed_text in enumerate(lines, 1):
        dealer = score_list.outline.dealer(number)
        found = parse(typed_text, system=system, seats=4, dealer=dealer, language="en")
        assert not found.problems, (typed_text, found.problems)
        stored_line = Line(number, found.game, found.soloist)
        record_game(score_list, stored_line, by=BY, revision=score_list.revision)
    return [game.score for game in score_list.games.order_by("number")]


# Every way to write a game of 1975, with its score by the multiplication of docs/law.md "The four
# systems".
LIST_OF_1975 = (
    ("u22", 3 * 16), ("u-1v3", -2 * 16 * 2), ("td2s4", 4 * 5), ("th1v1", -2 * 6),
    ("ts3z2", 6 * 7), ("tc14", 2 * 8), ("tg21", 3 * 12), ("ttd1v2", -2 * 5 * 2),
    ("tth4s3", 6 * 6), ("tts2v1", -3 * 7 * 2), ("ttc-34", 4 * 8), ("ttg1v3", -2 * 12 * 2),
    ("ld1/24 2", -3 * 9), ("lh2ss3", 5 * 10), ("ls1zzv4", -6 * 11), ("lc111", 12 * 12),
    ("lg-2s4", 4 * 20), ("lg4zz1", 9 * 20), ("go12", 6 * 24), ("go2v3", -7 * 24),
    ("202", 20), ("nov3", -40), ("nv4", -20), ("ls-51", 6 * 11),
)  # fmt: skip
LISTS_OF_1975 = {
    "overall": [(1, 372), (2, 207), (4, 62), (3, -234)],
    "special/net-games": [(1, 2), (2, 2), (4, 2), (3, -2)],
    "special/best-game": [(1, 180), (2, 144), (4, 80), (3, 50)],
    "special/hundred": [(1, 2), (2, 1)],
    "special/top-solos": [(1, 5), (4, 2)],  # against tops: without them (SkO 2.4.2)
}


def test_a_whole_list_of_1975_with_the_lists_of_its_events():
    """docs/law.md "The four systems", 3: every class and mark, plain points, extra rankings."""
    score_list = american(NASL_1975, rounds=6)
    lines, scores = zip(*LIST_OF_1975, strict=True)
    assert typed(score_list, *lines) == list(scores)
    close_list(score_list, by=BY, revision=score_list.revision)
    tournament = Tournament.objects.get()
    seats = dict(score_list.seat_rows.values_list("entry__start_number", "position"))
    for scope, figures in LISTS_OF_1975.items():
        figure = attrgetter("performance" if scope == "overall" else "figure")
        rows = find_standings(tournament, scope).rows
        found = {seats[row.start_number]: figure(row) for row in rows}
        assert found == dict(figures), scope
        assert list(found.values()) == [each for _seat, each in figures], scope


OPTIONS = (
    "a lost hand game counts × 1",
    "Ramsch if everybody passes",
    "queens and kings may be wenzels",
    "queens as wenzels count one step more, kings two",
)


def test_options_are_shown_wherever_rules_are_shown():
    """TO 6.2: the plan states by what is played; a list says what its values rest on."""
    score_list = american(TEXAS, hand_loss=1, ramsch=True, wenzels=True, wenzel_bonus=True)
    tournament = score_list.series.tournament
    organizer = member(tournament, "organizer")
    pages = [
        text(organizer.get(reverse("tournament", args=[tournament.pk]))),
        " ".join(terms_lines(tournament)),
        rules_text(tournament),
    ]
    printed = organizer.get(reverse("list-file", args=[score_list.pk, "pdf"]))
    pages.append(" ".join(PdfReader(BytesIO(printed.content)).pages[0].extract_text().split()))
    assert [option for page in pages for option in OPTIONS if option not in page] == []
    plain = american(TEXAS).series.tournament
    assert options_of(plain.rule_system) == []
    assert "Agreed" not in rules_text(plain)


def test_the_announced_game_names_wenzels_that_are_no_jacks(english):
    game = PlayedGame(variant(TEXAS, wenzels=True), "hearts", tops=1, wenzel="Q")
    assert contract_words(game, 2) == "Hearts, with 1, queens, seat 2"


def test_others_lost_is_shown_only_where_it_counts():
    """docs/law.md "Performance": only Seeger-Fabian has a bonus for it."""
    for scheme in SCHEMES:
        listing = standings(make_tournament(scheme=scheme)).listing()
        shown = {column.key for column in listing.columns}
        assert ("others_lost" in shown) is (scheme == "seeger-fabian"), scheme


@pytest.mark.parametrize("tongue", ["de", "en"])
@pytest.mark.parametrize("system", [ISKO, *AMERICAN], ids=lambda system: system.key)
def test_help_of_the_desk_shows_lines_valid_for_the_system(system, tongue):
    """A NASL game names its class; clubs is c in English and x in German."""
    chosen = variant(system, ramsch=system.ramsch_allowed)
    with override(tongue):
        examples = line_examples(chosen)
    assert len(examples) == 3 + system.ramsch_allowed
    for line, _words in examples:
        found = parse(line, system=chosen, seats=4, dealer=1, language=tongue)
        assert found.problems == ()
    score_list = american(system)
    address, language = reverse("list", args=[score_list.pk]), {"accept-language": tongue}
    clerk = member(score_list.series.tournament, "clerk")
    page = text(clerk.get(address, headers=language))
    for line, words in examples[:3]:
        assert words
        assert f"{line} {words}" in page


@pytest.mark.parametrize("system", AMERICAN, ids=lambda system: system.key)
def test_the_pad_has_a_key_for_every_option(system):
    """Ramsch and wenzels where the system has them; NASL has no hand (docs/law.md)."""
    plain, full = (
        {key.types: key.name for *_, keys in pad_of(american(system, **options)) for key in keys}
        for options in ({}, {"ramsch": True, "wenzels": True})
    )
    assert full.keys() - plain.keys() == {"r", "q", "k"}
    assert plain.keys() >= {"+", "++", "ss", "zz", "o"}
    assert ("*" in plain) == (system is TEXAS)
    names = " ".join(full.values())
    assert "guckser grand" not in names
    assert "ouvert grand" not in names


def test_history_shows_a_ramsch():
    """A Ramsch has no contract: only its loss and its seat were typed."""
    score_list = american(TEXAS, ramsch=True)
    typed(score_list, "r403", "r201")
    organizer = member(score_list.series.tournament, "organizer")
    page = text(organizer.get(reverse("list-history", args=[score_list.pk])))
    assert "seat 3: ramsch −40" in page
    assert "seat 1: ramsch −20" in page


def test_ranking_of_games_that_nobody_played_shows_a_text():
    """docs/law.md "Performance": no game of a hundred or more, with and without counting lists."""
    score_list = american(TEXAS)
    tournament = score_list.series.tournament
    organizer = member(tournament, "organizer")
    address = reverse("standings-of", args=[tournament.pk, "special/hundred"])
    assert "No list counts yet" in text(organizer.get(address))
    typed(score_list, "h12", "h13", "h14", "h11", "h12", "h13", "h14", "h11")
    score_list.refresh_from_db()
    close_list(score_list, by=BY, revision=score_list.revision)
    page = text(organizer.get(address))
    assert "Nobody has any in the lists that count." in page
    assert "No list counts yet" not in page
