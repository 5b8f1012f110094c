"""Runs the program under test and reads its JSON. CUZK names the program; GOLDEN the known-good values."""
import json
import os
import pathlib
import resource
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
PROGRAM = os.environ.get("CUZK", str(ROOT / "build" / "cuzk"))
WORK = pathlib.Path(os.environ.get("CUZK_TEST_DIR", ROOT / "build" / "e2e"))


class Result:
    def __init__(self, process):
        self.code = process.returncode
        self.stdout = process.stdout
        self.stderr = process.stderr

    @property
    def json(self):
        return json.loads(self.stdout)

    @property
    def error(self):
        return self.json["error"]


def run(*words, address_space=None, text=False, stdin=None):
    """One call of the program; --json is added unless text. address_space: RLIMIT_AS in bytes."""
    limit = None
    if address_space:
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
    command = [PROGRAM, *map(str, words)] + ([] if text else ["--json"])
    return Result(subprocess.run(command, capture_output=True, preexec_fn=limit, input=stdin))


def ok(*words, **options):
    result = run(*words, **options)
    assert result.code == 0, f"cuzk {' '.join(map(str, words))}: exit {result.code}: {result.stderr.decode()}"
    return result.json


def golden(path):
    return json.loads((GOLDEN / path).read_text())


def work_dir(name):
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def porep_2k_key():
    """The porep-2k key of the golden secrets; made once a test folder."""
    folder = work_dir("porep-2k-key")
    secrets = GOLDEN / "porep-2k" / "setup.json"
    if not list(folder.glob("*.params")):
        made = ok("setup", "--circuit", "porep-2k", "--params", folder, "--setup-secrets", secrets, "--digest", "--force")
        expected = golden("porep-2k/setup.json")
        assert made["params_bytes"] == expected["params_bytes"]
        assert made["params_sha256"] == expected["params_sha256"], "the key is not the reference's, byte for byte"
    return folder
