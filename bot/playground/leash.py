"""Run the bot until whoever started it is gone: `python -m bot.playground.leash`.

Standard input is the leash: a pipe that nobody writes to, and that ends with the process that
holds its other end, however that process came to its end. The bot itself knows nothing of it.
"""

from __future__ import annotations

import os
import runpy
import signal
import threading
import time

PATIENCE = 5.0
"""Seconds that the bot has to finish in once it was released."""


def follow(leash: int = 0) -> None:
    """Wait for the other end to be gone, then end this process: asked first, made to after."""
    while os.read(leash, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)


def main() -> None:
    """Run the bot on the leash."""
    threading.Thread(target=follow, daemon=True).start()
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
