"""How passwords are hashed: many at once must not take the memory of the laptop."""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = BoundedSemaphore(2)  # as many as an old laptop has cores


class BoundedArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MB and two passes instead of Django's 100 MB; two at a time.

    The OWASP's weakest recommendation, and enough against who has stolen a backup. Hashes with
    other figures are made anew when their owner signs in.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # kilobytes
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with AT_ONCE:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with AT_ONCE:
            return super().verify(password, encoded)
