#!/usr/bin/env python3
"""Start the pocket games.

    python start.py                  open JupyterLab on the start page
    python start.py app              open the start page as a plain page: no code, nothing to run
    python start.py play landship    play a game here in the terminal, in words
    python start.py test             run all tests; what follows "test" is passed on to pytest

The first start makes a folder .venv beside this file and installs everything in there: nothing
else on the computer is changed, and deleting the folder undoes it. Later starts take seconds.

To the reader: decisions are plain functions, from values to values; deeds are the methods of
Computer, and the tests put another computer in its place. The first lines must be understood by
any old Python, to tell it that it is too old: hence no annotations and no f-strings.
"""

from __future__ import print_function

import os
import subprocess
import sys

NEEDED = (3, 11)


def too_old(version, program, newer=None):
    """Return what to tell the owner of this Python if it is too old, else None."""
    if tuple(version[:2]) >= NEEDED:
        return None
    advice = "Get a newer one from https://www.python.org/downloads/ and start again with it."
    if newer:
        advice = "There seems to be a newer one on this computer. Try:  {} start.py".format(newer)
    return "The pocket games need Python {}.{} or newer, but this is Python {}.{} ({}).\n{}".format(
        NEEDED[0], NEEDED[1], version[0], version[1], program, advice
    )


def will_do(command):
    """Tell whether this command starts a Python that will do; some are only there by name."""
    ask = "import sys; sys.exit(sys.version_info < {!r})".format(NEEDED)
    with open(os.devnull, "w") as nowhere:
        try:
            return subprocess.call([command, "-c", ask], stdout=nowhere, stderr=nowhere) == 0
        except (OSError, IOError):
            return False


def newer_python(works):
    """Return the name of the newest Python command that ``works``, or None."""
    names = ["python3.{}".format(minor) for minor in range(NEEDED[1] + 8, NEEDED[1] - 1, -1)]
    return next((name for name in names if works(name)), None)


if too_old(sys.version_info, sys.executable):
    sys.exit(too_old(sys.version_info, sys.executable, newer_python(will_do)))

import argparse
import errno
import hashlib
import json
import shutil
import socket
import time
from pathlib import Path

FIRST_PORT, PORTS = 8888, 20
MEGABYTE = 10**6
SPACE = 1000 * MEGABYTE  # measured: 445 MB installed, 620 MB for the tests; pip needs room too
LAST_LINES = 12
STRANGE = (
    "The folder {venv} belongs to Python {theirs}, but this is Python {ours}, and start.py did not "
    "make it.\nRename or delete it, or start with Python {theirs}, and try again."
)
NO_SPACE = (
    "The disk is nearly full: {} MB are free, and about {} MB are needed in {}.\n"
    "Make room and start again."
)
NO_VENV = {
    "linux": "Python's own tools to make one are missing. On Debian and Ubuntu they are installed "
    "by:  sudo apt install python3-venv\nThen start again.",
    "other": "Python's own tools to make one (venv, ensurepip) are missing.\n"
    "Install Python from https://www.python.org/downloads/ and start again with it.",
}
PIP_ADVICE = (  # what pip's output may hold, and what to tell; the first that fits counts
    (("no space left", "not enough space", "errno 28", "disk quota"),
     "The disk is full. Make about 1 GB of room and start again."),
    (("certificate_verify_failed", "sslerror", "ssl: "),
     "The secure connection was refused. Is this computer's clock right? Behind the filter of a "
     "school or company, ask its administrator how pip is set up there; then start again."),
    (("failed to establish a new connection", "newconnectionerror", "name resolution",
      "getaddrinfo failed", "connecttimeout", "read timed out", "connection refused",
      "connection broken", "connection aborted", "network is unreachable", "proxyerror",
      "cannot connect to proxy", "remotedisconnected"),
     "There is no way to the network. The first start downloads about 150 MB: connect this "
     "computer (or, behind a proxy, set HTTPS_PROXY) and start again."),
    (("long path",),
     "A file name became too long for Windows. Move this folder to a short place, for example "
     "C:\\games, and start again."),
    (("permission denied", "access is denied", "errno 13"),
     "A file may not be written. If the games are still running in another window, close them; "
     "else move this folder to a place that is yours. Then start again."),
    (("no module named pip",),
     "The folder .venv has no pip. Delete the folder and start again."),
)  # fmt: skip
LOCK = ".start.lock"
WAITING = (
    "Another start.py is at work in this folder; waiting until it is ready ...\n"
    "(If you know of none, press Ctrl+C and start again.)"
)
UNKNOWN_ADVICE = "Start again; if it fails once more, the lines above tell somebody what is wrong."
NO_BROWSER = (
    "NOT RUN: the browser tests in tests/browser, since there is no Chromium or Chrome here.\n"
    "Install one, or set CHROMIUM to the path of one, and run the tests again."
)
ASK_PLAYWRIGHT = """\
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
NEWS_OFF = {"@jupyterlab/apputils-extension:notification": {
    "fetchNews": "false", "checkForUpdates": False}}  # fmt: skip
CULL_SECONDS = 3600
SERVER_CONFIG = """\
# Notebooks as plain pages (Voila) look as the template in share/jupyter says.
c.VoilaConfiguration.template = "pocket-games"
# Of JupyterLab's extensions, those that boards need: others are load, and not made for that page.
c.VoilaConfiguration.extension_allowlist = [
    "@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8",
    "anywidget", "ipycanvas", "jupyterlab_pygments",
]


