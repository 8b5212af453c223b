"""A token belongs to one form: another form with the same token is refused."""

import inspect
from collections.abc import Callable
from datetime import date

import pytest

from scoring.clubs.services import anonymise_people, merge_people, rename_club
from scoring.core.refusals import Refused
from scoring.core.services import write_log
from scoring.core.text import Name
from scoring.models import Actor, Club, LogEntry, Person, Role, Tournament
from scoring.money.services.pots import PotTerms, change_pot, create_pot, remove_pot
from scoring.players.services.entries import add_entries, change_entry
from scoring.players.services.leaving import undo_registration
from scoring.players.services.matching import Newcomer
from scoring.referee.services.rulings import make_ruling
from scoring.rules.adjudication import Incident
from scoring.rules.prizes import PrizePlan
from scoring.series.services.series import create_series, open_list
from scoring.teams.reads.teams import Member
from scoring.teams.services.categories import CategoryTerms, add_category, change_category
from scoring.teams.services.contests import set_contest
from scoring.teams.services.teams import add_team
from tests.factories import make_entries, make_member, make_series, make_tournament
from tests.rooms import functions
from tests.whole.test_every_service_logs import ALL_EXAMPLES, CALLED, Stage, rows
from tests.whole.test_every_service_logs import stage as stage

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
TAKEN = "taken-by-another-form"
EXPOSED = Incident("card_exposed", answers={"exposed": "deal"})


def forms(tournament):
    """Every form that reads its first result from the log, by its service."""
    contest = tournament.team_contests.get(kind="tandem")
    referee = Actor(make_member(tournament, Role.REFEREE))
    return {
        "add_team": lambda token: add_team(contest, "", [Member(1)], by=BY, token=token),
        "create_series": lambda token: create_series(tournament, by=BY, token=token),
        "open_list": lambda token: open_list(
            tournament.series.get(number=1), 1, [1, 2, 3], by=BY, token=token
        ),
        "add_entries": lambda token: add_entries(
            tournament, [Newcomer(Name("Uhu", "Ute"))], by=BY, token=token
        ),
        "undo_registration": lambda token: undo_registration(tournament, by=BY, token=token),
        "make_ruling": lambda token: make_ruling(tournament, EXPOSED, by=referee, token=token),
        "add_category": lambda token: add_category(
            tournament, CategoryTerms("Damen"), by=BY, token=token
        ),
    }


FORMS = (
    "add_team",
    "create_series",
    "open_list",
    "add_entries",
    "undo_registration",
    "make_ruling",
    "add_category",
)


@pytest.fixture
def tournament():
    found = make_tournament()
    make_entries(found, 4)
    make_series(found)
    set_contest(found, "tandem", by=BY)
    return found


