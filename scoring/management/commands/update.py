"""`manage.py update`: what a server does before it starts; several may do it at once."""

from django.core.management.base import BaseCommand

from scoring.management.terminal import refusals_shown
from scoring.management.updating import update
from scoring.models import Actor
from skatturnier.checks import TAG


class Command(BaseCommand):
    help = "Backs up the database and migrates it, if this version of the program needs that."
    requires_system_checks = (TAG,)

    def handle(self, *args: object, **kwargs: object) -> None:
        with refusals_shown():
            update(self.stdout.write, by=Actor(name="update"))
