"""How `core.services` writes a row of the log."""

from scoring.models.log import LogEntry


class PreparedInsert:
    def __init__(self, model: type[LogEntry]) -> None:
        self.model = model

    def write(self, row: LogEntry) -> LogEntry:
        row.save(force_insert=True)
        return row
