"""Keys under official names: does the file agree with what was published, and what is remembered
of it."""
import os
import shutil
import unittest

from cuzk import GOLDEN, ok, work_dir

TOY = GOLDEN / "params-toy"
VK = next((GOLDEN / "porep-2k").glob("*.vk"))
PARAMS_DIGEST = "434fb1338ecfaf0f59256f30dde4968f"  # docs/filecoin.md 1.5
VK_DIGEST = "dc1ade9929ade1708238f155343044ac"


def published(report):
    keys = ("official", "published_digest", "length_agrees", "digest_agrees")
    return tuple(report.get(key) for key in keys)


class Inspect(unittest.TestCase):
    def setUp(self):
        folder = work_dir("inspect")
        self.path = folder / f"{VK.stem}.params"
        self.memory = folder / f"{VK.stem}.params.digest"
        self.memory.unlink(missing_ok=True)
        shutil.copy(TOY / "toy-2.params", self.path)
        os.utime(self.path, (1e9, 1e9))

    def test_other_names(self):
        for name in ("toy-2.params", "toy-2.vk"):
            self.assertEqual(published(ok("inspect", TOY / name)), (False, None, None, None))
        self.assertFalse((TOY / "toy-2.params.digest").exists())

    def test_test_keys_under_official_names(self):
        self.assertEqual(published(ok("inspect", VK)), (True, VK_DIGEST, True, False))
        self.assertEqual(published(ok("inspect", self.path)), (True, PARAMS_DIGEST, False, False))

    def test_read_once(self):
        first = ok("inspect", self.path)
        self.assertFalse(first["digest_remembered"])
        second = ok("inspect", self.path)
        self.assertTrue(second["digest_remembered"])
        plain = ok("inspect", TOY / "toy-2.params")
        for key in ("sha256", "blake2b", "sections", "vk", "bytes"):
            self.assertEqual(first[key], plain[key], key)
            self.assertEqual(second[key], plain[key], key)

    def test_the_published_digest_agrees(self):
        """No such file is at hand, so the memory of one is."""
        ok("inspect", self.path)
        lines = self.memory.read_text().splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines) if line.startswith("blake2b "))
        lines[at] = "blake2b " + PARAMS_DIGEST + lines[at][8 + 32:]
        self.memory.write_text("".join(lines))
        self.assertEqual(published(ok("inspect", self.path)), (True, PARAMS_DIGEST, False, True))
        again = ok("inspect", self.path, "--read-again")
        self.assertEqual(published(again), (True, PARAMS_DIGEST, False, False))
        self.assertEqual(published(ok("inspect", self.path)), (True, PARAMS_DIGEST, False, False))

    def test_another_file_of_that_name(self):
        before = ok("inspect", self.path)
        shutil.copy(TOY / "toy-1000.params", self.path)
        after = ok("inspect", self.path)
        self.assertFalse(after["digest_remembered"])
        self.assertNotEqual(before["sha256"], after["sha256"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
