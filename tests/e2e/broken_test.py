"""Broken inputs through the command line: a coded error that names the fault, no crash, bounded memory."""
import base64
import copy
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
import unittest

from cuzk import GOLDEN, PROGRAM, Result, golden, ok, run, work_dir

SEED = 20261130
LIMIT = 1 << 30  # address space; a C1 of 100 KB has no business taking more


class BrokenC1(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.inner = golden("porep-2k/c1-inner.json")
        cls.out = work_dir("broken")
        cls.random = random.Random(SEED)

    def feed(self, data, name=""):
        """Runs the reader on the bytes; anything but success or a coded error of class 1 or 2 is a failure."""
        path = self.out / "c1.json"
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
        result = run("witness", "--c1", path, "--check", address_space=LIMIT)
        self.assertIn(result.code, (0, 1, 2), f"{name}: exit {result.code} {result.stderr[-300:]}")
        if result.code:
            line = result.stderr.decode().strip().splitlines()[-1]
            self.assertRegex(line, r"^cuzk: (BAD_INPUT|INVALID): .+", name)
        return result

    def refused(self, data, name, codes=None):
        result = self.feed(data, name)
        self.assertNotEqual(result.code, 0, name)
        if codes and result.code == 2:
            self.assertIn(result.error["code"], codes, name)
        return result

    def paths(self):
        """One path to each kind of field: (list of keys)."""
        challenge = ["vanilla_proofs", "StackedDrg2KiBV1", 0, 1]
        yield from ([k] for k in self.inner)
        for field in self.inner["vanilla_proofs"]["StackedDrg2KiBV1"][0][1]:
            yield challenge + [field]
        proof = challenge + ["comm_r_last_proof", "data"]
        yield from (proof, proof + ["Single"], proof + ["Single", "root"], proof + ["Single", "leaf"])
        yield from (proof + ["Single", "path"], proof + ["Single", "path", "path"])
        yield from (proof + ["Single", "path", "path", 0, "hashes"], proof + ["Single", "path", "path", 0, "index"])
        columns = challenge + ["replica_column_proofs"]
        yield from (columns + [k] for k in ("c_x", "drg_parents", "exp_parents"))
        yield from (columns + ["c_x", k] for k in ("column", "inclusion_proof"))
        yield from (columns + ["drg_parents", 3, "column", k] for k in ("index", "rows", "_h"))
        yield from (challenge + ["labeling_proofs", 0, k] for k in ("parents", "layer_index", "node"))

    def changed(self, path, change):
        document = copy.deepcopy(self.inner)
        holder = document
        for key in path[:-1]:
            holder = holder[key]
        change(holder, path[-1])
        return document

    def test_every_field_removed(self):
        for path in self.paths():
            result = self.refused(self.changed(path, lambda h, k: h.__delitem__(k)), f"removed {path}")
            if result.code == 2 and isinstance(path[-1], str) and path[-1] != "Single":  # a variant has no name of its own
                error = result.error
                self.assertIn(path[-1].lstrip("_"), error["message"] + error["where"])

    def test_every_field_of_wrong_type(self):
        for path in self.paths():
            for value in ("text", -1, 1.5, None, True, [], {}, [[]], 10**30):
                if path[-1] == "_h" and value is None:
                    continue
                self.refused(self.changed(path, lambda h, k: h.__setitem__(k, value)), f"{path} = {value!r}")

    def test_every_list_too_long_and_too_short(self):
        for path in self.paths():
            holder = self.inner
            for key in path:
                holder = holder[key]
            if isinstance(holder, list):
                self.refused(self.changed(path, lambda h, k: h[k].append(copy.deepcopy(h[k][0]))), f"longer {path}")
                self.refused(self.changed(path, lambda h, k: h[k].pop()), f"shorter {path}")

    def test_duplicate_fields(self):
        text = json.dumps(self.inner)
        for key in ("registered_proof", "comm_r", "seed", "comm_d_proofs", "root", "node", "index"):
            at = text.index(f'"{key}"')
            end = json.JSONDecoder().raw_decode(text, at + len(key) + 4)[1]
            double = text[:end] + ", " + text[at:end] + text[end:]
            self.refused(double.encode(), f"duplicate {key}", ["DUPLICATE_FIELD"])

    def test_one_bit_flipped(self):
        text = json.dumps(self.inner, separators=(",", ":")).encode()
        for _ in range(150):
            at = self.random.randrange(len(text))
            data = bytearray(text)
            data[at] ^= 1 << self.random.randrange(8)
            self.feed(bytes(data), f"bit flipped in byte {at}")

    def test_truncated(self):
        text = json.dumps(self.inner).encode()
        wrapper = (GOLDEN / "porep-2k" / "c1.json").read_bytes()
        for data in (text, wrapper):
            for at in [0, 1, 2, len(data) - 1] + [self.random.randrange(len(data)) for _ in range(40)]:
                self.refused(data[:at], f"cut at {at}")

    def test_case_22_non_canonical_elements(self):
        r = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
        for value in (r, r + 1, 2**256 - 1):
            element = list(value.to_bytes(32, "little"))
            path = ["vanilla_proofs", "StackedDrg2KiBV1", 0, 0, "replica_column_proofs", "c_x", "inclusion_proof",
                    "data", "Single", "path", "path", 0, "hashes", 2]
            result = self.refused(self.changed(path, lambda h, k: h.__setitem__(k, element)), hex(value))
            self.assertEqual(result.error["code"], "NON_CANONICAL")

    def test_deep_nesting_and_huge_numbers(self):
        for data in (b"[" * 1_000_000, b'{"a":' * 500_000, b'{"comm_r":[' + b"9" * 1_000_000 + b"]}",
                     b'{"registered_proof":"' + b"x" * 1_000_000 + b'"}', b"\x00" * 100, b"null", b"", b"{}", b"\xff\xfe{}"):
            self.refused(data, repr(data[:20]))

    def test_wrapper(self):
        good = golden("porep-2k/c1.json")
        phase1 = good["Phase1Out"]
        for bad in (phase1[:-1], phase1 + "=", phase1[:100] + "*" + phase1[101:], "", phase1 + phase1, "====", phase1[::-1]):
            self.refused({**good, "Phase1Out": bad}, "base64 " + bad[:10])
        for key in good:
            for value in (None, -1, "x", [], {}):
                self.refused({**good, key: value}, f"{key} = {value!r}")
            without = {k: v for k, v in good.items() if k != key}
            self.refused(without, f"without {key}", ["MISSING_FIELD"])
        self.refused({**good, "SectorSize": 4096}, "other sector size")
        for number in (-1, -(2**63)):
            self.refused({**good, "SectorNum": number}, f"sector {number}", ["INPUT_RANGE"])
        inner = base64.b64encode(b"{}").decode()
        self.refused({**good, "Phase1Out": inner}, "empty inner document", ["MISSING_FIELD"])

    def test_trailing_data(self):
        text = json.dumps(self.inner).encode()
        self.assertEqual(self.feed(text + b" \n\t ", "white space").code, 0)
        for tail in (b"x", b"{}", b"\x00" * 16, b","):
            self.refused(text + tail, repr(tail), ["TRAILING_DATA", "BAD_JSON"])

    def test_wrong_values_are_named(self):
        """Satisfies the reader, not the circuit."""
        challenge = ["vanilla_proofs", "StackedDrg2KiBV1", 0, 1]
        for path in (challenge + ["comm_d_proofs", "data", "Single", "path", "path", 0, "hashes", 0],
                     challenge + ["replica_column_proofs", "exp_parents", 2, "column", "rows", 1], ["comm_r"], ["replica_id"]):
            result = self.refused(self.changed(path, lambda h, k: h[k].__setitem__(0, h[k][0] ^ 1)), str(path))
            self.assertIn(result.code, (1, 2))

    def test_errors_are_one_line_and_json(self):
        """Whatever text of the input the message quotes."""
        for name in ("é" * 300, "xé€😀" * 100, "xxé€😀" * 100, "a\nb\x1b[31m", "\0", '"\\'):
            for change in (lambda d: d.__setitem__("registered_proof", name),
                           lambda d: d.__setitem__("vanilla_proofs", {name: []})):
                document = copy.deepcopy(self.inner)
                change(document)
                result = self.refused(document, repr(name), ["UNKNOWN_NAME"])
                self.assertEqual(result.error["class"], "BAD_INPUT")
                self.assertRegex(result.stderr, rb"\Acuzk: [^\x00-\x1f]+\n\Z")


class BrokenPublicInputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.good = golden("porep-2k/meta.json")["public_inputs"]
        cls.out = work_dir("broken-public")

    def feed(self, data):
        path, folder = self.out / "public.json", GOLDEN / "porep-2k"
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
        vk = next(folder.glob("*.vk"))
        return run("verify", "--circuit", "porep-2k", "--vk", vk, "--public", path, "--proof", folder / "proof.bin",
                   address_space=LIMIT)

    def test_anything_else_is_refused(self):
        text, row = json.dumps(self.good).encode(), self.good[0]
        self.assertEqual(self.feed(text + b" \n").code, 0)
        self.assertEqual(self.feed([row[1:] + row[:1]]).code, 1)
        for data, code in (
            (b"", "BAD_JSON"), (b"\0", "BAD_JSON"), (text[:-1], "BAD_JSON"), (b"\xef\xbb\xbf" + text, "BAD_JSON"),
            (b"[" * 10**6, "WRONG_TYPE"), (text + b"x", "TRAILING_DATA"), (text + text, "TRAILING_DATA"),
            ({}, "WRONG_TYPE"), (None, "WRONG_TYPE"), ("a", "WRONG_TYPE"), (row, "WRONG_TYPE"), ([{"a": row}], "WRONG_TYPE"),
            ([self.good], "WRONG_TYPE"), ([[*row[1:], 7]], "WRONG_TYPE"), ([[*row[1:], None]], "WRONG_TYPE"),
            ([], "COUNT_MISMATCH"), ([[]], "COUNT_MISMATCH"), ([row, row], "COUNT_MISMATCH"), ([row[1:]], "COUNT_MISMATCH"),
            ([row + row[:1]], "COUNT_MISMATCH"), ([["", *row[1:]]], "BAD_LENGTH"), ([["a" * 10**6, *row[1:]]], "BAD_LENGTH"),
            ([[row[0] + "\0", *row[1:]]], "BAD_LENGTH"), ([["x" * 64, *row[1:]]], "BAD_ENCODING"), ([["f" * 64, *row[1:]]], "INPUT_RANGE"),
        ):
            result = self.feed(data)
            self.assertEqual((result.code, result.error["code"]), (2, code), repr(data)[:80])

    def test_memory_is_bounded(self):
        self.assertEqual(self.feed(b"[" + b"[]," * (10 << 20) + b"[]]").error["code"], "COUNT_MISMATCH")


class BrokenWords(unittest.TestCase):
    def test_usage(self):
        for words in (["nonsense"], ["c2"], ["c2", "--frob"], ["setup", "--circuit", "porep-2k", "--threads", "-1"],
                      ["verify"], ["inspect"], ["circuit"], ["circuit", "paint"], ["bench", "macro"]):
            self.assertEqual(run(*words, text=True).code, 2, words)

    def test_usage_error_is_json(self):
        for words in (["--frob", "--json"], ["--json", "--frob"], ["--threads", "x", "--json"]):
            result = run("c2", *words, text=True)
            self.assertEqual((result.code, result.error["code"]), (2, "USAGE"), words)

    def test_unusable_folder_for_keys(self):
        out = work_dir("broken-words")
        (out / "file").write_bytes(b"")
        for folder in ("", out / "no" / "such", out / "file", out / "file" / "in"):
            result = run("setup", "--circuit", "toy-2", "--params", folder)
            self.assertEqual(result.code, 2, folder)

    def test_unusable_output_is_refused_at_once(self):
        """Before the key is even looked for."""
        out = work_dir("broken-words")
        link = out / "link"
        if not link.is_symlink():
            link.symlink_to("nowhere")
        c1 = GOLDEN / "porep-2k" / "c1.json"
        for path in ("", link, out, out / "no" / "such"):
            result = run("c2", "--c1", c1, "--params", out, "--out", path)
            self.assertEqual(result.code, 2, path)
            self.assertNotEqual(result.error["code"], "MISSING_KEY", path)

    def test_help(self):
        for words in (["--help"], ["--version"], ["help", "c2"], ["c2", "--help"], ["bench", "--help"]):
            result = run(*words, text=True)
            self.assertEqual(result.code, 0, words)
            self.assertTrue(result.stdout)

    def test_missing_files(self):
        for words in (["witness", "--c1", "/nonexistent"], ["inspect", "/nonexistent"], ["c2", "--c1", "/nonexistent", "--out", "x"]):
            result = run(*words)
            self.assertEqual((result.code, result.error["code"]), (2, "MISSING_FILE"), words)


class BrokenSurroundings(unittest.TestCase):
    """The process itself: closed or full outputs, limits, signals, names that are no text."""

    SETUP = ("setup", "--circuit", "toy-1000", "--dev-key", "broken", "--params")
    MADE_UP = ("gen-vanilla", "porep", "--sector-size", "2KiB", "--seed", "broken", "--out")

    def setUp(self):
        shutil.rmtree(work_dir("surroundings"))
        self.out = work_dir("surroundings")

    def call(self, *words, **options):
        return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60, **options)

    def test_closed_streams(self):
        """A file must not take the place of stdout and collect what is printed."""
        good, closed = self.out / "good", self.out / "closed"
        ok(*self.SETUP, good)
        for streams in ((1,), (0, 1), (0, 1, 2)):
            result = self.call(*self.SETUP, closed, "--force", preexec_fn=lambda: [os.close(s) for s in streams])
            self.assertEqual(result.returncode, 3, "the result is lost")
            for name in ("toy-1000.params", "toy-1000.vk"):
                self.assertEqual((closed / name).read_bytes(), (good / name).read_bytes(), (streams, name))

    def test_full_stdout(self):
        for words in (["--help"], ["--version"], ["help", "c2"], ["circuit", "info", "--circuit", "toy-2", "--json"]):
            with open("/dev/full", "wb") as full:
                self.assertEqual(self.call(*words, stdout=full).returncode, 3, words)

    def test_file_size_limit(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        result = self.call(*self.SETUP, self.out, preexec_fn=limit)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertEqual(list(self.out.iterdir()), [])

    def test_name_that_is_no_text(self):
        path = os.fsencode(self.out) + b"/c1-\xff.json"
        shutil.copy(GOLDEN / "porep-2k" / "c1.json", path)
        for words, code in ((["inspect", path], 0), (["inspect", path + b"\n"], 2)):
            result = Result(self.call(*words, "--json", stdout=subprocess.PIPE))
            self.assertEqual(result.code, code)
            self.assertTrue(result.json)

    def test_stdout_holds_the_file_alone(self):
        ok(*self.MADE_UP, self.out / "c1.json")
        result = self.call(*self.MADE_UP, "-", stdout=subprocess.PIPE)
        self.assertEqual((result.returncode, result.stdout), (0, (self.out / "c1.json").read_bytes()))
        self.assertEqual((run(*self.MADE_UP, "-").code, run("c2", "--c1", "-", "--out", "-").code), (2, 2))

    def test_signal_while_reading_stdin(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([PROGRAM, "witness", "--c1", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.5)
            process.send_signal(number)
            self.assertEqual(process.wait(10), 130)
            process.communicate()


if __name__ == "__main__":
    unittest.main(verbosity=2)
