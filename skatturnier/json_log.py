"""The log as JSON, one object a line, for those who collect it (`SKATTURNIER_LOG=json`)."""

import json
import logging
from datetime import UTC, datetime

from skatturnier.masking import MaskingFormatter


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