def _let_the_page_end_its_kernel(handler, **_):
    handler.xsrf_token  # read, it is sent as a cookie, without which the page's request is refused


c.VoilaConfiguration.prelaunch_hook = _let_the_page_end_its_kernel

# Send at once what the kernel says: else each click on a board waits about 40 ms longer.
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler

_open = KernelWebsocketHandler.open


async def _open_without_delay(self, *arguments, **named):
    self.set_nodelay(True)
    return await _open(self, *arguments, **named)


KernelWebsocketHandler.open = _open_without_delay
"""


KERNEL_START = """\
# The notebooks tell their language without the version of a Python: a kernel that tells more would
# have every notebook changed as soon as it is opened.
if hasattr(get_ipython(), "kernel"):
    get_ipython().kernel.language_info.pop("version", None)
"""


class Problem(Exception):
    """What stops us; its text says what is wrong, where, and what to do."""


# --- Decisions -------------------------------------------------------------------------------


def venv_python(venv, system):
    """Return where the Python of a virtual environment is."""
    return venv / "Scripts" / "python.exe" if system == "windows" else venv / "bin" / "python"


def next_step(exists, python, stamp, wanted):
    """Return what .venv needs: "nothing", "install", "make", "remake", or "strange" (not ours).

    ``python`` is the version that its Python reports, None if that doesn't run. ``stamp`` is what
    we noted there, None if there is no note; ``wanted`` is what the note should say.
    """
    if not exists:
        return "make"
    if python is None:
        return "remake"
    own = stamp is None or stamp.get("own", True)
    if python != wanted["python"]:
        return "remake" if own and stamp is not None else "strange"
    if stamp is None:
        return "install"  # somebody else made it, and it works
    # Interrupted, or the folder was moved, or the Python it came from was upgraded in place.
    if not stamp.get("complete") or any(stamp.get(k) != wanted[k] for k in ("folder", "python")):
        return "remake" if own else "install"
    same = stamp.get("pyproject") == wanted["pyproject"]
    enough = set(wanted["extras"]) <= set(stamp.get("extras", ()))
    return "nothing" if same and enough else "install"


def pip_command(python, extras):
    """Return the command that installs this project, to be run in its folder."""
    what = ".[{}]".format(",".join(extras)) if extras else "."
    pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    return pip + ["--progress-bar", "off", "--editable", what]


def pip_advice(output):
    """Return what to do about a failed installation, from what pip printed."""
    text = output.lower()
    return next((do for signs, do in PIP_ADVICE if any(s in text for s in signs)), UNKNOWN_ADVICE)


def os_advice(error):
    """Return a plain sentence or two about an error of the operating system."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", None)):
        return "The disk is full. Make about 1 GB of room and start again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return (
            "{} may not be written or opened. If the games are still running in another window, "
            "close them; else copy this folder to a place that is yours, for example your home "
            "folder. Then start again.".format(error.filename or "A file")
        )
    return "Something failed: {}. Put that right and start again.".format(error)


