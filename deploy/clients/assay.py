#!/usr/bin/env python3
"""Checks Python files with Assay, in CI, before a commit or by hand.

One file, nothing but the standard library, Python 3.9 or newer. Without your own key it creates a free one and keeps
it outside the repository. In a terminal it prints findings as file:line:column, elsewhere as GitHub annotations, then one
line a file and a summary. The files are read, never run.

Exit code: 0 every file is accepted; 1 there are findings, or files were rewritten; 2 no answer from the service.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import http.client
import io
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import threading
import time
import tokenize
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Sequence

# The service this copy was downloaded from; empty in a checkout.
DEFAULT_URL = ""

ACCEPTED, FINDINGS, COULD_NOT_ASK = 0, 1, 2
PARALLEL_CALLS = 4
TIMEOUT_S = 120
MOST_TRIES = 4
LONGEST_WAIT_S = 30
# 200000 characters, the most that any deployment takes, are never longer than this in UTF-8.
MOST_BYTES = 800_003
SKIPPED_FOLDERS = {"__pycache__", "node_modules", "site-packages", "build", "dist"}

EXAMPLES = """examples:
  client.py src tests                        every *.py below these folders
  client.py --changed-against origin/main    only what this branch changes
  client.py --write app.py                   repair, and write the repaired source back (needs a key with credits)
  client.py --json app.py                    everything as one JSON object

environment:
  ASSAY_URL        where the service is, unless --url says so
  ASSAY_API_KEY    the key to use
  ASSAY_KEY_FILE   the file that holds the key; a new free key is written to it if there is none
  ASSAY_SOURCE     what calls it, for the service's counts, such as ci or pre-commit
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY are honoured

exit code: 0 every file is accepted; 1 a file is rejected or was rewritten; 2 the service could not be asked
"""


class CouldNotAsk(Exception):
    """No more requests in this run; the text says what to do about it."""


class Refused(Exception):
    """The service refused this one file; the text says why."""


@dataclass
class Result:
    """The outcome of one file."""

    file: str
    status: str = "not_asked"
    reason: str = ""
    score: float | None = None
    diagnostics: list[dict[str, Any]] = field(default_factory=list)
    security: list[dict[str, Any]] = field(default_factory=list)
    fixes: list[str] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)


@dataclass
class Source:
    """A file's text as it is sent, and what is needed to write another text the same way."""

    data: bytes
    text: str
    encoding: str
    newline: str


# ── which files ──


def find_files(named: Sequence[str], reference: str | None) -> list[str]:
    """The files to check, each once, in the order they were named."""
    if reference is None:
        found = (file for name in named for file in expand(name))
    else:
        found = (file for file in changed_files(reference) if is_below(file, named))
    return list({os.path.abspath(file): file for file in found}.values())


def expand(name: str) -> Iterator[str]:
    """A file is checked whatever its name, a folder for the *.py in it."""
    if not os.path.isdir(name):
        yield name
        return
    for folder, folders, files in os.walk(name):
        folders[:] = sorted(inner for inner in folders if is_walked(folder, inner))
        for file in sorted(files):
            path = os.path.join(folder, file)
            if file.endswith(".py") and os.path.isfile(path):
                yield path


def is_walked(folder: str, inner: str) -> bool:
    is_environment = os.path.exists(os.path.join(folder, inner, "pyvenv.cfg"))
    return not (inner.startswith(".") or inner in SKIPPED_FOLDERS or is_environment)


def changed_files(reference: str) -> Iterator[str]:
    """The *.py files that differ from where this branch left `reference`, what is not committed included."""
    if reference.startswith("-"):
        raise CouldNotAsk("--changed-against takes a branch, a tag or a commit.")
    top = os.fsdecode(git("rev-parse", "--show-toplevel")).rstrip("\r\n")
    try:
        base = os.fsdecode(git("merge-base", reference, "HEAD")).strip()
    except CouldNotAsk:
        base = reference  # histories that do not meet, or are cut off, can still be compared
    names = git("diff", "--name-only", "-z", "--no-renames", "--diff-filter=d", base, "--", cwd=top)
    for name in names.split(b"\0"):
        path = os.path.join(top, os.fsdecode(name))
        if name.endswith(b".py") and os.path.isfile(path):
            yield path


