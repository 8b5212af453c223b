"""System checks: invalid settings stop the start with a message that says how to fix them."""

import logging
import os
import sys
from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register, run_checks
from django.core.checks import Warning as Notice

# All that a command of this program asks for: it need not load every page to look at it. The server
# looks at everything else itself, and so does every run of the tests.
TAG = "skatturnier"
logger = logging.getLogger(__name__)


class ProjectConfig(AppConfig):
    """Registers the project as an app, so that Django imports these checks."""

    name = "skatturnier"


def refuse_start() -> None:
    """End what a server starts if a setting is invalid; each is a line of the log."""
    errors = [check for check in run_checks(tags=[TAG]) if not check.is_silenced()]
    for error in errors:
        logger.log(error.level, " ".join(str(error).split()))
    if any(error.is_serious() for error in errors):
        sys.exit(1)


@register(TAG)
def check_environment(**kwargs: object) -> Sequence[CheckMessage]:
    """All values that `environment.py` could not use."""
    return [
        Error(problem.message, hint=problem.hint, id=f"{TAG}.{problem.code}")
        for problem in settings.ENVIRONMENT_PROBLEMS
    ]


@register(TAG)
def check_production(**kwargs: object) -> Sequence[CheckMessage]:
    """Settings that must not be combined."""
    errors: list[CheckMessage] = []
    if settings.PRODUCTION and settings.DEBUG:
        errors.append(
            Error(
                "SKATTURNIER_DEBUG shows the program's insides to everybody on the internet.",
                hint="Remove SKATTURNIER_DEBUG, or SKATTURNIER_PROFILE=production.",
                id=f"{TAG}.E010",
            )
        )
    if settings.PRODUCTION and (not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS):
        errors.append(
            Error(
                "A server on the internet must know its own name.",
                hint="Set SKATTURNIER_ALLOWED_HOSTS, e.g. skat.example.org,www.example.org",
                id=f"{TAG}.E011",
            )
        )
    return errors


@register(TAG)
def check_second_folder(**kwargs: object) -> Sequence[CheckMessage]:
    """A missing second folder is only a warning: the backups are in the data folder anyway."""
    copy = settings.BACKUP_COPY
    if copy is None or os.path.isdir(copy):  # Path.is_dir() raises where it may not look
        return []
    return [
        Notice(
            f"{copy} is not there: backups are not copied for now.",
            hint="Plug in the stick, or remove SKATTURNIER_BACKUP_COPY.",
            id=f"{TAG}.W020",
        )
    ]
