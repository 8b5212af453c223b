"""Dates and times where Django's own would be misread (setting `FORMAT_MODULE_PATH`)."""
