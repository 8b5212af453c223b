"""Standings of every kind: days, categories, teams, leagues, special lists, seasons."""

from datetime import date
from fractions import Fraction

import pytest
from django.utils import translation

from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list
from scoring.models import Season, TeamMember
from scoring.public.reads.feeds import feed_value
from scoring.rules.bare_totals import BareTotal
from scoring.standings.files.xlsx_ranking import row_of_player
from scoring.standings.reads.scopes import find_standings, kinds_of
from scoring.standings.reads.season import season_standings
from scoring.standings.services import record_lots
from tests.factories import (
    adjust,
    line,
    make_category,
    make_entries,
    make_team,
    make_tournament,
    open_list,
)
from tests.refusals import codes_of
from tests.standings.test_reads_standings import CLERK, TEXTBOOK, tournament_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

# Performances of start numbers 1 to 4 in the textbook list: 1332, 1308, 1320, 108.
REVERSED = list(reversed(TEXTBOOK))  # 108, 1320, 1308, 1332
# The second and the third are equal in everything.
EQUAL = [BareTotal(600, 12, 0), BareTotal(528, 12, 2), BareTotal(528, 12, 2), BareTotal(0, 4, 4)]


def order(tournament, scope, **options):
    """Start or team numbers with their results, best first."""
    found = find_standings(tournament, scope, **options)
    return [
        (getattr(row, "start_number", None) or row.number, row.performance) for row in found.rows
    ]


def listing(tournament, scope):
    return find_standings(tournament, scope).listing()


def test_dropped_series_are_shown_and_not_counted():
    """docs/law.md "Ranking": the best two of three; tie-breaks count only these."""
    tournament = tournament_of(TEXTBOOK, REVERSED, TEXTBOOK, best_of=2)
    assert order(tournament, "overall")[0] == (1, 2664)
    found = listing(tournament, "overall")
    first = found.rows[0]
    assert (first["series_1"], first["series_2"], first["series_3"]) == (1332, "(108)", 1332)
    assert (first["performance"], first["points"], first["won"]) == (2664, 984, 24)
    assert "dropped" in " ".join(map(str, found.notes))
    assert order(tournament, "series/2") == [(4, 1332), (2, 1320), (3, 1308), (1, 108)]


def test_an_adjustment_is_visible_in_the_total():
    tournament = tournament_of(TEXTBOOK, TEXTBOOK)
    adjust(tournament, 1, -107)
    adjust(tournament, 1, 7)
    assert order(tournament, "overall")[:3] == [(3, 2640), (2, 2616), (1, 2564)]
    found = listing(tournament, "overall")
    row = next(each for each in found.rows if each["start_number"] == 1)
    assert (row["adjusted"], row["performance"], row["points"]) == (-100, 2564, 984)
    assert "adjusted" in [column.key for column in found.columns]


def test_a_day_counts_its_own_series():
    tournament = tournament_of(TEXTBOOK, REVERSED, TEXTBOOK)
    for number, day in ((1, 20), (2, 21), (3, 21)):
        tournament.series.filter(number=number).update(day=date(2026, 11, day))
    assert order(tournament, "day/2026-11-20") == [(1, 1332), (3, 1320), (2, 1308), (4, 108)]
    assert order(tournament, "day/2026-11-21")[0] == (2, 2628)
    assert find_standings(tournament, "day/2026-11-22") is None


def test_overall_lot_also_counts_in_a_category():
    tournament = tournament_of(EQUAL)
    make_category(tournament, "Damen", (2, 3))
    second, third = tournament.entries.filter(start_number__in=(2, 3))
    assert any(row.rank.lot_needed for row in find_standings(tournament, "category/Damen").rows)
    record_lots(tournament, "overall", [third, second], by=CLERK)
    assert [each[0] for each in order(tournament, "category/Damen")] == [3, 2]
    record_lots(tournament, "category/Damen", [second, third], by=CLERK)
    assert [each[0] for each in order(tournament, "category/Damen")] == [2, 3]
    assert [each[0] for each in order(tournament, "overall")][:3] == [1, 3, 2]


