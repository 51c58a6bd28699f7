"""Ask the site of this machine whether it is well; for whatever restarts it if not."""

import os
import urllib.request

ADDRESS = "http://127.0.0.1:8000/healthz"


def ask() -> None:
    """HTTPError or URLError, and so an exit other than 0, where it isn't."""
    host = os.environ.get("ALLOWED_HOSTS", "localhost").partition(",")[0]
    with urllib.request.urlopen(urllib.request.Request(ADDRESS, headers={"Host": host}), timeout=5) as answer:
        print(answer.read().decode().strip())


if __name__ == "__main__":
    ask()
