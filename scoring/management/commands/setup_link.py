"""Print the one-time link that sets up the first account."""

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse

from scoring.accounts.services.accounts import first_link
from skatturnier.checks import TAG


class Command(BaseCommand):
    help = "Prints a one-time link to the first account; nothing once it exists."
    requires_system_checks = (TAG,)

    def handle(self, *args: object, **options: object) -> None:
        token = first_link()
        if token:
            # A laptop has many addresses; which of them, the start says.
            server = f"https://{settings.ALLOWED_HOSTS[0]}" if settings.PRODUCTION else ""
            self.stdout.write(server + reverse("setup", args=[token]))
