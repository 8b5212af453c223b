"""The log as JSON, one object a line, for those who collect it (`SKATTURNIER_LOG=json`)."""

import json
import logging
import os
from datetime import UTC, datetime

from skatturnier.masking import LINE, MaskingFormatter


class JsonFormatter(MaskingFormatter):
    """time (UTC), level, logger, message, and what was raised; secrets are masked as in a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": super().format(record),
        }
        return json.dumps(line, ensure_ascii=False)


def as_set() -> logging.Formatter:
    """What SKATTURNIER_LOG says, for granian: its log is set up before that of Django."""
    if os.environ.get("SKATTURNIER_LOG", "").strip() == "json":
        return JsonFormatter()
    return MaskingFormatter(LINE)
