"""Print the one-time link that sets up the first account."""

from django.core.management.base import BaseCommand
from django.urls import reverse

from scoring.accounts.services.accounts import create_first_link
from scoring.core.links import server_address
from skatturnier.checks import TAG


class Command(BaseCommand):
    help = "Prints a one-time link to the first account; nothing once it exists."
    requires_system_checks = (TAG,)

    def handle(self, *args: object, **options: object) -> None:
        token = create_first_link()
        if token:
            self.stdout.write(server_address() + reverse("setup", args=[token]))
