"""The start script: each decision on plain values, each deed on a computer that is made up."""

from __future__ import annotations

import ast
import errno
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
_spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
assert _spec is not None
assert _spec.loader is not None
start = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(start)

LINUX, MACOS, WINDOWS = "linux", "macos", "windows"
SYSTEMS = pytest.mark.parametrize("system", [LINUX, MACOS, WINDOWS])


class MadeUp(start.Computer):  # type: ignore[misc,name-defined]
    """A computer that notes commands instead of running them.

    ``fails`` gives the exit code and output of a command that has a certain word in it;
    ``python_in_venv`` is the version of the Python in .venv, which a command "venv" brings.
    """

    def __init__(self, root: Path, system: str = LINUX) -> None:
        self.root = root
        self.system = system
        self.python = "/usr/bin/python3"
        self.version = "3.11"
        self.environ = {"PATH": "/usr/bin", "HOME": "/home/ann"}
        self.is_root = False
        self.which = {}.get
        self.commands: list[list[str]] = []
        self.environments: list[dict[str, str]] = []
        self.fails: dict[str, tuple[int, str]] = {}
        self.python_in_venv: str | None = None
        self.busy: set[int] = set()
        self.free = 10**12

    def listen(self, command: list[str], env: dict[str, str]) -> tuple[int, str]:
        self.commands.append(command)
        self.environments.append(env)
        for word, answer in self.fails.items():
            if word in command:
                return answer
        if "venv" in command:
            self.python_in_venv = self.version
        return 0, ""

    def run(self, command: list[str], env: dict[str, str]) -> int:
        return int(self.listen(command, env)[0])

    become = run

    def version_of(self, python: Path) -> str | None:
        return self.python_in_venv

    def free_space(self) -> int:
        return self.free

    def port_is_free(self, port: int) -> bool:
        return port not in self.busy

    def ran(self, word: str) -> list[list[str]]:
        """Return the commands so far that have this word, and forget all."""
        found = [command for command in self.commands if word in command]
        self.commands.clear()
        return found


@pytest.fixture
def computer(tmp_path: Path) -> MadeUp:
    """A computer with the project in a folder that has a space in its name."""
    root = tmp_path / "pocket games"
    (root / "notebooks").mkdir(parents=True)
    (root / "tests").mkdir()
    (root / "notebooks" / "00_start.ipynb").touch()
    (root / "pyproject.toml").write_text("[project]")
    return MadeUp(root)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> None:
    """Check that all this was told to the person, and no traceback."""
    err = capsys.readouterr().err
    assert [word for word in words if word not in err] == []
    assert "Traceback" not in err


# --- an old Python ----------------------------------------------------------------------------


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_is_told_so(version: tuple[int, ...]) -> None:
    text = start.too_old(version, "/usr/bin/python")
    major, minor, _ = version
    assert f"need Python 3.11 or newer, but this is Python {major}.{minor} (/usr/bin/py" in text
    assert "https://www.python.org/downloads/" in text


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (4, 0, 0)])
def test_a_new_python_is_fine(version: tuple[int, ...]) -> None:
    assert start.too_old(version, "python") is None


def test_a_newer_python_on_the_computer_is_named() -> None:
    assert (
        start.newer_python({"python3.9", "python3.11", "python3.13"}.__contains__) == "python3.13"
    )
    assert start.newer_python({"python3.10"}.__contains__) is None
    assert "Try:  python3.13 start.py" in start.too_old((3, 9), "python3", "python3.13")


def test_a_python_that_is_there_only_by_name_is_not_named(tmp_path: Path) -> None:
    assert start.will_do(sys.executable)
    assert not start.will_do(str(tmp_path / "nowhere"))
    if os.name == "posix":  # as a program that keeps several Pythons leaves them
        shim, old = tmp_path / "python3.13", tmp_path / "python3.12"
        for file, line in ((shim, "echo command not found >&2; exit 127"), (old, "exit 1")):
            file.write_text(f"#!/bin/sh\n{line}\n")
            file.chmod(0o755)
            assert not start.will_do(str(file))


def test_old_pythons_can_read_the_file() -> None:
    text = (ROOT / "start.py").read_text("ascii")
    tree = ast.parse(text, feature_version=(3, 4))
    too_new = (ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.YieldFrom)
    assert not [node for node in ast.walk(tree) if isinstance(node, too_new)]


