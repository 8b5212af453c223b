"""The month as a word, because 3/4 is the third of April in Germany.

Hours go to 24, as on the clock of the room and in every list.
"""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
