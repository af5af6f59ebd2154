"""Start, stop and list the servers that a developer tries Footnote with."""

from __future__ import annotations

import argparse
import sys

from scripts.terminal import complain, print_json, run

PORTS = {"elasticsearch": 9281, "postgresql": 5481}
"""Each its own kind's usual port and 81, so that a server of the machine's is not in the way."""

NAMES = tuple(PORTS)


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.services",
        description="Run an Elasticsearch and a PostgreSQL on this machine, for development and "
        "tests only: on 127.0.0.1, without TLS. What they need is fetched once (Elasticsearch by "
        "Maven, 107 MB; it wants Java 17). Data is kept from one start to the next.",
        epilog='In a shell: eval "$(python -m scripts.services start)"',
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    start = commands.add_parser("start", help="start them and print the settings to export")
    start.add_argument(
        "--elasticsearch-port", type=int, default=PORTS["elasticsearch"], metavar="PORT"
    )
    start.add_argument("--postgresql-port", type=int, default=PORTS["postgresql"], metavar="PORT")
    stop = commands.add_parser("stop", help="end them; their data is kept")
    stop.add_argument("--forget", action="store_true", help="remove their data too")
    status = commands.add_parser("status", help="say which run; exit code 1 when one does not")
    status.add_argument("--json", action="store_true", help="print it as JSON")
    fetch = commands.add_parser("fetch", help="fetch what they need and start none")
    for each in (start, stop, status, fetch):
        said = f"{' or '.join(NAMES)} (default: both)"
        each.add_argument("names", nargs="*", type=_name, metavar="NAME", help=said)
    return parser


def _name(said: str) -> str:
    """Check the name of a server."""
    if said not in NAMES:
        raise argparse.ArgumentTypeError(f"{said!r} is neither {' nor '.join(NAMES)}")
    return said


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    names = options.names or list(NAMES)
    commands = {"start": _start, "stop": _stop, "status": _status, "fetch": _fetch}
    return commands[options.command](options, names)


def _start(options: argparse.Namespace, names: list[str]) -> int:
    """Start servers; print nothing on standard output but what a shell may carry out."""
    from scripts._services import kept

    for name in names:
        started = kept.start(name, getattr(options, f"{name}_port"), complain)
        print(f"export {started.setting}", flush=True)
    if sys.stdout.isatty():
        complain("Put these into your shell or .env; end them with python -m scripts.services stop")
    return 0


def _stop(options: argparse.Namespace, names: list[str]) -> int:
    """End servers."""
    from scripts._services import kept

    for name in names:
        ran = kept.stop(name, forget=options.forget)
        forgotten = "; its data is gone" if options.forget else ""
        complain(f"{name} {'has ended' if ran else 'did not run'}{forgotten}.")
    return 0


def _status(options: argparse.Namespace, names: list[str]) -> int:
    """Say which servers run."""
    from scripts._services import kept

    found = {name: kept.find(name) for name in names}
    running = {name: server for name, server in found.items() if server and server.alive()}
    if options.json:
        print_json({name: running[name].url if name in running else None for name in names})
    else:
        for name in names:
            server = running.get(name)
            print(f"{name}: {f'{server.setting} (pid {server.pid})' if server else 'does not run'}")
    return 0 if len(running) == len(names) else 1


def _fetch(_: argparse.Namespace, names: list[str]) -> int:
    """Fetch and complete what the servers need."""
    from scripts._services import kept

    for name in names:
        complain(f"{name}: {kept.fetch(name, complain)}")
    return 0


if __name__ == "__main__":
    run(main)
