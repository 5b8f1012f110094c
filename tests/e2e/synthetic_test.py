"""Sectors made without sealing: they satisfy the circuit, depend on the seed only, and say what they are."""
import unittest

from cuzk import golden, ok, run, work_dir

SMALL = ["2KiB", "4KiB", "16KiB", "32KiB", "8MiB"]


class GenVanilla(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.out = work_dir("synthetic")

    def make(self, size, seed, *more):
        path = self.out / f"{size}-{seed}.json"
        return path, ok("gen-vanilla", "porep", "--sector-size", size, "--seed", seed, "--out", path, "--force", *more)

    def test_small_sectors_satisfy_the_circuit(self):
        for size in SMALL:
            path, made = self.make(size, "one")
            self.assertTrue(made["synthetic"])
            got = ok("witness", "--c1", path, "--check")
            self.assertEqual([p["unsatisfied"] for p in got["partitions"]], [0], size)

    def test_same_seed_same_bytes(self):
        first = self.make("2KiB", "same")[0].read_bytes()
        self.assertEqual(first, self.make("2KiB", "same")[0].read_bytes())
        self.assertNotEqual(first, self.make("2KiB", "other")[0].read_bytes())

    def test_old_parents(self):
        path, _ = self.make("2KiB", "v1", "--registered-proof", "StackedDrg2KiBV1")
        self.assertEqual(ok("inspect", path)["registered_proof"], "StackedDrg2KiBV1")
        self.assertEqual(ok("witness", "--c1", path, "--check")["partitions"][0]["unsatisfied"], 0)

    def test_kinds_whose_challenges_need_comm_r_are_refused(self):
        for name in ("StackedDrg2KiBV1_1_Feat_SyntheticPoRep", "StackedDrg2KiBV1_2_Feat_NonInteractivePoRep"):
            result = run("gen-vanilla", "porep", "--sector-size", "2KiB", "--seed", "x", "--out", self.out / "no.json",
                         "--registered-proof", name)
            self.assertEqual(result.code, 2)
            self.assertFalse((self.out / "no.json").exists())

    def test_32_and_64_gib_have_the_reference_witness(self):
        for entry in golden("synthetic.json")["sectors"]:
            self.check_large(entry)

    def check_large(self, entry):
        size = {"StackedDrg32GiBV1_1": "32GiB", "StackedDrg64GiBV1_1": "64GiB"}[entry["name"]]
        path, made = self.make(size, "golden")
        self.assertLess(made["peak_rss_bytes"], 1 << 30)
        for part in entry["partitions"]:
            got = ok("witness", "--c1", path, "--partition", part["partition"], "--digest")
            self.assertEqual(got["partitions"][0]["aux_sha256"], part["aux_sha256"], (size, part["partition"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
