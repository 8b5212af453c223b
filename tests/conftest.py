"""What all tests share: the profiles of hypothesis, and a browser."""

import os

import hypothesis

# Playwright's synchronous interface keeps an event loop in this thread, for which Django would
# refuse to let a test touch its own database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

hypothesis.settings.register_profile("laptop", deadline=None)
# The same examples every time: a red run on another machine can be repeated on this one.
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") == "true" else "laptop")

pytest_plugins = ["tests.browser"]