def test_a_short_team_is_scaled_exactly_but_not_for_a_list_that_is_missing():
    """docs/law.md "Ranking": three of four count 4/3 of their sum, shown with two decimals."""
    tournament = tournament_of(TEXTBOOK)
    make_team(tournament, (1, 2, 4), size=4, scaled=True)
    assert order(tournament, "team") == [(1, Fraction(2748 * 4, 3))]
    columns = {column.key: column for column in listing(tournament, "team").columns}
    assert columns["performance"].kind == "fraction"
    tournament = tournament_of(TEXTBOOK, None)
    make_team(tournament, (1, 2), size=2, scaled=True)
    assert order(tournament, "team") == [(1, 2640)]


def test_an_adjustment_of_an_absent_player_fills_no_gap_and_reversed_is_no_result():
    """docs/law.md "Ranking": 8023 × 4/3, whatever the adjustment of the fourth."""
    tournament = tournament_of(TEXTBOOK)
    entry = make_entries(make_tournament(), 5)[4]
    entry.tournament = tournament
    entry.save()
    make_team(tournament, (1, 2, 4, 5), size=4, scaled=True)
    adjust(tournament, 5, 50, tournament.series.get())
    found = find_standings(tournament, "team").rows[0]
    assert (feed_value(found.won), found.results[1].short) == ("40.00", 3)
    assert order(tournament, "overall")[-1] == (5, 50)
    adjust(tournament, 5, -50, tournament.series.get())
    for scope in ("overall", "series/1"):
        assert [number for number, _points in order(tournament, scope)] == [1, 3, 2, 4]


def test_lot_orders_equal_teams_at_the_totals_at_which_it_was_drawn():
    tournament = tournament_of(EQUAL)
    teams = [make_team(tournament, (number,), size=2) for number in (2, 3)]
    assert any(row.rank.lot_needed for row in find_standings(tournament, "team").rows)
    record_lots(tournament, "team", [teams[1], teams[0]], by=CLERK)
    assert [each[0] for each in order(tournament, "team")] == [2, 1]
    assert tournament.log.last().new == {"scope": "team", "order": [2, 1]}
    for number in (2, 3):
        adjust(tournament, number, 50)
    assert any(row.rank.lot_needed for row in find_standings(tournament, "team").rows)


def test_lot_is_ignored_at_other_totals():
    """TO 5.1: numbers 2 and 3 drew; now they are equal at other totals."""
    tournament = tournament_of(EQUAL)
    second, third = tournament.entries.filter(start_number__in=(2, 3))
    record_lots(tournament, "overall", [third, second], by=CLERK)
    adjust(tournament, 2, 50)
    adjust(tournament, 3, 50)
    found = find_standings(tournament, "overall")
    assert [row.rank.lot_needed for row in found.rows] == [False, True, True, False]
    # The same in the sheet, which ranks by formulas.
    assert not any(row_of_player(row, found)["lot"] for row in found.rows)
    record_lots(tournament, "overall", [second, third], by=CLERK)
    assert [each[0] for each in order(tournament, "overall")] == [1, 2, 3, 4]
    drawings = tournament.lots.values_list("drawing", "totals").distinct()
    assert list(drawings) == [(2, "0 1258 12 2")]


def test_lots_are_drawn_only_among_those_who_are_equal():
    """TO 5.1: a lot cannot outrank points."""
    tournament = tournament_of(EQUAL)
    make_team(tournament, (2,))
    first, second, third, _last = tournament.entries.all()
    others = list(tournament_of(EQUAL).entries.filter(start_number__in=(2, 3)))
    cases = [("overall", [first, second]), ("overall", others)]
    cases += [(scope, [second, third]) for scope in ("series/9", "team", "season")]
    for scope, drawn in cases:
        assert codes_of(record_lots, tournament, scope, drawn, by=CLERK) == ["lot-decides-nothing"]
    assert not tournament.lots.exists()


