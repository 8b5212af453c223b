"""`manage.py update`: what a server does before it starts; several may do it at once."""

import logging
import sys

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from scoring.management.terminal import refusals_shown, update
from scoring.models import Actor
from skatturnier.checks import refuse_start
from skatturnier.trouble import in_a_line

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Backs up the database and migrates it, if this version of the program needs that."
    requires_system_checks = ()  # `refuse_start` tells of them in the log of the server

    def handle(self, *args: object, **kwargs: object) -> None:
        refuse_start()
        with refusals_shown():
            try:
                update(self.stdout.write, by=Actor(name="update"))
            except DatabaseError as error:
                if not (sentence := in_a_line(error)):
                    raise
                logger.error(sentence)
                sys.exit(1)
