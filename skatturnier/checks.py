"""System checks: invalid settings stop the start with a message that says how to fix them."""

import logging
import os
import sys
from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, register, run_checks

# Server and commands run these checks alone: Django's own import every view.
TAG = "skatturnier"
logger = logging.getLogger(__name__)


class ProjectConfig(AppConfig):
    """Makes the project an app, so that Django imports these checks."""

    name = "skatturnier"


def refuse_start() -> None:
    """Log every problem of the settings as one line, and exit if one is serious."""
    problems = [problem for problem in run_checks(tags=[TAG]) if not problem.is_silenced()]
    for problem in problems:
        logger.log(problem.level, " ".join(str(problem).split()))
    if any(problem.is_serious() for problem in problems):
        sys.exit(1)


@register(TAG)
def check_environment(**kwargs: object) -> Sequence[CheckMessage]:
    problems: Sequence[CheckMessage] = settings.ENVIRONMENT_PROBLEMS
    return problems


@register(TAG)
def check_production(**kwargs: object) -> Sequence[CheckMessage]:
    errors: list[CheckMessage] = []
    if settings.PRODUCTION and settings.DEBUG:
        errors.append(
            Error(
                "SKATTURNIER_DEBUG shows the program's insides to everybody on the internet.",
                hint="Remove SKATTURNIER_DEBUG; on a laptop remove SKATTURNIER_PROFILE instead.",
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
def check_backup_copy(**kwargs: object) -> Sequence[CheckMessage]:
    """A missing second folder is only a warning: the backups are in the data folder anyway."""
    copy = settings.BACKUP_COPY
    if copy is None or os.path.isdir(copy):  # Path.is_dir() raises where it may not look
        return []
    return [
        checks.Warning(
            f"{copy} is not there: backups are not copied for now.",
            hint="Plug in the stick, or remove SKATTURNIER_BACKUP_COPY.",
            id=f"{TAG}.W020",
        )
    ]
