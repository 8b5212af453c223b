"""System checks: invalid settings stop the start with a message that says how to fix them."""

import logging
import sys
from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, register, run_checks

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
    return settings.ENVIRONMENT_PROBLEMS
