"""The setting of a tournament: agreed, carried over, exported; addresses never."""

import json
from dataclasses import replace
from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from scoring.core.forms import Refused
from scoring.exchange.reads import export_text
from scoring.exchange.services import import_tournament
from scoring.lists.phone.reads import secret_of
from scoring.models import LogEntry, Signature, TableAccess, TableDevice, Tournament
from scoring.people.services.clubs import forget
from scoring.seasons.services import prepare_next
from scoring.tournament.services import change_tournament, tournament_terms
from skatturnier.logs import masked
from tests.factories import make_member, open_list, seated
from tests.lists.phone.tables import BY, PASSED, kept_by_phone, writing_phone
from tests.visitors import member

pytestmark = pytest.mark.django_db


def change(tournament: Tournament, **terms: object) -> None:
    change_tournament(tournament, replace(tournament_terms(tournament), **terms), by=BY)


def test_the_setting_is_off_by_default():
    tournament = open_list().series.tournament
    assert (tournament.phones, tournament.signed_suffices) == (False, False)


def test_switched_on_during_play_every_released_list_gets_its_address():
    series = seated(8)
    change(series.tournament, phones=True)
    assert TableAccess.objects.filter(list__series=series).count() == 2


def test_switched_off_no_address_opens_a_list_any_more(client):
    score_list = kept_by_phone()
    path = f"/t/{secret_of(TableAccess.objects.get().seed)}/"
    assert client.get(path).status_code == 200
    change(score_list.series.tournament, phones=False)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"signed_suffices": True}, "signatures-without-phones"),
        (
            {"signed_suffices": True, "phones": True, "confirm": "blind"},
            "signatures-beside-a-second-entry",
        ),
    ],
)
def test_signatures_suffice_only_where_lists_are_kept_by_phone(terms: dict, code: str):
    tournament = open_list().series.tournament
    with pytest.raises(Refused) as refusal:
        change(tournament, **terms)
    assert [each.code for each in refusal.value.problems] == [code]
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(**terms)


def test_the_next_evening_is_kept_by_phone_too():
    tournament = kept_by_phone(signed_suffices=True).series.tournament
    following = prepare_next(
        tournament, name="Abend 2", day=date(2026, 11, 28), season="2026", by=BY
    )
    assert (following.phones, following.signed_suffices) == (True, True)


def test_a_document_holds_the_setting_and_no_address():
    score_list = kept_by_phone()
    text = export_text(score_list.series.tournament)
    document = json.loads(text)
    access = TableAccess.objects.get()
    assert document["tournament"]["phones"] is True
    assert not [each for each in (access.seed, access.secret_hash) if each in text]
    assert import_tournament(text.encode(), by=BY).phones
    assert "phones" not in json.loads(export_text(open_list().series.tournament))["tournament"]


def test_the_log_of_the_server_masks_secrets():
    secret = secret_of("any")
    assert secret not in masked(f"Internal Server Error: /t/{secret}/games/3/ /t/{secret}")
    assert masked("/t/17/standings/") == "/t/17/standings/"


def test_anonymising_takes_signatures_and_names_of_phones_away():
    score_list = kept_by_phone()
    phone = writing_phone(score_list)
    for number in range(1, 5):
        phone.play(number)
    phone.hand_in()
    forget(score_list.seat_rows.get(position=2).entry.person)
    assert set(Signature.objects.values_list("position", flat=True)) == {1, 3, 4}
    assert TableDevice.objects.get().name == ""


def test_no_name_of_a_phone_stands_in_the_log():
    score_list = kept_by_phone()
    phone = writing_phone(score_list)
    phone.post("comparison/", games=[{"number": 1, **PASSED}])
    assert "Karl" not in str(list(LogEntry.objects.values()))


def test_whoever_confirms_sees_the_signatures(client):
    score_list = kept_by_phone()
    phone = writing_phone(score_list)
    for number in range(1, 5):
        phone.play(number)
    phone.hand_in()
    client.force_login(make_member(score_list.series.tournament))
    shown = client.get(reverse("list-confirm", args=[score_list.pk])).content.decode()
    assert shown.count('<svg class="signature"') == 4
    assert '<polyline points="10,20 30,40 500,60"/>' in shown


def test_where_phones_begin_the_signatures_at_the_table_are_proposed_to_suffice():
    """Lists without paper waited to be compared with the paper, until a second box was ticked."""
    tournament = open_list().series.tournament
    client = member(tournament, "organizer")
    address = reverse("tournament-settings", args=[tournament.pk])
    form = client.get(address).context["form"]
    assert form["signed_suffices"].value()
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value not in ("", None, False)}
    client.post(address, sent)
    tournament.refresh_from_db()
    assert not tournament.signed_suffices
    client.post(address, sent | {"phones": "on"})
    tournament.refresh_from_db()
    assert tournament.phones
    assert tournament.signed_suffices
