"""The bot as a child process: started, started again when it dies, and stopped."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

AGAIN = 5
"""Starts within `WINDOW` seconds before it is given up: a fault that comes at once stays."""
WINDOW = 60.0
PATIENCE = 5.0
"""Seconds to stop in: more than the bot's own time to finish what it writes."""
WRONG_USE = 2
"""The exit code of a bot whose settings are wrong: another start would end the same."""

COMMAND = (sys.executable, "-m", "bot.playground.leash")


class Child:
    """Keeps one process running."""

    def __init__(
        self,
        environment: Mapping[str, str],
        say: Callable[[str], None],
        *,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """`say` is told, in a sentence, what happens to the process."""
        self._environment = dict(environment)
        self._say = say
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._starts: list[float] = []

    @property
    def pid(self) -> int:
        """The id of the process, 0 where none was started."""
        return self._process.pid if self._process else 0

    async def keep(self) -> None:
        """Run until it is cancelled, or returns when starting again would be of no use."""
        try:
            while True:
                code = await self._once()
                if code == WRONG_USE:
                    self._say("The bot's settings are wrong, as it says above.")
                    return
                if self._too_often():
                    self._say(f"The bot stopped {AGAIN} times within a minute (code {code}).")
                    return
                self._say(f"The bot stopped (code {code}); starting it again.")
        finally:
            await self._stop()

    async def _once(self) -> int:
        """Start the process and wait for its end, in a session of its own: Ctrl-C is ours.

        Its standard input is a pipe that ends when we do, should we be killed.
        """
        self._starts.append(asyncio.get_running_loop().time())
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            env=self._environment,
            stdin=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        return await self._process.wait()

    def _too_often(self) -> bool:
        since = asyncio.get_running_loop().time() - WINDOW
        return sum(start > since for start in self._starts) >= AGAIN

    async def _stop(self) -> None:
        """End the process: asked first, made to after a while."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
            try:
                # asyncio.timeout ends a task that was cancelled before, in Python before 3.11.4.
                await asyncio.wait_for(process.wait(), PATIENCE)
            except TimeoutError:
                process.kill()
                await process.wait()
