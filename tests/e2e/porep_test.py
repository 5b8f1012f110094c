"""From C1 to a proof the reference accepts: key, proof and verification of the sealed 2 KiB sector."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from cuzk import GOLDEN, PROGRAM, golden, ok, porep_2k_key, run, work_dir

C1 = GOLDEN / "porep-2k" / "c1.json"
VK = next((GOLDEN / "porep-2k").glob("*.vk"))
PROOF = GOLDEN / "porep-2k" / "proof.bin"
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001


class PoRep2KiB(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.key = porep_2k_key()
        cls.out = work_dir("porep-2k")

    def verify(self, proof, *more):
        return run("verify", "--circuit", "porep-2k", "--vk", VK, "--c1", C1, "--proof", proof, *more)

    def write(self, name, data):
        path = self.out / name
        path.write_bytes(data)
        return path

    def test_key_has_the_reference_vk(self):
        self.assertEqual(next(self.key.glob("*.vk")).read_bytes(), VK.read_bytes())
        self.assertEqual(next(self.key.glob("*.params")).stem, VK.stem)

    def test_proof_has_the_reference_bytes(self):
        out = self.out / "fixed.proof"
        result = run("c2", "--c1", C1, "--params", self.key, "--out", out, "--unsafe-fixed-rs", "11,13", "--force")
        self.assertEqual(result.code, 0, result.stderr)
        self.assertTrue(result.json["unsafe_fixed_rs"])
        self.assertIn(b"unsafe", result.stderr.lower())
        self.assertEqual(out.read_bytes().hex(), golden("porep-2k/witness.json")[0]["proof_r11_s13"])

    def test_two_proofs_differ_and_verify(self):
        proofs = []
        for name in ("first.proof", "second.proof"):
            got = ok("c2", "--c1", C1, "--params", self.key, "--out", self.out / name, "--force", "--miner-id", 1000)
            self.assertFalse(got["unsafe_fixed_rs"])
            proofs.append((self.out / name).read_bytes())
            self.assertTrue(self.verify(self.out / name).json["valid"])
        self.assertNotEqual(proofs[0], proofs[1])

    def test_reference_proof_verifies(self):
        result = self.verify(PROOF)
        self.assertEqual((result.code, result.json["valid"]), (0, True))

    def test_proof_of_another_statement_is_invalid(self):
        public = golden("porep-2k/meta.json")["public_inputs"]
        public[0][5] = "07" + "00" * 31
        path = self.write("public.json", json.dumps(public).encode())
        result = run("verify", "--circuit", "porep-2k", "--vk", VK, "--public", path, "--proof", PROOF)
        self.assertEqual((result.code, result.json["valid"]), (1, False))

    def test_case_36_public_input_plus_r(self):
        public = golden("porep-2k/meta.json")["public_inputs"]
        value = int.from_bytes(bytes.fromhex(public[0][3]), "little") + R
        public[0][3] = value.to_bytes(32, "little").hex()
        path = self.write("public-r.json", json.dumps(public).encode())
        result = run("verify", "--circuit", "porep-2k", "--vk", VK, "--public", path, "--proof", PROOF)
        self.assertEqual((result.code, result.error["code"]), (2, "INPUT_RANGE"))

    def test_case_38_input_count(self):
        for change in (lambda l: l[:-1], lambda l: l + l[:1], lambda l: []):
            public = [change(golden("porep-2k/meta.json")["public_inputs"][0])]
            path = self.write("public-n.json", json.dumps(public).encode())
            result = run("verify", "--circuit", "porep-2k", "--vk", VK, "--public", path, "--proof", PROOF)
            self.assertEqual((result.code, result.error["code"]), (2, "COUNT_MISMATCH"))

    def test_case_61_proof_lengths(self):
        good = PROOF.read_bytes()
        for data in (b"", good[:1], good[:191], good + b"x", good + good):
            result = self.verify(self.write("length.proof", data))
            self.assertEqual(result.code, 2, len(data))
            self.assertIn(result.error["code"], ("BAD_LENGTH", "COUNT_MISMATCH"))

    def test_bad_points_are_invalid(self):
        good = bytearray(PROOF.read_bytes())
        for at in (0, 1, 47, 48, 100, 143, 144, 191):
            bad = bytearray(good)
            bad[at] ^= 1
            result = self.verify(self.write("bad-point.proof", bytes(bad)))
            self.assertEqual(result.code, 1, f"byte {at}: {result.stdout} {result.stderr}")

    def test_existing_output_is_refused(self):
        path = self.write("existing.proof", b"precious")
        result = run("c2", "--c1", C1, "--params", self.key, "--out", path)
        self.assertEqual((result.code, result.error["code"]), (2, "FILE_EXISTS"))
        self.assertEqual(path.read_bytes(), b"precious")

    def test_case_3_missing_key(self):
        result = run("c2", "--c1", C1, "--params", work_dir("empty"), "--out", self.out / "none.proof")
        self.assertEqual((result.code, result.error["code"]), (2, "MISSING_KEY"))
        self.assertFalse((self.out / "none.proof").exists())

    def test_case_1_key_is_an_error_page(self):
        folder = work_dir("html-key")
        for data in (b"", b"<html>" + b"x" * 173):
            (folder / (VK.stem + ".params")).write_bytes(data)
            result = run("c2", "--c1", C1, "--params", folder, "--out", self.out / "html.proof")
            self.assertEqual(result.code, 2)
            self.assertIn(VK.stem, result.error["where"] + result.error["message"])
            self.assertEqual((folder / (VK.stem + ".params")).read_bytes(), data)

    def test_case_2_flipped_bit_in_the_key(self):
        folder = work_dir("flipped-key")
        path = folder / (VK.stem + ".params")
        if not path.exists():
            shutil.copy(next(self.key.glob("*.params")), path)
        with open(path, "r+b") as file:
            file.seek(500_000_000)
            byte = file.read(1)[0]
            file.seek(500_000_000)
            file.write(bytes([byte ^ 1]))
        try:
            result = run("c2", "--c1", C1, "--params", folder, "--out", self.out / "flipped.proof")
            self.assertIn(result.code, (2, 4), result.stderr)
            self.assertFalse((self.out / "flipped.proof").exists())
            result = run("inspect", path, "--check", "curve")
            self.assertEqual((result.code, result.error["code"]), (2, "NOT_ON_CURVE"))
        finally:
            path.unlink()

    def test_key_written_to_while_in_use(self):
        """Two good points of the last section change places: only the proof would show it."""
        folder = work_dir("changing-key")
        path = folder / (VK.stem + ".params")
        shutil.copy(next(self.key.glob("*.params")), path)
        out = self.out / "changed.proof"
        process = subprocess.Popen([PROGRAM, "c2", "--c1", C1, "--params", folder, "--out", out, "--check", "none", "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            opened = lambda: any(os.path.realpath(f) == str(path) for f in pathlib.Path(f"/proc/{process.pid}/fd").iterdir())
            while not opened() and process.poll() is None:
                time.sleep(0.001)
            with open(path, "r+b") as file:
                file.seek(-2 * 192, os.SEEK_END)
                points = file.read()
                file.seek(-2 * 192, os.SEEK_END)
                file.write(points[192:] + points[:192])
            result = json.loads(process.communicate(timeout=600)[0])
            self.assertEqual((process.returncode, result["error"]["code"]), (2, "FILE_CHANGED"))
            self.assertFalse(out.exists())
        finally:
            path.unlink()

    def test_miner_that_does_not_own_the_sector(self):
        result = run("c2", "--c1", C1, "--params", self.key, "--out", self.out / "miner.proof", "--miner-id", 1001)
        self.assertNotEqual(result.code, 0)
        self.assertFalse((self.out / "miner.proof").exists())

    def test_memory_bound(self):
        key_bytes = next(self.key.glob("*.params")).stat().st_size
        got = ok("c2", "--c1", C1, "--params", self.key, "--out", self.out / "memory.proof", "--force")
        self.assertLessEqual(got["peak_rss_bytes"], 1.2 * (key_bytes + 3 * 32 * 2**22))
        planned = ok("plan", "--circuit", "porep-2k")["host_bytes"]
        self.assertLessEqual(got["peak_rss_bytes"], planned)
        self.assertGreaterEqual(got["peak_rss_bytes"], 0.7 * planned)

    def test_progress_inside_a_partition(self):
        result = run("c2", "--c1", C1, "--params", self.key, "--out", self.out / "progress.proof", "--force",
                     "--progress", "plain", "--check", "none")
        self.assertEqual(result.code, 0)
        if result.json["prove_s"] > 5:
            self.assertRegex(result.stderr.decode(), r"prove +\d+\.\d % .*ETA")

    def test_interrupt_leaves_nothing(self):
        out = self.out / "interrupted.proof"
        process = subprocess.Popen([PROGRAM, "c2", "--c1", C1, "--params", self.key, "--out", out])
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)
        self.assertFalse(any(p.name.startswith("interrupted.proof") for p in self.out.iterdir()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