@pytest.mark.parametrize("name", ["python2.7", "python3.6", "python3.8", "python3.10"])
def test_a_real_old_python_says_it_cleanly(name: str) -> None:
    if not shutil.which(name) or subprocess.run([name, "-V"], capture_output=True).returncode:
        pytest.skip(f"there is no {name} here")
    done = subprocess.run([name, ROOT / "start.py"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("The pocket games need Python 3.11 or newer, but this is")
    assert "Traceback" not in done.stderr


# --- what .venv needs -------------------------------------------------------------------------

WANTED = {"python": "3.11", "folder": "/here", "pyproject": "abc", "extras": ["lab"]}
GOOD = {**WANTED, "complete": True, "own": True}


@pytest.mark.parametrize(
    ("why", "exists", "python", "stamp", "step"),
    [
        ("fresh machine", False, None, None, "make"),
        ("all is well", True, "3.11", GOOD, "nothing"),
        ("more extras than needed", True, "3.11", {**GOOD, "extras": ["lab", "test"]}, "nothing"),
        ("fewer extras", True, "3.11", {**GOOD, "extras": []}, "install"),
        ("project updated", True, "3.11", {**GOOD, "pyproject": "old"}, "install"),
        ("interrupted", True, "3.11", {**GOOD, "complete": False}, "remake"),
        ("interrupted very early", True, "3.11", {}, "remake"),
        ("interrupted before the Python", True, None, {}, "remake"),
        ("folder moved", True, "3.11", {**GOOD, "folder": "/there"}, "remake"),
        ("its Python is gone", True, None, GOOD, "remake"),
        ("another Python now", True, "3.12", GOOD, "remake"),
        ("Python upgraded in place", True, "3.11", {**GOOD, "python": "3.10"}, "remake"),
        ("a broken one, not ours", True, None, None, "remake"),
        ("somebody else's", True, "3.11", None, "install"),
        ("somebody else's, installed", True, "3.11", {**GOOD, "own": False}, "nothing"),
        ("somebody else's, moved", True, "3.11", {**GOOD, "own": False, "folder": "/"}, "install"),
        ("somebody else's, other Python", True, "3.12", None, "strange"),
        ("ditto, installed before", True, "3.12", {**GOOD, "own": False}, "strange"),
    ],
)
def test_what_the_environment_needs(
    why: str, exists: bool, python: str | None, stamp: dict[str, Any] | None, step: str
) -> None:
    assert start.next_step(exists, python, stamp, WANTED) == step, why


@pytest.mark.parametrize(
    ("text", "stamp"), [(None, None), ("", {}), ("[1]", {}), ('{"own": true}', {"own": True})]
)
def test_the_note_in_the_environment(tmp_path: Path, text: str | None, stamp: object) -> None:
    path = tmp_path / "note.json"
    if text is not None:
        path.write_text(text)
    assert start.read_stamp(path) == stamp


def test_the_first_start_makes_and_installs_and_the_second_only_opens(computer: MadeUp) -> None:
    assert start.main([], computer) == 0
    venv = computer.root / ".venv"
    python = str(venv / "bin" / "python")
    assert [command[:4] for command in computer.commands] == [
        ["/usr/bin/python3", "-m", "venv", str(venv)],
        [python, "-m", "pip", "install"],
        [python, "-m", "jupyterlab", f"--ServerApp.root_dir={computer.root / 'notebooks'}"],
    ]
    assert computer.commands[1][-1] == ".[lab]"
    computer.commands.clear()
    assert start.main([], computer) == 0
    assert [command[2] for command in computer.commands] == ["jupyterlab"]


def test_the_tests_need_more_but_playing_less(computer: MadeUp) -> None:
    assert start.main(["play", "landship", "--seed", "7"], computer) == 0
    assert [command[-1] for command in computer.ran("pip")] == ["."]
    assert start.main([], computer) == 0
    assert [command[-1] for command in computer.ran("pip")] == [".[lab]"]
    assert start.main(["test"], computer) == 0
    assert [command[-1] for command in computer.ran("pip")] == [".[lab,test]"]
    assert start.main([], computer) == 0
    assert computer.ran("pip") == []


@pytest.mark.parametrize("where", ["venv", "pip"])
def test_an_interrupted_installation_is_made_again(
    computer: MadeUp, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(command: list[str], env: dict[str, str]) -> tuple[int, str]:
        if where in command:
            raise KeyboardInterrupt
        return MadeUp.listen(computer, command, env)

    computer.listen = stop  # type: ignore[method-assign]
    assert start.main([], computer) == 130
    told(capsys, "Stopped.")
    del computer.listen
    computer.python_in_venv = "3.11"
    rest = computer.root / ".venv" / "rest"
    rest.touch()
    computer.commands.clear()
    assert start.main([], computer) == 0
    assert not rest.exists()
    assert [command[2] for command in computer.commands] == ["venv", "pip", "jupyterlab"]


def test_somebody_elses_environment_is_used_but_never_removed(
    computer: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = computer.root / ".venv" / "theirs"
    theirs.parent.mkdir()
    theirs.touch()
    computer.python_in_venv = "3.11"
    computer.fails["pip"] = 1, "oh"
    assert start.main([], computer) == 1
    computer.fails.clear()
    assert start.main([], computer) == 0
    computer.python_in_venv = "3.12"
    capsys.readouterr()
    assert start.main([], computer) == 1
    told(capsys, "belongs to Python 3.12, but this is Python 3.11", "Rename or delete it")
    assert theirs.exists()


# --- paths, commands, surroundings ------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "python"),
    [(LINUX, "bin/python"), (MACOS, "bin/python"), (WINDOWS, "Scripts/python.exe")],
)
def test_where_the_python_is(system: str, python: str) -> None:
    assert start.venv_python(Path("x y"), system) == Path("x y") / python


@pytest.mark.parametrize(
    ("extras", "what"), [((), "."), (("lab",), ".[lab]"), (("lab", "test"), ".[lab,test]")]
)
def test_what_pip_is_asked(extras: tuple[str, ...], what: str) -> None:
    command = start.pip_command(Path("py"), extras)
    assert command[:4] == ["py", "-m", "pip", "install"]
    assert command[-2:] == ["--editable", what]


@SYSTEMS
def test_nothing_of_the_users_settings_comes_in_or_is_touched(system: str) -> None:
    venv = Path("v")
    theirs = {
        "JUPYTER_CONFIG_DIR": "theirs", "JUPYTER_PATH": "theirs", "JUPYTERLAB_DIR": "theirs",
        "PYTHONPATH": "theirs", "PYTHONHOME": "theirs", "PIP_TARGET": "theirs", "PIP_USER": "1",
        "PATH": "usual", "HTTPS_PROXY": "kept", "PIP_INDEX_URL": "kept", "VIRTUAL_ENV": "theirs",
    }  # fmt: skip
    env = start.environment(theirs, venv, system)
    assert "theirs" not in env.values()
    assert env["HTTPS_PROXY"] == env["PIP_INDEX_URL"] == "kept"
    assert env["PIP_USER"] == "0"
    assert env["PATH"].split(os.pathsep) == [str(start.venv_python(venv, system).parent), "usual"]
    ours = {name: Path(value) for name, value in env.items() if name.startswith("JUPYTER")}
    assert ours.pop("JUPYTER_PATH") == venv.parent / "share" / "jupyter"  # the page of app mode
    assert {*ours} == {"JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"}
    assert all(path.is_relative_to(venv) for path in ours.values())
    assert theirs["JUPYTER_CONFIG_DIR"] == "theirs"


def test_jupyterlab_opens_on_the_start_page() -> None:
    command = start.lab_command(Path("py"), Path("a b"), 8890, True, False)
    assert command[:3] == ["py", "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={Path('a b/notebooks')}" in command
    assert "--LabApp.default_url=/lab/tree/00_start.ipynb" in command
    assert "--ServerApp.ip=127.0.0.1" in command  # nobody else on the network gets in
    assert "--ServerApp.port=8890" in command
    assert "--no-browser" not in command
    assert "--allow-root" not in command
    closed = start.lab_command(Path("py"), Path(), 1, False, True)
    assert {"--no-browser", "--allow-root"} < {*closed}


def test_the_app_opens_the_start_page_without_code() -> None:
    command = start.app_command(Path("py"), Path("a b"), 8890, True, False)
    assert command[:3] == ["py", "-m", "jupyter_server"]
    assert f"--ServerApp.root_dir={Path('a b/notebooks')}" in command
    assert "--ServerApp.default_url=/voila/render/00_start.ipynb" in command
    assert "--ServerApp.ip=127.0.0.1" in command
    assert "--ServerApp.port=8890" in command
    assert "--ServerApp.open_browser=True" in command  # this server opens none by itself
    assert "--allow-root" not in command
    closed = start.app_command(Path("py"), Path(), 1, False, True)
    assert {"--no-browser", "--allow-root"} < {*closed}
    assert "--ServerApp.open_browser=True" not in closed


def test_the_app_needs_what_jupyterlab_needs(
    computer: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main([], computer) == 0
    computer.commands.clear()
    computer.busy = {8888}
    assert start.main(["app", "--no-browser"], computer) == 0
    (command,) = computer.commands
    assert command[2] == "jupyter_server"
    assert {"--ServerApp.port=8889", "--no-browser"} < {*command}
    told = "The games start. To stop it: press Ctrl+C in this window, twice."
    assert told in capsys.readouterr().out  # the server asks after the first; the second is a yes


@pytest.mark.parametrize("arguments", [["app", "--port", "9000"], ["--port", "9000", "app"]])
def test_the_app_takes_the_port_asked_for_or_nothing(
    computer: MadeUp, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main(arguments, computer) == 0
    assert "--ServerApp.port=9000" in computer.ran("jupyter_server")[0]
    computer.busy = {9000}
    assert start.main(arguments, computer) == 1
    told(capsys, "Port 9000 is in use by another program")
    assert computer.commands == []


@pytest.mark.parametrize("door", [[], ["app"]])
def test_the_settings_of_jupyterlab_are_written_where_it_looks(
    computer: MadeUp, door: list[str]
) -> None:
    start.main(door, computer)
    config = Path(computer.environments[-1]["JUPYTER_CONFIG_DIR"])
    settings = (config / "labconfig" / "default_setting_overrides.json").read_text()
    (news,) = json.loads(settings).values()
    assert news == {"fetchNews": "false", "checkForUpdates": False}
    server = (config / "jupyter_server_config.py").read_text()
    assert "set_nodelay(True)" in server
    assert 'template = "pocket-games"' in server
    compile(server, "jupyter_server_config.py", "exec")


def test_the_server_settings_fit_the_installed_server() -> None:
    websocket = pytest.importorskip("jupyter_server.services.kernels.websocket")
    config = pytest.importorskip("traitlets.config").Config()
    before = websocket.KernelWebsocketHandler.open
    try:
        exec(start.SERVER_CONFIG, {"c": config})
        template = ROOT / "share/jupyter/voila/templates" / config.VoilaConfiguration.template
        assert (template / "index.html.j2").is_file()
        assert websocket.KernelWebsocketHandler.open is not before
        assert callable(websocket.KernelWebsocketHandler.set_nodelay)
    finally:
        websocket.KernelWebsocketHandler.open = before


@pytest.mark.parametrize(
    ("arguments", "places"),
    [
        ([], ["tests", "notebooks"]),
        (["-x", "-k", "odds"], ["tests", "notebooks", "-x", "-k", "odds"]),
        (["tests/test_a.py::test_b", "-x"], ["tests/test_a.py::test_b", "-x"]),
        (["notebooks"], ["notebooks"]),
    ],
)
def test_what_pytest_is_asked(computer: MadeUp, arguments: list[str], places: list[str]) -> None:
    (computer.root / "tests" / "test_a.py").touch()
    assert start.main(["test", *arguments], computer) == 0
    (command,) = computer.ran("pytest")
    assert command[1:] == ["-m", "pytest", "--nbval", "--nbval-current-env", *places]


def test_without_notebooks_there_are_still_tests(computer: MadeUp) -> None:
    shutil.rmtree(computer.root / "notebooks")
    assert start.main(["test"], computer) == 0
    assert computer.ran("pytest")[0][-1] == "tests"


def test_the_exit_code_is_that_of_the_tests(computer: MadeUp) -> None:
    computer.fails["pytest"] = 3, ""
    assert start.main(["test"], computer) == 3


def test_play_passes_everything_on(computer: MadeUp) -> None:
    computer.fails["pocketlib"] = 4, ""
    assert start.main(["play", "landship", "--help"], computer) == 4
    assert computer.commands[-1][1:] == ["-m", "pocketlib", "play", "landship", "--help"]
    # what the game tells its player to type, to go on
    assert computer.environments[-1]["POCKET_GAMES_COMMAND"] == "python3 start.py play"


# --- two starts at the same moment ---------------------------------------------------------------


def test_a_second_start_waits_until_the_first_is_ready(
    computer: MadeUp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = start.Computer.lock(computer, computer.root / start.LOCK)
    assert first is not None
    waited: list[float] = []

    def wait(seconds: float) -> None:
        assert computer.commands == [], "nothing is done beside the other start"
        waited.append(seconds)
        if len(waited) == 3:
            first.close()

    monkeypatch.setattr(computer, "wait", wait)
    assert start.main([], computer) == 0
    assert len(waited) == 3
    assert capsys.readouterr().out.count("Another start.py is at work") == 1
    again = computer.lock(computer.root / start.LOCK)
    assert again is not None, "the lock is given back"
    again.close()


def test_a_lock_is_not_left_behind_by_a_start_that_was_ended(computer: MadeUp) -> None:
    path = computer.root / start.LOCK
    program = (
        f"import sys; sys.path[:0] = [{str(start.__file__)!r}.rpartition('/')[0]]; import start"
    )
    code = f"{program}; kept = start.Computer().lock({str(path)!r}); print(kept is not None)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "True"
    lock = computer.lock(path)
    assert lock is not None
    lock.close()


def test_without_a_place_for_the_lock_there_is_none(tmp_path: Path) -> None:
    lock = start.Computer().lock(tmp_path / "no" / "folder")
    assert lock is not None
    lock.close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--help"], ["start.py app", "play landship", "--port", "--no-browser"]),
        (["tset"], ["invalid choice: 'tset'", "test"]),
        (["--port", "http"], ["'http' is no port, a number from 1 to 65535"]),
        (["--port", "65536"], ["'65536' is no port"]),
        (["--browser"], ["unrecognized arguments: --browser"]),
    ],
)
def test_help_and_slips(
    computer: MadeUp, arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        start.main(arguments, computer)
    text = "".join(capsys.readouterr())
    assert [word for word in words if word not in text] == []
    assert computer.commands == []


def test_a_kernel_tells_of_its_language_what_the_notebooks_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else JupyterLab changes a notebook as soon as it is opened."""
    client = pytest.importorskip("jupyter_client.manager")
    start.configure_kernels(tmp_path)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    manager, kernel = client.start_new_kernel()
    try:
        told = kernel.kernel_info(reply=True, timeout=60)["content"]["language_info"]
        assert kernel.execute("1 / 0", reply=True)["content"]["ename"] == "ZeroDivisionError"
    finally:
        kernel.stop_channels()
        manager.shutdown_kernel(now=True)
    for path in (ROOT / "notebooks").rglob("*.ipynb"):
        if ".ipynb_checkpoints" not in path.parts:
            saved = json.loads(path.read_text(encoding="utf-8"))["metadata"]["language_info"]
            assert saved == told, path


# --- ports ------------------------------------------------------------------------------------


def test_the_first_free_port_is_taken(computer: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    computer.busy = {8888, 8889}
    assert start.main([], computer) == 0
    assert "--ServerApp.port=8890" in computer.commands[-1]
    assert "Port 8888 is in use; taking 8890." in capsys.readouterr().out


def test_a_port_that_was_asked_for_is_taken_or_nothing(
    computer: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main(["--port", "9000", "--no-browser"], computer) == 0
    assert "--ServerApp.port=9000" in computer.ran("jupyterlab")[0]
    computer.busy = {9000}
    assert start.main(["--port", "9000"], computer) == 1
    told(capsys, "Port 9000 is in use by another program", "Leave --port away")
    assert computer.commands == []


def test_all_ports_in_use(computer: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    computer.busy = {*range(8000, 9000)}
    assert start.main([], computer) == 1
    told(capsys, "The ports 8888 to 8907 are all in use.", "--port 9000")


def test_a_busy_port_is_noticed() -> None:
    real = start.Computer()
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        assert not real.port_is_free(port)
    assert real.port_is_free(port)


def test_a_port_that_another_start_is_about_to_open_is_left_to_it(tmp_path: Path) -> None:
    """Also when that start has become the server, which opens the port only later."""
    first = start.Computer()
    free = start.choose_port(None, lambda port: first.claim(port, tmp_path))
    second = start.Computer()
    assert second.port_is_free(free), "nobody listens there yet"
    server = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False
    )
    if os.name == "posix":  # elsewhere the start waits for the end of its server
        first.claimed.close()  # the start is gone, its lock lives on in the server
    try:
        assert start.choose_port(None, lambda port: second.claim(port, tmp_path)) > free
        with pytest.raises(start.Problem, match=f"Port {free} is in use"):
            start.choose_port(free, lambda port: second.claim(port, tmp_path))
    finally:
        server.communicate(b"\n")
    assert start.Computer().claim(free, tmp_path), "the port is given back"


# --- what goes wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("NewConnectionError('...: [Errno -3] Temporary failure in name resolution')", "no way to"),
        ("Failed to establish a new connection: [Errno 11001] getaddrinfo failed", "no way to"),
        ("[Errno 8] nodename nor servname: Failed to establish a new connection", "no way to"),
        ("ConnectTimeoutError(... connect timeout=15)", "no way to the network"),
        ("ProxyError('Cannot connect to proxy.')", "HTTPS_PROXY"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "clock right"),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space",
            "disk is full",
        ),
        ("There is not enough space on the disk", "disk is full"),
        ("HINT: This error might have occurred since ... Windows Long Path support", "short place"),
        ("PermissionError: [WinError 5] Access is denied: 'x.pyd'", "may not be written"),
        ("/x/.venv/bin/python: No module named pip", "Delete the folder"),
        ("ERROR: something never seen", "Start again; if it fails once more"),
    ],
)
def test_a_failed_installation_says_what_to_do(
    computer: MadeUp, output: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.fails["pip"] = 1, f"before\n{output}\nafter"
    assert start.main([], computer) == 1
    told(capsys, "The installation failed.", f"    {output}", advice)


def test_only_the_last_lines_are_shown(
    computer: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.fails["pip"] = 1, "\n".join(f"line {n}." for n in range(100))
    assert start.main([], computer) == 1
    err = capsys.readouterr().err
    assert "line 99." in err
    assert "line 80." not in err


@pytest.mark.parametrize(
    ("system", "output", "words"),
    [
        (LINUX, "because ensurepip is not available.", ["sudo apt install python3-venv"]),
        (LINUX, "No module named venv", ["sudo apt install python3-venv"]),
        (MACOS, "No module named ensurepip", ["https://www.python.org/downloads/"]),
        (WINDOWS, "No module named venv", ["https://www.python.org/downloads/"]),
        (LINUX, "[Errno 28] No space left on device", ["The disk is full."]),
    ],
)
def test_no_environment_can_be_made(
    computer: MadeUp,
    system: str,
    output: str,
    words: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    computer.system = system
    computer.fails["venv"] = 1, output
    assert start.main([], computer) == 1
    told(capsys, f"{computer.root / '.venv'} could not be made", output, *words)


def test_too_little_room_is_noticed_before_anything_is_done(
    computer: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.free = 300 * 10**6
    assert start.main([], computer) == 1
    told(capsys, "The disk is nearly full: 300 MB are free", str(computer.root), "Make room")
    assert computer.commands == []
    assert not (computer.root / ".venv").exists()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.EACCES, ["may not be written", ".venv", "home folder"]),
        (errno.EROFS, ["may not be written"]),
        (errno.ENOSPC, ["The disk is full."]),
        (errno.EIO, ["Something failed", "Input/output error", "start again"]),
    ],
)
def test_a_folder_that_takes_nothing(
    computer: MadeUp,
    code: int,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise OSError(code, "Input/output error", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert start.main([], computer) == 1
    told(capsys, *words)


def test_the_project_file_is_missing(computer: MadeUp, capsys: pytest.CaptureFixture[str]) -> None:
    (computer.root / "pyproject.toml").unlink()
    assert start.main([], computer) == 1
    told(capsys, "pyproject.toml", "start again")


# --- a browser for the tests ------------------------------------------------------------------


def nothing(_: str) -> None:
    return None


@pytest.mark.parametrize(
    ("system", "environ", "here", "found"),
    [
        (LINUX, {}, "/usr/bin/chromium", "/usr/bin/chromium"),
        (LINUX, {}, "/usr/bin/google-chrome", "/usr/bin/google-chrome"),
        (LINUX, {"CHROMIUM": "/opt/chrome"}, "/opt/chrome", "/opt/chrome"),
        (LINUX, {}, "/Applications/Chromium.app/Contents/MacOS/Chromium", None),
        (MACOS, {}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "="),
        (MACOS, {}, "/Applications/Chromium.app/Contents/MacOS/Chromium", "="),
        (WINDOWS, {"PROGRAMFILES": "C:\\P"}, r"C:\P\Google\Chrome\Application\chrome.exe", "="),
        (WINDOWS, {"LOCALAPPDATA": "C:\\L"}, r"C:\L\Google\Chrome\Application\chrome.exe", "="),
        (WINDOWS, {}, "nothing", None),
    ],
)
def test_where_a_browser_is_found(
    system: str, environ: dict[str, str], here: str, found: str | None
) -> None:
    def which(name: str) -> str | None:
        return here if here.endswith("/" + name) and not here.startswith("/App") else None

    expected = here if found == "=" else found
    assert start.find_browser(system, environ, which, lambda path: path == here) == expected


def test_a_browser_that_was_asked_for_must_be_there() -> None:
    with pytest.raises(start.Problem, match="CHROMIUM is set to /opt/x, but there is no such"):
        start.find_browser(LINUX, {"CHROMIUM": "/opt/x"}, nothing, nothing)


@pytest.mark.parametrize(
    ("system", "is_root", "which", "program"),
    [
        (LINUX, True, lambda name: "/usr/bin/" + name, "apt-get"),
        (LINUX, True, nothing, "py"),
        (LINUX, False, lambda name: "/usr/bin/" + name, "py"),
        (MACOS, False, nothing, "py"),
        (WINDOWS, False, nothing, "py"),
    ],
)
def test_how_a_browser_is_got(
    system: str, is_root: bool, which: Callable[[str], str | None], program: str
) -> None:
    commands = start.browser_commands("py", system, is_root, which)
    assert {command[0] for command in commands} == {program}
    assert "chromium" in commands[-1]


@pytest.fixture
def without_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "find_browser", lambda *_: None)


def test_no_browser_is_looked_for_without_browser_tests(
    computer: MadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "get_browser", None)  # would fail if it were called
    assert start.main(["test"], computer) == 0


def test_the_browser_that_is_there_is_used(
    computer: MadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    (computer.root / "tests" / "browser").mkdir()
    monkeypatch.setattr(start, "find_browser", lambda *_: "/opt/chrome")
    assert start.main(["test"], computer) == 0
    assert computer.environments[-1]["CHROMIUM"] == "/opt/chrome"
    assert computer.ran("playwright") == []


@pytest.mark.usefixtures("without_browser")
def test_a_browser_is_got_for_the_tests(computer: MadeUp, tmp_path: Path) -> None:
    (computer.root / "tests" / "browser").mkdir()
    (tmp_path / "chrome").touch()
    computer.fails[start.ASK_PLAYWRIGHT] = 0, f"{tmp_path / 'chrome'}\n"
    assert start.main(["test"], computer) == 0
    assert computer.environments[-1]["CHROMIUM"] == str(tmp_path / "chrome")
    assert "--ignore=tests/browser" not in computer.commands[-1]
    assert len(computer.ran("playwright")) == 1


@pytest.mark.usefixtures("without_browser")
@pytest.mark.parametrize("word", ["playwright", start.ASK_PLAYWRIGHT])
def test_it_is_said_loudly_what_was_not_run(
    computer: MadeUp, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (computer.root / "tests" / "browser").mkdir()
    computer.fails[word] = 1, ""
    assert start.main(["test"], computer) == 0
    assert computer.commands[-1][-1] == "--ignore=tests/browser"
    assert "NOT RUN: the browser tests" in capsys.readouterr().out


# --- the real computer ------------------------------------------------------------------------


def test_a_command_is_heard_and_its_exit_code_known() -> None:
    program = "import sys; print('out'); sys.stderr.write('err'); sys.exit(3)"
    code, output = start.Computer().listen([sys.executable, "-c", program], dict(os.environ))
    assert code == 3
    assert {*output.split()} == {"out", "err"}


def test_a_command_runs_in_the_folder_of_the_project(capfd: pytest.CaptureFixture[str]) -> None:
    program = "import os; print(os.getcwd()); raise SystemExit(4)"
    assert start.Computer().run([sys.executable, "-c", program], dict(os.environ)) == 4
    assert Path(capfd.readouterr().out.strip()).samefile(ROOT)


def test_the_version_of_a_python(tmp_path: Path) -> None:
    real = start.Computer()
    assert real.version_of(sys.executable) == real.version
    assert real.version_of(tmp_path / "python") is None
    assert real.version == f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert real.free_space() > 0


def test_a_file_is_written_only_if_it_differs(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b"
    start.put(path, "one")
    os.utime(path, (1, 1))
    start.put(path, "one")
    assert path.stat().st_mtime == 1
    start.put(path, "two")
    assert path.read_text() == "two"
