"""The handbook for organizers: read beside every page, searched, printed."""