def git(*arguments: str, cwd: str | None = None) -> bytes:
    try:
        done = subprocess.run(["git", *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise CouldNotAsk(f"--changed-against needs git: {error}") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise CouldNotAsk(f"git {arguments[0]} failed: {said[-1] if said else 'no reason given'}")
    return done.stdout


def is_below(file: str, named: Sequence[str]) -> bool:
    path = Path(os.path.realpath(file))
    places = [Path(os.path.realpath(name)) for name in named]
    return not places or any(place == path or place in path.parents for place in places)


# ── reading and writing ──


def read_source(path: str) -> Source:
    if os.path.getsize(path) > MOST_BYTES:
        raise Refused("it is longer than any deployment accepts")
    data = Path(path).read_bytes()
    text, encoding = decode(data)
    newline = "\r\n" if text.count("\r\n") == text.count("\n") == text.count("\r") > 0 else ""
    return Source(data, text.replace("\r\n", "\n") if newline else text, encoding, newline)


def decode(data: bytes) -> tuple[str, str]:
    """The text as Python itself would read it, and its encoding."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), encoding
    except (SyntaxError, UnicodeDecodeError, LookupError):
        raise Refused("it is not text in the encoding that it states") from None


def rewrite(path: str, source: Source, text: str) -> None:
    """Puts a whole new file in the place of the old one, or changes nothing."""
    target = os.path.realpath(path)
    data = encode(source, text)
    mode = stat.S_IMODE(os.stat(target).st_mode)
    if Path(target).read_bytes() != source.data:
        raise Refused("it changed while it was being checked, so it was not rewritten")
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".assay-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def encode(source: Source, text: str) -> bytes:
    written = text.replace("\n", source.newline) if source.newline else text
    try:
        data = written.encode(source.encoding)
        if decode(data)[0] == written:
            return data
    except (UnicodeEncodeError, Refused):
        pass
    raise Refused(f"the repaired source cannot be written as {source.encoding}, so it was not rewritten")


# ── asking ──


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key is sent to the service it is for and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Service:
    """The service, and the key that is sent to it."""

    def __init__(self, url: str, environment: dict[str, str]) -> None:
        self.url = read_url(url)
        self.opener = urllib.request.build_opener(NoRedirects)
        origin = environment.get("ASSAY_SOURCE", "")
        self.origin = origin if re.fullmatch(r"[!-~]{1,64}", origin) else "ci"
        self.key = ""
        self.key_from = ""

    def judge(self, text: str, mode: str) -> dict[str, Any]:
        """The verdict on a text. Asking again is safe: the same call costs nothing within ten minutes."""
        status, answer = self.ask("/v1/validate", {"code": text, "mode": mode})
        if status == 200 and isinstance(answer.get("valid"), bool):
            return answer
        if status in (400, 413) and answer.get("error") in ("bad_request", "too_large"):
            raise Refused(self.explain(status, answer))
        raise CouldNotAsk(self.explain(status, answer))

    def create_key(self) -> str:
        status, answer = self.ask("/v1/keys", {})
        if status == 201 and isinstance(answer.get("api_key"), str):
            return str(answer["api_key"])
        raise CouldNotAsk(f"No key could be created. {self.explain(status, answer)} Or set ASSAY_API_KEY.")

    def ask(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and answer; what passes by itself is waited for, within limits."""
        for tried in range(1, MOST_TRIES + 1):
            status, headers, answer = self.send(path, body, is_last=tried >= 2)
            is_passing = status in (0, 502, 503, 504) or (status == 429 and answer.get("error") == "rate_limited")
            wait = seconds_to_wait(headers, tried)
            if not is_passing or tried == MOST_TRIES or wait > LONGEST_WAIT_S:
                break
            time.sleep(wait)
        return status, answer

    def send(self, path: str, body: dict[str, Any], is_last: bool) -> tuple[int, Any, dict[str, Any]]:
        headers = {"content-type": "application/json", "user-agent": "assay-client", "x-client": self.origin}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method="POST")
        try:
            with self.opener.open(request, timeout=TIMEOUT_S) as response:
                return response.status, response.headers, read_object(response.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, read_object(error.read())
        except (OSError, http.client.HTTPException) as error:
            # It is unknown then whether a key was created, and keys are limited; anything else can be sent again.
            if is_last or not self.key:
                reason = getattr(error, "reason", error)
                raise CouldNotAsk(f"{self.url} cannot be reached: {reason}") from None
            return 0, {}, {}

    def explain(self, status: int, answer: dict[str, Any]) -> str:
        """A refusal in words, with what to do next."""
        if 300 <= status < 400:
            return f"{self.url} redirects; use the address that it redirects to."
        if not isinstance(answer.get("error"), str):
            return f"{self.url} is not an Assay service (status {status}). Check the address."
        remedy = answer.get("remedy")
        hint = remedy.get("hint") if isinstance(remedy, dict) else None
        fields = answer.get("fields")
        problems = [item.get("msg") for item in fields if isinstance(item, dict)] if isinstance(fields, list) else []
        parts = [answer.get("message"), *problems, hint, *self.advise(answer)]
        return " ".join(str(part) for part in parts if part) or str(answer["error"])

    def advise(self, answer: dict[str, Any]) -> Iterator[str]:
        """What only this program can know."""
        error = answer["error"]
        remedy = answer.get("remedy")
        if error == "unauthorized" and self.key_from:
            yield f"The key came from {self.key_from}; remove it there to get a new one."
        if error == "unsupported_mode":
            yield "Run without --write and --mode repair to only check the files."
        if error == "quota_exhausted" and isinstance(remedy, dict) and remedy.get("reset_at"):
            yield f"That is {remedy['reset_at']}. With a paid key in ASSAY_API_KEY you can continue at once."


def seconds_to_wait(headers: Any, tried: int) -> float:
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        return float(2 ** (tried - 1))


def read_object(data: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(data)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def read_url(url: str) -> str:
    if not url:
        raise CouldNotAsk("Set the service's address: --url https://…, or ASSAY_URL.")
    try:
        parts = urllib.parse.urlsplit(url)
        is_plain = not (parts.query or parts.fragment or "@" in parts.netloc or re.search(r"[^!-~]", url))
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and is_plain:
            return url.rstrip("/")
    except ValueError:
        pass
    raise CouldNotAsk("The service's address must look like https://assay.example.")


# ── the key ──


def find_key(service: Service, environment: dict[str, str]) -> None:
    """From the environment, from the key file, or a new free one, which is then kept in that file."""
    if environment.get("ASSAY_API_KEY"):
        service.key, service.key_from = readable_key(environment["ASSAY_API_KEY"], "ASSAY_API_KEY"), "ASSAY_API_KEY"
        return
    path = key_file(service.url, environment)
    try:
        kept = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        kept = ""
    except (OSError, ValueError) as error:
        raise CouldNotAsk(f"The key file cannot be read: {error}") from None
    if not kept.strip():
        kept = keep_key(path, service.create_key())
    service.key, service.key_from = readable_key(kept, str(path)), str(path)


def readable_key(text: str, where: str) -> str:
    key = text.strip()
    if not re.fullmatch(r"[!-~]+", key):
        raise CouldNotAsk(f"What {where} contains is not a key: a key is one word.")
    return key


def key_file(url: str, environment: dict[str, str]) -> Path:
    """One file a service, so that no service is sent another's key."""
    config = environment.get("XDG_CONFIG_HOME") or environment.get("APPDATA") or os.path.join("~", ".config")
    host = re.sub(r"[^A-Za-z0-9.-]+", "_", url.split("://", 1)[1])
    path = Path(environment.get("ASSAY_KEY_FILE") or os.path.join(config, "assay", f"{host}.key"))
    try:
        return path.expanduser()
    except RuntimeError:
        raise CouldNotAsk("No home folder to keep a key in: set ASSAY_API_KEY or ASSAY_KEY_FILE.") from None


def keep_key(path: Path, key: str) -> str:
    """Keeps the key for its owner's eyes only. Where another run was sooner, its key is the one that is used."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".key-")  # readable by its owner only
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{key}\n")
            if path.exists() and path.stat().st_size > 0:
                return path.read_text(encoding="utf-8")
            os.replace(temporary, path)
            temporary = ""
        finally:
            if temporary:
                os.unlink(temporary)
        say(f"A free key was created and is kept in {path}")
    except OSError as error:
        say(f"The new key could not be kept, so the next run creates another: {error}")
    return key


# ── one file ──


class Run:
    """The files of one run, checked a few at a time."""

    def __init__(self, service: Service, options: argparse.Namespace) -> None:
        self.service = service
        self.mode = "repair" if options.write else options.mode
        self.is_writing: bool = options.write
        self.allows_security: bool = options.allow_security_findings
        self.stopped = threading.Event()
        self.problem = ""

    def check_all(self, files: Sequence[str]) -> Iterator[Result]:
        """In the order of the files, as they are done."""
        with concurrent.futures.ThreadPoolExecutor(PARALLEL_CALLS) as pool:
            try:
                yield from pool.map(self.check, files)
            finally:
                self.stopped.set()

    def check(self, path: str) -> Result:
        result = Result(shown_path(path))
        if self.stopped.is_set():
            return result
        try:
            self.judge(path, result)
        except Refused as refusal:
            result.status, result.reason = "skipped", str(refusal)
        except CouldNotAsk as problem:
            self.stop(str(problem))
        except OSError as error:
            result.reason = error.strerror or str(error)
            self.problem = self.problem or f"{result.file} cannot be read or written: {result.reason}"
        return result

    def judge(self, path: str, result: Result) -> None:
        source = read_source(path)
        if not source.text.strip():
            result.status, result.score = "accepted", 1.0
            return
        verdict = self.service.judge(source.text, self.mode)
        result.score = verdict.get("score")
        result.diagnostics = objects(verdict.get("diagnostics"))
        result.security = objects(verdict.get("security"))
        result.fixes = [str(fix) for fix in verdict.get("fixes") or []]
        result.incomplete = unfinished_tools(verdict)
        result.status = "accepted" if self.accepts(verdict, result) else "rejected"
        fixed = verdict.get("fixed_code")
        if isinstance(fixed, str) and fixed != source.text and self.mode == "repair":
            self.take_fix(path, source, fixed, result, is_guess=has_guess(verdict))

    def take_fix(self, path: str, source: Source, fixed: str, result: Result, *, is_guess: bool) -> None:
        if not self.is_writing:
            result.reason = "a repaired source is at hand: --write takes it"
            return
        if is_guess:
            result.reason = "the source could be meant in more than one way: look at the repaired one and take it by hand"
            return
        try:
            rewrite(path, source, fixed)
            result.status = "rewritten"
        except Refused as refusal:
            result.status, result.reason = "rejected", str(refusal)

    def accepts(self, verdict: dict[str, Any], result: Result) -> bool:
        has_errors = any(item.get("severity") == "error" for item in result.diagnostics)
        is_dangerous = any(item.get("severity") != "info" for item in result.security)
        if has_errors or result.incomplete or (is_dangerous and not self.allows_security):
            return False
        return verdict["valid"] is True or (is_dangerous and self.allows_security)

    def stop(self, problem: str) -> None:
        self.problem = self.problem or problem
        self.stopped.set()


def unfinished_tools(verdict: dict[str, Any]) -> list[str]:
    """The tools that did not look at all of the file: nothing found by them says nothing."""
    meta = verdict.get("meta")
    named = meta.get("incomplete") if isinstance(meta, dict) else None
    return [str(tool) for tool in named] if isinstance(named, list) else []


def has_guess(verdict: dict[str, Any]) -> bool:
    """Whether a fix chose one of several readings of a text that Python refuses."""
    meta = verdict.get("meta")
    return isinstance(meta, dict) and any(fix.get("guess") is True for fix in objects(meta.get("fixes")))


def objects(items: Any) -> list[dict[str, Any]]:
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def shown_path(path: str) -> str:
    """As annotations want it: from the workflow's folder, else from where the run began, with forward slashes."""
    try:
        relative = os.path.relpath(path, os.environ.get("GITHUB_WORKSPACE") or os.curdir)
    except ValueError:  # another drive
        relative = path
    return (path if relative.startswith("..") else relative).replace(os.sep, "/")


# ── telling ──

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
MARKS = {
    "accepted": "ok",
    "rejected": "REJECTED",
    "rewritten": "REWRITTEN",
    "skipped": "skipped",
    "not_asked": "not checked",
}


def escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def annotate(level: str, properties: dict[str, Any], message: str) -> str:
    """A workflow command. What comes from files and answers can neither end it nor begin another."""
    given = [f"{name}={escape_property(str(value))}" for name, value in properties.items() if value is not None]
    return f"::{level} {','.join(given)}::{escape_data(message)}"


def annotate_result(result: Result) -> Iterator[str]:
    for item in result.diagnostics:
        yield annotate_finding(result.file, item, str(item.get("rule", "assay")), item.get("column"))
    for item in result.security:
        name = f"{item.get('tool', 'assay')}:{item.get('id', 'security')}"
        yield annotate_finding(result.file, item, f"security {name}", None)
    if result.status == "skipped":
        yield annotate("warning", {"file": result.file, "title": "not checked"}, f"Skipped: {result.reason}")


def annotate_finding(file: str, item: dict[str, Any], title: str, column: Any) -> str:
    level = LEVELS.get(str(item.get("severity")), "notice")
    place = {"file": file, "line": item.get("line"), "col": column, "title": title}
    return annotate(level, place, str(item.get("message", "")))


def tell_result(result: Result) -> Iterator[str]:
    """For a person: file:line:column, severity, rule and message."""
    found = [(item, str(item.get("rule", "assay")), item.get("column")) for item in result.diagnostics]
    found += [(item, f"{item.get('tool', 'assay')}:{item.get('id', 'security')}", None) for item in result.security]
    for item, rule, column in sorted(found, key=lambda each: each[0].get("line") or 0):
        place = ":".join(str(part) for part in (result.file, item.get("line"), column) if part is not None)
        yield plain(f"{place} {item.get('severity')} {rule} {item.get('message', '')}")


def annotates(environment: dict[str, str]) -> bool:
    """Only in a terminal, and not in CI, does a person read along."""
    return not sys.stdout.isatty() or bool(environment.get("CI") or environment.get("GITHUB_ACTIONS"))


def line_of(result: Result) -> str:
    count = [f"{len(found)} {noun}{'' if len(found) == 1 else 's'}" for noun, found in counted(result) if found]
    unfinished = f"not finished: {', '.join(result.incomplete)}" if result.incomplete else ""
    told = [", ".join(count), unfinished, *result.fixes, result.reason]
    return plain("  ".join([f"{MARKS[result.status]:<9}", result.file, *(text for text in told if text)]))


def counted(result: Result) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for severity, noun in (("error", "error"), ("warning", "warning"), ("info", "note")):
        yield noun, [item for item in result.diagnostics if item.get("severity") == severity]
    yield "security finding", result.security


def plain(text: str) -> str:
    """One line of text that no terminal and no workflow takes for a command."""
    line = "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)
    return line.replace("##[", "## [")


def say(text: str) -> None:
    print(f"assay: {plain(text)}", file=sys.stderr, flush=True)


def count_statuses(results: Sequence[Result]) -> dict[str, int]:
    return {status: sum(result.status == status for result in results) for status in MARKS}


def summarize(results: Sequence[Result]) -> str:
    counts = count_statuses(results)
    told = [f"{number} {'not checked' if status == 'not_asked' else status}" for status, number in counts.items() if number]
    return f"assay: {len(results)} file{'' if len(results) == 1 else 's'}: {', '.join(told) or 'nothing to check'}"


def exit_code(results: Sequence[Result], problem: str) -> int:
    if problem or any(result.status == "not_asked" for result in results):
        return COULD_NOT_ASK
    return FINDINGS if any(result.status in ("rejected", "rewritten") for result in results) else ACCEPTED


def show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty() and total > 1:
        print(f"\r{done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


# ── the whole ──


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="client.py",
        description="Checks Python files with Assay: syntax, lint, types, security, credentials.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILES", help="files, and folders to look for *.py in")
    add("--mode", choices=("static", "repair"), help="static (default) only checks; repair also looks for fixes")
    add("--write", action="store_true", help="ask for repair, and write the repaired source over the file")
    add("--changed-against", metavar="REF", help="only *.py files that differ from where the branch left REF")
    add("--url", help="where the service is")
    add("--allow-security-findings", action="store_true", help="report security findings without rejecting a file")
    add("--json", action="store_true", help="print one JSON object instead of annotations and lines")
    options = parser.parse_args(arguments)
    if options.write and options.mode == "static":
        parser.error("--write asks for mode repair, so it does not go with --mode static")
    if not options.files and options.changed_against is None:
        parser.error("name files or folders, or use --changed-against REF")
    options.mode = options.mode or "static"
    return options


def check_files(run: Run, files: Sequence[str], is_quiet: bool) -> list[Result]:
    results: list[Result] = []
    told = annotate_result if annotates(dict(os.environ)) else tell_result
    for result in run.check_all(files):
        results.append(result)
        if is_quiet:
            show_progress(len(results), len(files))
        elif result.status != "not_asked" or result.reason:
            print(*told(result), line_of(result), sep="\n", flush=True)
    return results


def report(run: Run, results: Sequence[Result], code: int) -> dict[str, Any]:
    return {
        "url": run.service.url,
        "mode": run.mode,
        "exit_code": code,
        "problem": run.problem or None,
        "summary": count_statuses(results),
        "files": [vars(result) for result in results],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    options = read_arguments(arguments)
    environment = dict(os.environ)
    try:
        run = Run(Service(options.url or environment.get("ASSAY_URL") or DEFAULT_URL, environment), options)
        files = find_files(options.files, options.changed_against)
        if files:
            find_key(run.service, environment)
    except CouldNotAsk as problem:
        return give_up(str(problem), options.json)
    results = check_files(run, files, options.json)
    code = exit_code(results, run.problem)
    if options.json:
        print(json.dumps(report(run, results, code), indent=2))
    else:
        print(plain(summarize(results)), flush=True)
    if run.problem:
        say(run.problem)
    return code


def give_up(problem: str, is_json: bool) -> int:
    if is_json:
        print(json.dumps({"exit_code": COULD_NOT_ASK, "problem": problem, "files": []}, indent=2))
    say(problem)
    return COULD_NOT_ASK


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(COULD_NOT_ASK)
    except BrokenPipeError:  # the reader of the output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(COULD_NOT_ASK)
