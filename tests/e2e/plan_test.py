"""What is said before a run (plan), kept from one (matrices) and measured in one (bench synth),
against lengths and dimensions known otherwise."""
import unittest

from cuzk import GOLDEN, golden, ok, run, work_dir

C1 = GOLDEN / "porep-2k" / "c1-inner.json"
RUN_KEYS = {"witness_s", "user_s", "instructions", "cycles", "cache_misses"}
PARTS = ["key_bytes", "matrix_bytes", "witness_bytes", "scratch_bytes"]


class Plan(unittest.TestCase):
    def test_sums_and_batch(self):
        one, ten = (ok("plan", "--circuit", "porep-2k", "--batch", k) for k in (1, 10))
        self.assertEqual(one["host_bytes"], sum(one[p] for p in PARTS))
        self.assertEqual(one["device_bytes"], 0)
        self.assertEqual(ten["witness_bytes"], 10 * one["witness_bytes"])
        for part in ("key_bytes", "matrix_bytes"):
            self.assertEqual(ten[part], one[part], part)

    def test_length_of_the_key(self):
        made = golden("porep-2k/setup.json")["params_bytes"]
        lengths = {"porep-2k": made, "porep-8m": 1429027896, "porep-32g": 47373928632}
        for circuit, length in lengths.items():
            self.assertEqual(ok("plan", "--circuit", circuit)["params_file_bytes"], length)

    def test_refusals(self):
        for words, code in (
            (["--circuit", "porep-3k"], "UNKNOWN_NAME"),
            (["--circuit", "porep-2k", "--batch", "0"], "USAGE"),
            ([], "USAGE"),
        ):
            result = run("plan", *words)
            self.assertEqual((result.code, result.error["code"]), (2, code), words)


class Cache(unittest.TestCase):
    def test_made_once_and_again_when_damaged(self):
        folder = work_dir("matrices")
        path = folder / "tiny-4k.matrices"
        path.unlink(missing_ok=True)
        words = ["circuit", "digest", "--circuit", "tiny-4k", "--cache", folder]
        plain = ok(*words[:-2])
        first, second = ok(*words), ok(*words)
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
        third, fourth = ok(*words), ok(*words)
        runs = (first, second, third, fourth)
        for got in runs:
            self.assertEqual(got["r1cs_sha256"], plain["r1cs_sha256"])
            self.assertEqual(got["density_sha256"], plain["density_sha256"])
        use = [(got["cache_loaded"], got["cache_written"]) for got in runs]
        self.assertEqual(use, [(False, True), (True, False), (False, True), (True, False)])
        self.assertEqual(third["cache_warning"]["code"], "DIGEST_MISMATCH")
        self.assertIsNone(fourth["cache_warning"])


class Synth(unittest.TestCase):
    def test_runs(self):
        got = ok("bench", "synth", "--c1", C1, "-n", 3)
        self.assertEqual(len(got["runs"]), 3)
        for one in got["runs"]:
            self.assertGreaterEqual(one.keys(), RUN_KEYS)
        times = sorted(one["witness_s"] for one in got["runs"])
        self.assertEqual([got["witness_s"][k] for k in ("min", "median", "max")], times)
        self.assertEqual(got["bytes"], ok("plan", "--circuit", "porep-2k")["witness_bytes"])

    def test_post(self):
        path = GOLDEN / "post-2k" / "window.json"
        got = ok("bench", "synth", "--in", path, "-n", 1, "--partition", 1)
        self.assertEqual((got["circuit"], got["partition"]), ("window-2k", 1))
        made = ok("witness", "--in", path, "--partition", 1)
        self.assertEqual(got["bytes"], made["partitions"][0]["bytes"])

    def test_refusals(self):
        for words, code in (
            (["synth"], "USAGE"),
            (["synth", "--c1", C1, "-n", 0], "USAGE"),
            (["synth", "--c1", C1, "--partition", 1], "INPUT_RANGE"),
            (["nothing"], "USAGE"),
        ):
            result = run("bench", *words)
            self.assertEqual((result.code, result.error["code"]), (2, code), words)


if __name__ == "__main__":
    unittest.main(verbosity=2)