def environment(environ, venv, system):
    """Return the environment for our programs: all in .venv, no settings of the user touched.

    Only the page of app mode comes from beside .venv, so that it is new when the project is.
    """
    ours = {k: v for k, v in environ.items() if not k.startswith(("JUPYTER", "PYTHONHOME"))}
    for name in ("PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "__PYVENV_LAUNCHER__"):
        ours.pop(name, None)
    programs = str(venv_python(venv, system).parent)
    ours["PATH"] = os.pathsep.join(filter(None, [programs, environ.get("PATH")]))
    ours.update(VIRTUAL_ENV=str(venv), PIP_USER="0", IPYTHONDIR=str(venv / "jupyter" / "ipython"))
    for kind in ("config", "data", "runtime"):
        ours["JUPYTER_{}_DIR".format(kind.upper())] = str(venv / "jupyter" / kind)
    ours["JUPYTER_PATH"] = str(venv.parent / "share" / "jupyter")
    return ours


def choose_port(asked, claim):
    """Return the port asked for, or the first of twenty that can be claimed. Raises Problem."""
    if asked is not None:
        if claim(asked):
            return asked
        raise Problem(
            "Port {} is in use by another program (or may not be used). Leave --port away, or "
            "give another number.".format(asked)
        )
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        if claim(port):
            return port
    raise Problem(
        "The ports {} to {} are all in use. Stop another server of the games, or choose a port "
        "yourself:  python start.py --port 9000".format(FIRST_PORT, FIRST_PORT + PORTS - 1)
    )


def server_command(module, python, root, port, is_root):
    """Return the command that starts a Jupyter server, all but its page and its browser."""
    command = [
        str(python), "-m", module,
        "--ServerApp.root_dir={}".format(root / "notebooks"),
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.port={}".format(port),
        "--ServerApp.port_retries=0",
    ]  # fmt: skip
    if is_root:  # as in a container; the server only starts then when told that it is meant
        command.append("--allow-root")
    return command


def lab_command(python, root, port, browser, is_root):
    """Return the command that opens JupyterLab on the start page."""
    command = server_command("jupyterlab", python, root, port, is_root)
    command.append("--LabApp.default_url=/lab/tree/00_start.ipynb")
    return command if browser else command + ["--no-browser"]


def app_command(python, root, port, browser, is_root):
    """Return the command that opens the start page as a plain page.

    It is the server of JupyterLab with Voila in it, as on Binder, and not Voila's own server:
    that one asks for no token, doesn't read our settings, and can't open a page among several.
    A kernel that no page has used for an hour is ended: a phone doesn't always tell that it left.
    """
    command = server_command("jupyter_server", python, root, port, is_root) + [
        "--ServerApp.default_url=/voila/render/00_start.ipynb",
        "--MappingKernelManager.cull_idle_timeout={}".format(CULL_SECONDS),
    ]
    return command + ["--ServerApp.open_browser=True" if browser else "--no-browser"]


def pytest_command(python, root, arguments):
    """Return the command that runs all tests, or only the files named in ``arguments``."""
    named = any((root / word.split("::")[0]).exists() for word in arguments if word[:1] != "-")
    places = [] if named else ["tests"]
    if not named and any((root / "notebooks").rglob("*.ipynb")):
        places.append("notebooks")
    pytest = [str(python), "-m", "pytest", "--nbval", "--nbval-current-env"]
    return pytest + places + list(arguments)


def find_browser(system, environ, which, exists):
    """Return the path of a Chromium or Chrome, None if there is none. Raises Problem."""
    asked = environ.get("CHROMIUM")
    if asked:
        if which(asked) or exists(asked):
            return which(asked) or asked
        raise Problem("CHROMIUM is set to {}, but there is no such program.".format(asked))
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = next(filter(None, map(which, names)), None)
    places = []
    if system == "macos":
        places = ["/Applications/{0}.app/Contents/MacOS/{0}".format(name)
                  for name in ("Google Chrome", "Chromium")]  # fmt: skip
    if system == "windows":
        roots = [environ.get(n) for n in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
        places = [r + "\\Google\\Chrome\\Application\\chrome.exe" for r in roots if r]
    return found or next(filter(exists, places), None)


def browser_commands(python, system, is_root, which):
    """Return the commands that get a Chromium in this system's ordinary way."""
    if system == "linux" and is_root and which("apt-get"):
        install = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
        return [["apt-get", "update"], install]
    return [[str(python), "-m", "playwright", "install", "chromium"]]


# --- Deeds -----------------------------------------------------------------------------------


class Computer(object):
    """This computer, and all that is done to it."""

    root = Path(os.path.abspath(__file__)).parent
    system = {"win32": "windows", "cygwin": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    python = sys.executable
    called = sys.argv[0] if os.path.basename(sys.argv[0]) == "start.py" else "start.py"
    version = "{}.{}".format(*sys.version_info[:2])
    environ = os.environ
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    which = staticmethod(shutil.which)

    def run(self, command, env):
        """Run a command to its end, shown to the person; return its exit code."""
        sys.stdout.flush()
        process = subprocess.Popen(command, env=env, cwd=str(self.root))
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                pass  # the program got it as well, and it decides what to do

    def become(self, command, env):
        """Run a command in our place where the system can do that, else as ``run`` does."""
        if os.name != "posix":
            return self.run(command, env)
        sys.stdout.flush()
        os.chdir(str(self.root))
        os.execve(command[0], command, env)

    def listen(self, command, env):
        """Run a command and show which line it is at; return exit code and all it printed."""
        lines, shown = [], sys.stdout.isatty()
        process = subprocess.Popen(
            command, env=env, cwd=str(self.root), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
        )  # fmt: skip
        with process:
            for line in process.stdout:
                lines.append(line.rstrip())
                if shown:
                    print("\r  {:<74.74}".format(lines[-1].strip()), end="", flush=True)
        if shown:
            print("\r{:<76}\r".format(""), end="")
        return process.returncode, "\n".join(lines)

    def version_of(self, python):
        """Return the version of another Python, such as "3.11"; None if it doesn't run."""
        ask = "import sys; print('%d.%d' % sys.version_info[:2])"
        try:
            done = subprocess.run(
                [str(python), "-c", ask], capture_output=True, text=True, timeout=60
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def lock(self, path):
        """Return a file that nobody else has locked now; None if somebody has."""
        try:
            handle = open(str(path), "a+")  # noqa: SIM115 - it stays open as long as the lock
        except (OSError, IOError):  # a folder that takes nothing may be used as it is
            return open(os.devnull)
        try:
            if os.name == "nt":
                import msvcrt

                handle.seek(0)
                msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (OSError, IOError) as error:
            handle.close()
            if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                return None
            return open(os.devnull)  # a disk without locks: better one start than none
        return handle

    def claim(self, port, folder):
        """Take a port for the server that is to be started; tell whether that could be done.

        A server opens its port only seconds after it was started: so that no other start takes the
        same one meanwhile, a file in ``folder`` is locked. It stays so as long as the server runs.
        """
        lock = self.lock(folder / "port-{}.lock".format(port))
        if lock is None:
            return False
        if not self.port_is_free(port):
            lock.close()
            return False
        os.set_inheritable(lock.fileno(), True)  # kept by the server that takes our place
        self.claimed = lock
        return True

    def wait(self, seconds):
        """Let some time pass."""
        time.sleep(seconds)

    def free_space(self):
        """Return the free bytes on the disk of our folder."""
        return shutil.disk_usage(str(self.root)).free

    def port_is_free(self, port):
        """Tell whether a server may be started on this port of this computer."""
        with socket.socket() as probe:
            if self.system != "windows":  # there the option would let us steal a port in use
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                return False
            return True


def read_stamp(path):
    """Return the note in .venv: None if there is none, an empty one if it can't be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        return None
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def put(path, text):
    """Write a file unless it has this text already, so that a later start writes nothing."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def ready(computer, extras):
    """Make .venv as it must be; return its Python and its environment. Raises Problem.

    Two starts at the same moment would spoil each other's .venv: the second one waits.
    """
    path, told = computer.root / LOCK, False
    lock = computer.lock(path)
    while lock is None:
        if not told:
            print(WAITING, flush=True)
        told = True
        computer.wait(1)
        lock = computer.lock(path)
    try:
        return made_ready(computer, extras)
    finally:
        lock.close()  # and with it the lock; the system does so too when we are ended


def made_ready(computer, extras):
    """Do what ``ready`` says, with nobody else at it."""
    venv = computer.root / ".venv"
    env = environment(computer.environ, venv, computer.system)
    python, note = venv_python(venv, computer.system), venv / "pocket-games.json"
    project = (computer.root / "pyproject.toml").read_bytes()
    wanted = {
        "complete": True, "extras": list(extras), "folder": str(computer.root), "own": True,
        "pyproject": hashlib.sha256(project).hexdigest(), "python": computer.version,
    }  # fmt: skip
    stamp, theirs = read_stamp(note), computer.version_of(python)
    step = next_step(os.path.lexists(str(venv)), theirs, stamp, wanted)
    if step == "nothing":
        return python, env
    if step == "strange":
        raise Problem(STRANGE.format(venv=venv, theirs=theirs, ours=computer.version))
    free = computer.free_space()
    if free < SPACE and "lab" in extras:
        raise Problem(NO_SPACE.format(free // MEGABYTE, SPACE // MEGABYTE, computer.root))
    if step == "remake":
        print("The folder .venv is not whole or out of date; making it again.")
        shutil.rmtree(str(venv))
    if step == "install":
        wanted["own"] = stamp is not None and stamp.get("own", True)
    else:
        make_venv(computer, venv, env)
    if wanted["own"]:  # noted first, so that an interrupted installation is known as one
        put(note, json.dumps(dict(wanted, complete=False)))
    install(computer, python, extras, env)
    put(note, json.dumps(wanted, indent=1, sort_keys=True))
    return python, env


def make_venv(computer, venv, env):
    """Make the virtual environment. Raises Problem."""
    venv.mkdir()  # here already it shows whether we may write in this folder
    put(venv / "pocket-games.json", "{}")
    code, output = computer.listen([computer.python, "-m", "venv", str(venv)], env)
    if code != 0:
        missing = "ensurepip" in output or "No module named venv" in output
        advice = NO_VENV.get(computer.system, NO_VENV["other"]) if missing else pip_advice(output)
        raise Problem(failed("{} could not be made.".format(venv), output, advice))


def install(computer, python, extras, env):
    """Install the project in .venv. Raises Problem."""
    print("Installing into .venv; this happens once and takes a minute or a few ...", flush=True)
    code, output = computer.listen(pip_command(python, extras), env)
    if code != 0:
        raise Problem(failed("The installation failed.", output, pip_advice(output)))


def failed(what, output, advice):
    """Return the text of a problem: what failed, the last lines of its output, what to do."""
    last = "\n".join("    " + line for line in output.splitlines()[-LAST_LINES:])
    return "{} The last lines were:\n{}\n{}".format(what, last, advice)


def configure(folder):
    """Write the settings of the Jupyter server into its folder for them; Binder does so as well."""
    put(folder / "jupyter_server_config.py", SERVER_CONFIG)
    put(folder / "labconfig" / "default_setting_overrides.json", json.dumps(NEWS_OFF))


def configure_kernels(folder):
    """Write what our kernels do at their start into the folder of IPython."""
    put(folder / "profile_default" / "startup" / "00-language.py", KERNEL_START)


def serve(computer, asked_port, browser, door, name):
    """Open a door in the browser: its command, its name; return the exit code. Raises Problem."""
    python, env = ready(computer, ("lab",))
    settings = Path(env["JUPYTER_CONFIG_DIR"])
    configure(settings)
    configure_kernels(Path(env["IPYTHONDIR"]))
    port = choose_port(asked_port, lambda wanted: computer.claim(wanted, settings))
    if asked_port is None and port != FIRST_PORT:
        print("Port {} is in use; taking {}.".format(FIRST_PORT, port))
    print("{}. To stop it: press Ctrl+C in this window, twice.".format(name))
    command = door(python, computer.root, port, browser, computer.is_root)
    return computer.become(command, env)


def lab(computer, asked_port, browser):
    """Open JupyterLab; return its exit code. Raises Problem."""
    return serve(computer, asked_port, browser, lab_command, "JupyterLab starts")


def app(computer, asked_port, browser):
    """Open the start page without code; return the server's exit code. Raises Problem."""
    return serve(computer, asked_port, browser, app_command, "The games start")


def play(computer, arguments):
    """Play in the terminal; return the exit code. Raises Problem."""
    python, env = ready(computer, ())
    env["POCKET_GAMES_COMMAND"] = "{} {} play".format(Path(computer.python).stem, computer.called)
    return computer.become([str(python), "-m", "pocketlib", "play"] + arguments, env)


def test(computer, arguments):
    """Run the tests; return the exit code of pytest. Raises Problem."""
    python, env = ready(computer, ("lab", "test"))
    command = pytest_command(python, computer.root, arguments)
    left_out = False
    if (computer.root / "tests" / "browser").is_dir():
        browser = get_browser(computer, python, env)
        left_out = browser is None
        env["CHROMIUM"] = browser or ""
    code = computer.run(command + ["--ignore=tests/browser"] * left_out, env)
    if left_out:
        print("\n{0}\n{1}\n{0}".format("!" * 88, NO_BROWSER))
    return code


def get_browser(computer, python, env):
    """Return the path of a browser for the tests, which may be got first, or None."""
    where = (computer.system, computer.environ, computer.which, os.path.exists)
    found = find_browser(*where)
    if found is None:
        commands = browser_commands(python, computer.system, computer.is_root, computer.which)
        if all(computer.run(command, env) == 0 for command in commands):
            code, told = computer.listen([str(python), "-c", ASK_PLAYWRIGHT], env)
            own = told.strip() if code == 0 and os.path.exists(told.strip()) else None
            found = find_browser(*where) or own
    return found


def options():
    """Return the parser of our command line."""
    parser = argparse.ArgumentParser(
        prog="python start.py", description=__doc__.partition("\n\nTo the reader")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument(
        "command",
        nargs="?",
        choices=["app", "play", "test"],
        help="what to do instead of JupyterLab",
    )
    parser.add_argument("--port", type=port_number, metavar="N", help="the port of the server")
    parser.add_argument(
        "--no-browser", action="store_true", help="open no browser window; print the address"
    )
    return parser


def port_number(text):
    """Return the port that a text names, for the parser."""
    if text.isdecimal() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError("{!r} is no port, a number from 1 to 65535".format(text))


def main(arguments, computer=None):
    """Do what the command line says; return the exit code. All that fails is told in words."""
    computer = computer or Computer()
    try:
        if arguments[:1] == ["play"]:
            return play(computer, arguments[1:])
        if arguments[:1] == ["test"]:
            return test(computer, arguments[1:])
        asked = options().parse_args(arguments)
        door = app if asked.command == "app" else lab
        return door(computer, asked.port, not asked.no_browser)
    except Problem as problem:
        print("\n{}".format(problem), file=sys.stderr)
    except OSError as error:
        print("\n{}".format(os_advice(error)), file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped. What is unfinished is done again at the next start.", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