def test_adjustment_of_a_member_counts_for_the_team():
    tournament = tournament_of(TEXTBOOK)
    make_team(tournament, (1, 2), size=2)
    adjust(tournament, 1, -40)
    adjust(tournament, 2, -100, tournament.series.get())
    row = find_standings(tournament, "team").rows[0]
    assert (row.performance, row.adjusted) == (2500, -40)


def league(*series_figures, **fields):
    tournament = tournament_of(*series_figures, league=True, **fields)
    for number in (1, 2, 3, 4):
        make_team(tournament, (number,), size=2)
    return tournament


def test_a_league_ranks_by_match_points_and_then_by_game_points_and_says_so():
    """docs/practice.md: 3-2-1-0 by the teams' series points; ties by game points."""
    found = listing(league(TEXTBOOK, REVERSED), "team")
    assert found.title == "League table"
    ranked = [(row["number"], row["match"], row["performance"]) for row in found.rows]
    assert ranked == [(2, 3, 2628), (3, 3, 2628), (1, 3, 1440), (4, 3, 1440)]
    assert [found.rows[1][f"match_{number}"] for number in (1, 2)] == [2, 1]


def test_a_team_that_did_not_appear_has_no_match_points():
    tournament = league(TEXTBOOK)
    TeamMember.objects.filter(entry__start_number=2).update(from_series=2)
    rows = find_standings(tournament, "team").rows
    assert [(row.number, row.match) for row in rows] == [(1, 3), (3, 2), (4, 1)]


def test_league_days_show_the_ranking_reason():
    tournament = league([BareTotal(600, 12, 0), *TEXTBOOK[1:]], REVERSED)
    reasons = {row["number"]: row["reason"] for row in listing(tournament, "team").rows}
    assert reasons[2] == "equal, no lot drawn"
    assert reasons[1].startswith("ahead by points, 1\u202f548 to")


def test_special_lists_rank_by_one_figure_alone():
    tournament = tournament_of(TEXTBOOK, REVERSED)
    rows = find_standings(tournament, "special/most-won").rows
    ranked = [(row.rank.rank, row.start_number, row.figure) for row in rows]
    assert ranked == [(1, 2, 22), (1, 3, 22), (3, 1, 18), (3, 4, 18)]
    rows = find_standings(tournament, "special/best-series").rows
    assert [row.figure for row in rows] == [1332, 1332, 1320, 1320]
    assert find_standings(tournament, "special/nonsense") is None


def test_fewest_lost_ranks_only_players_of_every_series():
    tournament = tournament_of(TEXTBOOK, TEXTBOOK)
    tournament.series.get(number=2).lists.get().seat_rows.filter(entry__start_number=1).delete()
    rows = find_standings(tournament, "special/fewest-lost").rows
    assert [(row.start_number, row.figure) for row in rows] == [(3, 2), (2, 4), (4, 10)]


def test_north_american_events_have_lists_of_their_own():
    """docs/law.md "Performance"."""
    special = {kind.scope for kind in kinds_of(tournament_of(system="nasl1975")).special}
    names = ("net-games", "best-game", "hundred", "top-solos")
    assert {f"special/{name}" for name in names} <= special
    assert find_standings(tournament_of(), "special/net-games") is None


def season_of(best_of, *lists):
    season = Season.objects.create(name="2026/27", best_of=best_of)
    made = []
    for day, figures in enumerate(lists, 1):
        tournament = tournament_of(figures, season=season, name=f"Monat {day}")
        tournament.date = date(2026, day, 1)
        tournament.save()
        made.append(tournament)
    people = [entry.person for entry in made[0].entries.all()]
    for tournament in made[1:]:
        for entry, person in zip(tournament.entries.all(), people, strict=True):
            entry.person = person
            entry.save()
    return made


