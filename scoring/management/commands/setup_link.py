"""`manage.py setup_link`: a one-time link to the first account, or to a new password."""

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from scoring.accounts.services.accounts import create_first_link, renew_link
from scoring.core.links import server_address
from scoring.management.terminal import CheckedCommand, report_refusals
from scoring.models import Actor, User


class Command(CheckedCommand):
    help = (
        "Prints a one-time link to the first account, nothing once it exists; with a sign-in name "
        "the link to a new password of that account."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", nargs="?", default="", help="whose password is forgotten")

    def handle(self, *args: object, account: str, **options: object) -> None:
        token = new_password_link(account) if account else create_first_link()
        if token:
            self.stdout.write(server_address() + reverse("setup", args=[token]))


def new_password_link(account: str) -> str:
    user = User.objects.filter(username=account).first()
    if user is None:
        names = ", ".join(User.objects.filter(is_superuser=True).values_list("username", flat=True))
        raise CommandError(f"there is no account {account}; administrators: {names}")
    with report_refusals():
        return renew_link(user, by=Actor(name="setup_link"))
