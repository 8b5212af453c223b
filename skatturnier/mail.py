"""Reports of errors by e-mail (`SKATTURNIER_ERRORS_TO`), and the server that takes e-mail."""

import logging
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from email.utils import parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

from skatturnier.words import first_line

SCHEMES = {"smtp": {}, "smtp+tls": {"EMAIL_USE_TLS": True}, "smtp+ssl": {"EMAIL_USE_SSL": True}}
PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
TIMEOUT = 20  # seconds
MAX_REPORTS = 10  # an hour, of each process: a fault at every request is known by the first
HOUR = 3600.0


def smtp_settings(url: str) -> dict[str, Any]:
    """Django's settings for an address; raises ValueError.

    >>> settings = smtp_settings("smtp+tls://club:secret%21@mail.example.org")
    >>> settings["EMAIL_HOST"], settings["EMAIL_PORT"], settings["EMAIL_HOST_PASSWORD"]
    ('mail.example.org', 587, 'secret!')
    """
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ValueError("no address of a mail server")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_TIMEOUT": TIMEOUT,
        **SCHEMES[parts.scheme],
    }


def send_as(sender: str) -> None:
    """Let Django greet the mail server, and make ids of messages, with the domain of the sender.

    Its default is the name of this computer, often localhost, which spam filters do not trust.
    """
    from django.core.mail.utils import DNS_NAME
    from django.utils.encoding import punycode

    if domain := parseaddr(sender)[1].rpartition("@")[2]:
        vars(DNS_NAME)["get_fqdn"] = lambda: punycode(domain)


class ErrorMail(logging.Handler):
    """Sends errors as the log has them, without forms, to settings.ADMINS; by its own thread."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._sender = ThreadPoolExecutor(1, "mail")
        self._sent: deque[float] = deque(maxlen=MAX_REPORTS)

    def emit(self, record: logging.LogRecord) -> None:
        now = time.monotonic()
        if len(self._sent) == MAX_REPORTS and now - self._sent[0] < HOUR:
            return
        self._sent.append(now)
        text = self.format(record)
        self._sender.submit(self.send, first_line(text)[:200], text)

    def send(self, subject: str, text: str) -> None:
        from django.core.mail import mail_admins

        # If this fails, the log has the error anyway.
        mail_admins(subject, text, fail_silently=True)
