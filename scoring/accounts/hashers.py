"""Hashing passwords without using up the memory of a laptop."""

from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.hashers import Argon2PasswordHasher

# As many threads as an old laptop has cores. Each keeps the 19 MB of its last hash; the sixteen
# threads that answer requests would keep 300 MB.
THREADS = ThreadPoolExecutor(2, "password")


class BoundedArgon2(Argon2PasswordHasher):
    """Argon2id with the least memory and passes that OWASP recommends; two hashes at a time."""

    time_cost = 2
    memory_cost = 19 * 1024  # kilobytes
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return THREADS.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        return THREADS.submit(super().verify, password, encoded).result()
