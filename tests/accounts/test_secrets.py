"""Secrets of second factors: in no document and no table, kept by a backup, and lazily reckoned."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from launch.environment import ROOT
from scoring.accounts.services import sign_in
from scoring.accounts.services.accounts import renew_link
from scoring.accounts.services.sign_in import new_secret
from scoring.exchange.reads.export import export_text
from scoring.models import Actor, LogEntry, RecoveryCode, User
from tests.authenticator import code_of
from tests.factories import make_member

BY = Actor(name="test")
SERVER = """
import sys, skatturnier.wsgi
print(sorted({each.split(".")[0] for each in sys.modules} & {"fido2", "cryptography"}))
"""


@pytest.mark.django_db
def test_neither_documents_nor_tables_nor_pages_of_accounts_hold_secrets(chief, tournament):
    olga = make_member(tournament, "organizer", "olga")
    olga.set_password("drei kleine worte")
    olga.save()
    link = renew_link(olga, by=BY)
    secret = new_secret()
    codes = sign_in.add_app(olga, secret, code_of(secret), by=BY, except_key=None)
    User.objects.filter(pk=olga.pk).update(email="hidden@example.org")
    hashes = (*RecoveryCode.objects.all(), *olga.links.all())
    secrets = [link, secret, *codes, *(each.hash for each in hashes), olga.password, "hidden@"]
    sign_in.renew_codes(User.objects.get(username="olga"), by=BY)
    told = [export_text(tournament), str(list(LogEntry.objects.values()))]
    pages = ("accounts/", "log/", "installation/accounts.csv", "installation/log.csv")
    for path in (*pages, f"tournaments/{tournament.pk}/people/"):
        answer = chief.get(f"/{path}")
        assert answer.status_code == 200, path
        told.append(b"".join(answer).decode())
    assert "olga" in told[-1]
    assert not [each for each in secrets for text in told if each in text]


@pytest.mark.long
def test_a_server_loads_their_libraries_when_they_are_used(tmp_path):
    """14 to 19 MB of an old laptop's memory (docs/adr/0014-second-factor.md)."""
    module = settings.SETTINGS_MODULE.replace("tests", "skatturnier")
    env = {"SKATTURNIER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": module}
    command = [sys.executable, "-c", SERVER]
    printed = subprocess.check_output(command, cwd=ROOT, env=os.environ | env, text=True)
    assert printed.strip() == "[]"
