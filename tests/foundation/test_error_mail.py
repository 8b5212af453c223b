"""Errors are reported by e-mail, without what they were about."""

import email
import logging
import os
import socketserver
import subprocess
import sys
import threading

import pytest

from launch.environment import ROOT
from skatturnier.mail import MAX_REPORTS, ErrorMail

CODE = """
import django, logging
django.setup()
from django.conf import settings
logger = logging.getLogger("django.request")
for number in range(30):
    try:
        {}["key"]
    except KeyError:
        logger.exception("Internal Server Error: /t/abcdefghijklmnopqrstuvwxyz/ %s", number)
logging.getLogger("scoring").warning("no error")
logging.shutdown()
"""


class Smtp(socketserver.StreamRequestHandler):
    """As much of SMTP as a client needs to leave a message."""

    def handle(self) -> None:
        self.wfile.write(b"220 test\r\n")
        for line in self.rfile:
            if line.upper().startswith(b"QUIT"):
                self.wfile.write(b"221 bye\r\n")
                return
            if line.upper().startswith((b"EHLO", b"HELO")):
                self.server.greeted_by = line.split()[1].decode()
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.messages.append(text.decode())
            self.wfile.write(b"250 ok\r\n")


@pytest.fixture
def mail_server():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Smtp) as server:
        server.messages = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_errors_are_sent_masked_and_not_without_end(mail_server, tmp_path):
    """In a program of its own, whose settings come from the environment. Numbered by the domain of
    the sender: by that of the computer, localhost on many, spam filters reject them."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        "SKATTURNIER_DATA": str(tmp_path),
        "SKATTURNIER_EMAIL": f"smtp://127.0.0.1:{mail_server.server_address[1]}",
        "SKATTURNIER_EMAIL_FROM": "Skatverband <skat@skät.example>",
        "SKATTURNIER_ERRORS_TO": "chief@example.org,second@example.org",
    }
    subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, env=environment, check=True)
    first = mail_server.messages[0]
    found = email.message_from_string(first)
    assert found["Message-ID"].endswith("@xn--skt-rla.example>")
    assert mail_server.greeted_by == "xn--skt-rla.example"
    assert len(mail_server.messages) == MAX_REPORTS
    assert found["To"] == "chief@example.org, second@example.org"
    assert "KeyError: 'key'" in first
    assert "abcdefghijklmnopqrstuvwxyz" not in first


def test_a_mail_server_that_does_not_answer_hinders_nobody(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.ADMINS = [("chief", "chief@example.org")]
    handler = ErrorMail()
    handler.emit(logging.LogRecord("x", logging.ERROR, "x", 1, "broken", (), None))
    handler._sender.shutdown(wait=True)