def test_table_has_every_form(tournament):
    assert forms(tournament).keys() == set(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_form_with_a_used_token_is_refused(tournament, form):
    if form == "undo_registration":
        add_entries(tournament, [Newcomer(Name("Uhu", "Ute"))], by=BY)
    set_contest(tournament, "team", by=BY, token=TAKEN)
    written = LogEntry.objects.count()
    with pytest.raises(Refused) as refusal:
        forms(tournament)[form](TAKEN)
    assert [each.code for each in refusal.value.problems] == ["submission-of-another-form"]
    assert LogEntry.objects.count() == written


@pytest.mark.parametrize("form", FORMS)
def test_form_sent_twice_gives_the_same_answer(tournament, form):
    if form == "undo_registration":
        add_entries(tournament, [Newcomer(Name("Uhu", "Ute"))], by=BY)
    send = forms(tournament)[form]
    assert send("its-own-token") == send("its-own-token")


def test_token_of_another_list_is_refused(tournament):
    series = tournament.series.get(number=1)
    open_list(series, 1, [1, 2, 3], by=BY, token=TAKEN)
    with pytest.raises(Refused) as refusal:
        open_list(series, 2, [4], by=BY, token=TAKEN)
    assert [each.code for each in refusal.value.problems] == ["submission-of-another-form"]


def test_token_of_a_team_is_refused_for_a_pair(tournament):
    team = set_contest(tournament, "team", by=BY)
    add_team(team, "", [Member(1)], by=BY, token=TAKEN)
    tandem = tournament.team_contests.get(kind="tandem")
    with pytest.raises(Refused) as refusal:
        add_team(tandem, "", [Member(1)], by=BY, token=TAKEN)
    assert [each.code for each in refusal.value.problems] == ["submission-of-another-form"]


def not_mine(call: Callable[..., object], *args: object, **kwargs: object) -> None:
    """The call is refused because another form used its token."""
    with pytest.raises(Refused) as refusal:
        call(*args, by=BY, **kwargs)
    assert [each.code for each in refusal.value.problems] == ["submission-of-another-form"]


def test_token_of_another_pot_is_refused(tournament):
    plan = PrizePlan(method="table", amounts=(500,))
    one, two = (create_pot(tournament, PotTerms(t, "overall", plan), by=BY) for t in "AB")
    change_pot(one, PotTerms("C", "overall", plan), by=BY, token=TAKEN)
    not_mine(change_pot, two, PotTerms("C", "overall", plan), token=TAKEN)
    remove_pot(one, by=BY, token="another-token")
    not_mine(remove_pot, two, token="another-token")
    assert [pot.title for pot in tournament.pots.all()] == ["B"]


def test_token_of_another_player_or_category_is_refused(tournament):
    one, two = tournament.entries.filter(start_number__in=(1, 2))
    for _arrival in range(2):
        change_entry(one, name=Name("Uhu", "Ute"), club="", start_number=9, by=BY, token=TAKEN)
    not_mine(change_entry, two, name=Name("Uhu", "Udo"), club="", start_number=2, token=TAKEN)
    women, men = (
        add_category(tournament, CategoryTerms(name), by=BY) for name in ("Damen", "Herren")
    )
    for _arrival in range(2):
        change_category(women, CategoryTerms("Frauen"), by=BY, token="another-token")
    not_mine(change_category, men, CategoryTerms("Männer"), token="another-token")
    assert [str(each.person) for each in tournament.entries.filter(start_number__in=(2, 9))] == [
        str(two.person),
        "Ute Uhu",
    ]
    names = tournament.categories.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Frauen", "Herren"]


def test_token_of_other_people_or_clubs_is_refused(tournament):
    long_ago = make_tournament(date=date(2019, 1, 1))
    one, two, three = (entry.person for entry in make_entries(long_ago, 3))
    for _arrival in range(2):
        assert anonymise_people(long_ago, [one], by=BY, token=TAKEN) == 1
    not_mine(anonymise_people, long_ago, [one, two], token=TAKEN)
    kept = Person.objects.create(family="Uhu")
    merge_people(tournament, two, kept, by=BY, token="merge-token")
    not_mine(merge_people, tournament, three, kept, token="merge-token")
    club, other = (Club.objects.create(name=name) for name in ("SC", "TV"))
    for _arrival in range(2):
        rename_club(tournament, club, "SC Eins", by=BY, token="club-token")
    not_mine(rename_club, tournament, other, "TV Zwei", token="club-token")


# Every service that takes a token ---------------------------------------------------------------

# A link is shown only once: a repetition raises AlreadyWritten. Many lists have a token each,
# derived from the one that is sent.
ELSEWHERE = {"accounts.create_account", "accounts.renew_link", "results_import.take_results"}
# So are printed codes.
ELSEWHERE |= {"accounts.add_app", "accounts.add_passkey", "accounts.renew_codes"}


SERVICES = dict(functions("services"))


def with_token() -> list[str]:
    """The services that are called in EXAMPLES and take a token."""
    found = []
    for name in CALLED:
        if "token" in inspect.signature(SERVICES[name]).parameters:
            found.append(name)
    return found


WITH_TOKEN = with_token()


def service_call(name: str, stage: Stage) -> Callable[..., object]:
    return ALL_EXAMPLES[name](stage)


def test_the_services_with_tokens_are_found():
    assert len(WITH_TOKEN) > 60
    assert set(WITH_TOKEN) > ELSEWHERE


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(WITH_TOKEN) - ELSEWHERE))
def test_a_token_of_another_form_is_refused_by_every_service(stage: Stage, name: str):
    call = service_call(name, stage)
    tournament = call.args[0] if isinstance(call.args[0], Tournament) else stage.tournament
    write_log("backup.made", "backup", by=BY, tournament=tournament, token=TAKEN)
    before = rows()
    with pytest.raises(Refused) as refusal:
        call(token=TAKEN)
    assert [each.code for each in refusal.value.problems] == ["submission-of-another-form"]
    assert rows() == before


@pytest.mark.parametrize("name", sorted(set(WITH_TOKEN) - ELSEWHERE))
def test_repeated_token_writes_once_in_every_service(stage: Stage, name: str):
    call = service_call(name, stage)
    call(token="its-own-token")
    before = rows()
    call(token="its-own-token")
    assert rows() == before