def test_a_season_shows_what_it_does_not_count_in_brackets():
    first, *_others = season_of(2, TEXTBOOK, REVERSED, TEXTBOOK)
    best = listing(first, "season").rows[0]
    assert (best["performance"], best["tournament_2"], best["played"]) == (2664, "(108)", 3)


def test_season_title_does_not_repeat_the_word_season():
    for language, name in (("en", "Season 2026/27"), ("de", "Vereinsjahr 2026")):
        with translation.override(language):
            assert season_standings(Season(pk=0, name=name)).title == name


def test_a_sample_is_no_part_of_a_season():
    first, second = season_of(None, TEXTBOOK, TEXTBOOK)
    second.sample = True
    second.save()
    assert find_standings(first, "season").rows[0].performance == 1332
    assert find_standings(tournament_of(TEXTBOOK), "season") is None


def test_invalid_scope_has_no_standings():
    tournament = tournament_of()
    wrong = ("", "series/", "series/x", "series/9", "series/99999999", "day/", "day/heute", "team")
    for scope in (*wrong, "category/", "special/", "season/1", "\x00", "overall/1"):
        assert find_standings(tournament, scope) is None


def test_standings_up_to_a_series_use_no_later_series():
    tournament, only = tournament_of(TEXTBOOK, REVERSED), frozenset({1})
    make_team(tournament, (1, 2))
    adjust(tournament, 3, 1000, tournament.series.get(number=2))
    assert order(tournament, "team", only=only) == [(1, 2640)]
    assert order(tournament, "overall", only=only)[0] == (1, 1332)
    assert find_standings(tournament, "series/2", only=only) is None
    assert find_standings(tournament, "special/best-series", only=only).rows[0].figure == 1332
    players = kinds_of(tournament, only=only).players
    assert [kind.scope for kind in players] == ["overall", "series/1"]


def test_the_queries_of_teams_do_not_grow(django_assert_max_num_queries):
    tournament = tournament_of(TEXTBOOK, TEXTBOOK)
    for number in (1, 2, 3, 4):
        make_team(tournament, (number,), size=2, scaled=True)
    with django_assert_max_num_queries(8):
        assert len(find_standings(tournament, "team").rows) == 4


def test_game_rankings_count_games_won_by_soloists():
    """docs/law.md "Performance": the best single game, games of 100 or more, grand ouverts."""
    score_list = open_list(rounds=1)
    marks = ("hand", "ouvert", "schneider", "schneider_announced", "schwarz", "schwarz_announced")
    lines = [
        line(1, 2, "grand", tops=4, **dict.fromkeys(marks, True)),
        line(2, 3, "clubs", tops=5, hand=True, schneider=True),
        line(3, 2, tops=1, won=False),
        line(4, 3, "spades", tops=8, hand=True),
    ]
    record_games(score_list, lines, by=CLERK, revision=1)
    tournament = score_list.series.tournament
    assert find_standings(tournament, "special/best-game").rows == ()
    score_list.refresh_from_db()
    close_list(score_list, by=CLERK, revision=score_list.revision)
    seats = {seat.entry_id: seat.position for seat in score_list.seat_rows.all()}

    def figures(code):
        rows = find_standings(tournament, f"special/{code}").rows
        return {seats[row.entry_id]: row.figure for row in rows}

    assert figures("best-game") == {2: 264, 3: 110}
    assert figures("hundred") == {2: 1, 3: 1}
    assert figures("grand-ouvert") == {2: 1}
    assert figures("most-won") == {1: 0, 2: 1, 3: 2, 4: 0}


def test_page_names_lists_without_games():
    found = listing(tournament_of(TEXTBOOK), "special/best-game")
    assert found.rows == []
    assert str(found.notes[0]).startswith("1 list was entered by three figures")
