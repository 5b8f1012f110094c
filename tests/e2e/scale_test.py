"""The large PoRep circuits, every constraint: digest and all checkpoints of the reference, in
bounded memory and time."""
import resource
import time
import unittest

from cuzk import golden, ok

GIB = 2**30
CIRCUITS = {"porep-32g": 34359738368, "porep-64g": 68719476736}
DIGEST_S = 60  # of processor time, which other work on the machine does not stretch; one thread
BUILD_S = 5
MATRIX_BYTES = GIB // 2


def cpu_s():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Scale(unittest.TestCase):
    def check(self, circuit):
        expected = golden(f"shapes/porep-{CIRCUITS[circuit]}.json")
        checkpoints = [(c["at"], c["sha256"]) for c in expected["checkpoints"]]
        start, cpu = time.monotonic(), cpu_s()
        got = ok("circuit", "digest", "--circuit", circuit, "--every", checkpoints[0][0])
        seconds, cpu = time.monotonic() - start, cpu_s() - cpu
        print(f"{circuit}: {len(checkpoints)} checkpoints, {seconds:.1f} s ({cpu:.1f} s CPU), "
              f"{got['peak_rss_bytes'] / 2**20:.0f} MiB, matrices "
              f"{got['matrix_bytes'] / 2**20:.0f} MiB in {got['build_s']:.2f} s", flush=True)
        for key in ("constraints", "inputs", "aux", "density_sha256", "r1cs_sha256"):
            self.assertEqual(got[key], expected[key], key)
        self.assertEqual(got["terms"], {m: expected[f"terms_{m}"] for m in "abc"})
        for part in ("a_aux", "b_input", "b_aux"):
            self.assertEqual(got["density"][part], expected[f"{part}_density"], part)
        self.assertGreater(len(checkpoints), 100)
        self.assertEqual([(c["at"], c["sha256"]) for c in got["checkpoints"]], checkpoints)
        self.assertLessEqual(got["peak_rss_bytes"], GIB)
        self.assertLessEqual(got["matrix_bytes"], MATRIX_BYTES)
        self.assertLessEqual(got["build_s"], BUILD_S)
        self.assertLessEqual(cpu, DIGEST_S)

    def test_32g(self):
        self.check("porep-32g")

    def test_64g(self):
        self.check("porep-64g")


if __name__ == "__main__":
    unittest.main(verbosity=2)
