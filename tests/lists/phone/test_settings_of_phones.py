"""The setting of a tournament: agreed, carried over, exported; addresses never."""

import json
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from scoring.exchange.reads.export import export_text
from scoring.exchange.services.tournament import import_tournament
from scoring.lists.phone.reads import secret_of
from scoring.models import LogEntry, Signature, TableAccess, TableDevice, Tournament
from scoring.people.services.register import forget
from scoring.tournament.services.tournaments import change_tournament, tournament_terms
from skatturnier.logs import mask_secrets
from tests.factories import open_list, seated
from tests.lists.phone.tables import BY, PASSED, handed_in, kept_by_phone, phone_of
from tests.refusals import codes_of
from tests.visitors import member

pytestmark = pytest.mark.django_db


def change(tournament: Tournament, **terms: object) -> None:
    change_tournament(tournament, replace(tournament_terms(tournament), **terms), by=BY)


def test_switched_on_during_play_every_released_list_gets_its_address_until_it_is_off(client):
    tournament = seated(8).tournament
    assert (tournament.phones, tournament.signed_suffices) == (False, False)
    change(tournament, phones=True)
    assert TableAccess.objects.count() == 2
    path = f"/t/{secret_of(TableAccess.objects.first().seed)}/"
    assert client.get(path).status_code == 200
    change(tournament, phones=False)
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
    assert codes_of(change, tournament, **terms) == [code]
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(**terms)


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
    assert secret not in mask_secrets(f"Internal Server Error: /t/{secret}/games/3/ /t/{secret}")
    assert mask_secrets("/t/17/standings/") == "/t/17/standings/"


def test_anonymising_takes_signatures_and_names_of_phones_away():
    """No name of a phone stands in the log."""
    score_list = handed_in()
    phone_of(score_list).post("comparison/", games=[{"number": 1, **PASSED}])
    forget(score_list.seat_rows.get(position=2).entry.person)
    assert set(Signature.objects.values_list("position", flat=True)) == {1, 3, 4}
    assert TableDevice.objects.get().name == ""
    assert "Karl" not in str(list(LogEntry.objects.values()))


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
