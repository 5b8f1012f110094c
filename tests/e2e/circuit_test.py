"""Circuit digests, counts and checkpoints against the reference's, through the command line."""
import unittest

from cuzk import GOLDEN, golden, ok, run

SHAPES = ["porep-2k", "porep-8m", "porep-512m", "tiny-4k", "tiny-16k", "tiny-32k"]


class CircuitDigest(unittest.TestCase):
    def check(self, name):
        report = golden(f"{name}/witness.json")[0]["report"]
        every = report["checkpoints"][0]["at"]
        got = ok("circuit", "digest", "--circuit", name, "--every", every)
        self.assertEqual(got["r1cs_sha256"], report["r1cs_sha256"])
        expected = [(c["at"], c["sha256"]) for c in report["checkpoints"]]
        self.assertEqual([(c["at"], c["sha256"]) for c in got["checkpoints"]][: len(expected)], expected)
        info = ok("circuit", "info", "--circuit", name)
        for key in ("constraints", "inputs", "aux"):
            self.assertEqual(info[key], report[key], key)
        self.assertEqual(info["terms"], {m: report[f"terms_{m}"] for m in "abc"})
        self.assertEqual(
            info["density"],
            {"a_aux": report["a_aux_density"], "b_input": report["b_input_density"], "b_aux": report["b_aux_density"]},
        )

    def test_unknown_circuit(self):
        result = run("circuit", "info", "--circuit", "porep-3k")
        self.assertEqual((result.code, result.error["code"]), (2, "UNKNOWN_NAME"))

    def test_toys(self):
        for name in ("toy-2", "toy-1000"):
            report = golden(f"params-toy/{name}.json")["report"]
            self.assertEqual(ok("circuit", "digest", "--circuit", name)["r1cs_sha256"], report["r1cs_sha256"])


class WitnessDigest(unittest.TestCase):
    def check(self, name):
        for entry in golden(f"{name}/witness.json"):
            index, report = entry["partition"], entry["report"]["witness"]
            checkpoints = report["checkpoints"]
            every = checkpoints[0]["at"] if checkpoints else 1 << 14
            got = ok("witness", "--c1", GOLDEN / name / "c1-inner.json", "--partition", index, "--digest", "--check",
                     "--every", every)["partitions"][0]
            self.assertEqual(got["aux_sha256"], report["aux_sha256"])
            self.assertEqual(got["public_inputs"], entry["public_inputs"])
            self.assertEqual((got["unsatisfied"], got["first_unsatisfied"]), (0, None))
            expected = [(c["at"], c["sha256"]) for c in checkpoints]
            self.assertEqual([(c["at"], c["sha256"]) for c in got["checkpoints"]][: len(expected)], expected)


def add(case, names):
    for name in names:
        setattr(case, "test_" + name.replace("-", "_"), lambda self, name=name: self.check(name))


add(CircuitDigest, SHAPES)
add(WitnessDigest, SHAPES + ["porep-2k-v1", "porep-2k-synth", "porep-2k-ni"])

if __name__ == "__main__":
    unittest.main(verbosity=2)
