"""`run.py test`, `check`, `messages` and `pictures`: what the repository has, and no archive."""
