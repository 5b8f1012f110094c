"""WinningPoSt, WindowPoSt and sector updates: keys, proofs and verification against the reference's, broken inputs.

With CUZK_LONG=1 also the key of update-2k (656 MB) and its proof.
"""
import base64
import copy
import json
import os
import unittest

from cuzk import GOLDEN, golden, ok, run, work_dir

FOLDER = GOLDEN / "post-2k"
POSTS = {"winning": "winning-2k", "window": "window-2k", "window-v1": "window-2k"}
FILES = {
    **{FOLDER / f"{name}.json": circuit for name, circuit in POSTS.items()},
    GOLDEN / "update-2k" / "update.json": "update-2k",
}


def key(circuit, secrets):
    """The key of the golden secrets; made once a test folder. Its bytes are the reference's."""
    folder = work_dir(f"{circuit}-key")
    if not list(folder.glob("*.params")):
        made = ok("setup", "--circuit", circuit, "--params", folder, "--setup-secrets", GOLDEN / secrets, "--digest", "--force")
        expected = golden(secrets)
        assert made["params_bytes"] == expected["params_bytes"]
        assert made["params_sha256"] == expected["params_sha256"], "the key is not the reference's, byte for byte"
        (vk,) = folder.glob("*.vk")
        assert vk.read_bytes() == next((GOLDEN / secrets).parent.glob(vk.name)).read_bytes()
    return folder


def vk_of(folder, circuit):
    """The golden vk under the name that the program looks for."""
    result = run("verify", "--circuit", circuit, "--params", work_dir("empty"), "--public", "x", "--proof", "x")
    name = os.path.basename(result.error["where"])
    assert name.endswith(".vk"), result.stdout
    return folder / name


class Circuits(unittest.TestCase):
    def test_digests_and_counts(self):
        for path, circuit in FILES.items():
            report = json.loads(path.read_text())["partitions"][0]["report"]
            every = report["checkpoints"][0]["at"]
            got = ok("circuit", "digest", "--circuit", circuit, "--every", every)
            self.assertEqual(got["r1cs_sha256"], report["r1cs_sha256"])
            expected = [(c["at"], c["sha256"]) for c in report["checkpoints"]]
            self.assertEqual([(c["at"], c["sha256"]) for c in got["checkpoints"]][: len(expected)], expected)
            for name in ("constraints", "inputs", "aux"):
                self.assertEqual(got[name], report[name], name)
            self.assertEqual(got["density"]["a_aux"], report["a_aux_density"])
            self.assertEqual(got["density"]["b_aux"], report["b_aux_density"])

    def test_aliases(self):
        for alias, name in (("wpost-2k", "window-2k"), ("snap-2k", "update-2k")):
            first, second = (ok("circuit", "info", "--circuit", c) for c in (alias, name))
            self.assertEqual(first["terms"], second["terms"])

    def test_unknown(self):
        for name in ("window-", "winning-33g", "post-2k", "window-2k2"):
            result = run("circuit", "info", "--circuit", name)
            self.assertEqual((result.code, result.error["code"]), (2, "UNKNOWN_NAME"), name)


class Witnesses(unittest.TestCase):
    def test_digests(self):
        for path, circuit in FILES.items():
            partitions = json.loads(path.read_text())["partitions"]
            got = ok("witness", "--in", path, "--digest", "--check")
            self.assertEqual((got["circuit"], len(got["partitions"])), (circuit, len(partitions)))
            for one, expected in zip(got["partitions"], partitions):
                self.assertEqual(one["index"], expected["partition"])
                self.assertEqual(one["aux_sha256"], expected["report"]["witness"]["aux_sha256"])
                self.assertEqual(one["public_inputs"], expected["public_inputs"])
                self.assertEqual(one["unsatisfied"], 0)

    def test_one_partition(self):
        got = ok("witness", "--in", FOLDER / "window.json", "--partition", 1, "--digest")
        self.assertEqual([p["index"] for p in got["partitions"]], [1])
        expected = golden("post-2k/window.json")["partitions"][1]["report"]["witness"]["aux_sha256"]
        self.assertEqual(got["partitions"][0]["aux_sha256"], expected)
        result = run("witness", "--in", FOLDER / "window.json", "--partition", 2)
        self.assertEqual((result.code, result.error["code"]), (2, "INPUT_RANGE"))


class Inspect(unittest.TestCase):
    def test_statements(self):
        for path, circuit in FILES.items():
            got, document = ok("inspect", path), json.loads(path.read_text())
            self.assertEqual((got["circuit"], got["partitions"]), (circuit, len(document["partitions"])))
            if got["kind"] == "post":
                self.assertEqual(got["registered_proof"], document["registered_post_proof"])
                self.assertEqual(got["sectors"], document["sectors"])
                self.assertEqual(got["randomness"], document["randomness"])
            else:
                self.assertEqual(got["comm_r_new"], document["comm_r_new"])

    def test_which_error(self):
        path = work_dir("post") / "inspect.json"
        for text, code, where in (("{}", None, ""), ('{"registered_post_proof": "x"}', "UNKNOWN_NAME", "post"),
                                  ('{"registered_update_proof": 1}', "WRONG_TYPE", "update"), ("{", "BAD_JSON", "")):
            path.write_text(text)
            error = run("inspect", path).error
            self.assertIn(where, error["where"] + error["message"])
            if code:
                self.assertEqual(error["code"], code, text)
            else:
                self.assertNotIn("registered_post_proof", error["where"])


class Verification(unittest.TestCase):
    """Against the reference's proofs and vk, no key needed."""

    def cases(self):
        for name, circuit in POSTS.items():
            yield FOLDER / f"{name}.json", circuit, FOLDER / f"{name}-proof.bin"
        yield GOLDEN / "update-2k" / "update.json", "update-2k", GOLDEN / "update-2k" / "proof.bin"

    def test_reference_proofs(self):
        for path, circuit, proof in self.cases():
            vk = vk_of(path.parent, circuit)
            result = run("verify", "--circuit", circuit, "--vk", vk, "--in", path, "--proof", proof)
            count = len(proof.read_bytes()) // 192
            self.assertEqual((result.code, result.json["proofs"]), (0, [True] * count), path)

    def test_proof_of_another_statement(self):
        out = work_dir("post") / "other.json"
        for path, circuit, proof in self.cases():
            document = json.loads(path.read_text())
            if "sectors" in document:
                document["randomness"] = "01" + document["randomness"][2:]
            else:
                document["comm_r_old"] = document["comm_d_new"]
            out.write_text(json.dumps(document))
            vk = vk_of(path.parent, circuit)
            result = run("verify", "--circuit", circuit, "--vk", vk, "--in", out, "--proof", proof)
            self.assertEqual((result.code, result.json["valid"]), (1, False), path)

    def test_alias_and_wrong_circuit(self):
        vk = vk_of(FOLDER, "window-2k")
        words = ("--vk", vk, "--proof", FOLDER / "window-proof.bin", "--in", FOLDER / "window.json")
        self.assertTrue(ok("verify", "--circuit", "wpost-2k", *words)["valid"])
        result = run("verify", "--circuit", "winning-2k", *words)
        self.assertEqual((result.code, result.error["code"]), (2, "WRONG_CIRCUIT"))
        words = words[:5] + (FOLDER / "winning.json",)
        result = run("verify", "--circuit", "window-2k", *words)
        self.assertEqual((result.code, result.error["code"]), (2, "WRONG_CIRCUIT"))


class Proofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keys = {c: key(c, f"post-2k/{c[:-3]}-setup.json") for c in ("winning-2k", "window-2k")}
        cls.out = work_dir("post")

    def post(self, path, circuit, *more):
        return run("post", "--in", path, "--params", self.keys[circuit], "--out", self.out / "post.proof", "--force", *more)

    def test_reference_bytes(self):
        for name, circuit in POSTS.items():
            result = self.post(FOLDER / f"{name}.json", circuit, "--unsafe-fixed-rs", "11,13")
            self.assertEqual(result.code, 0, result.stderr)
            expected = [p["proof_r11_s13"] for p in golden(f"post-2k/{name}.json")["partitions"]]
            self.assertEqual([p["proof"] for p in result.json["partitions"]], expected)
            self.assertEqual((self.out / "post.proof").read_bytes().hex(), "".join(expected))
            self.assertEqual(result.json["circuit"], circuit)
            self.assertTrue(result.json["unsafe_fixed_rs"])

    def test_fresh_proof_verifies(self):
        path = FOLDER / "window.json"
        result = self.post(path, "window-2k")
        self.assertEqual(result.code, 0, result.stderr)
        self.assertFalse(result.json["unsafe_fixed_rs"])
        got = ok("verify", "--circuit", "window-2k", "--params", self.keys["window-2k"], "--in", path,
                 "--proof", self.out / "post.proof")
        self.assertEqual(got["proofs"], [True, True])

    def test_one_partition(self):
        result = self.post(FOLDER / "window.json", "window-2k", "--partition", 1, "--unsafe-fixed-rs", "11,13")
        expected = golden("post-2k/window.json")["partitions"][1]["proof_r11_s13"]
        self.assertEqual((self.out / "post.proof").read_bytes().hex(), expected, result.stderr)

    def test_missing_key(self):
        result = run("post", "--in", FOLDER / "window.json", "--params", work_dir("empty"), "--out", self.out / "none")
        self.assertEqual((result.code, result.error["code"]), (2, "MISSING_KEY"))


class Broken(unittest.TestCase):
    """A coded error before any key is read; the folder of keys has an empty file in its place."""

    @classmethod
    def setUpClass(cls):
        cls.out = work_dir("post-broken")
        for path, circuit in FILES.items():
            (cls.out / vk_of(path.parent, circuit).with_suffix(".params").name).touch()

    def feed(self, document, command="post"):
        path = self.out / "in.json"
        path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        result = run(command, "--in", path, "--params", self.out, "--out", self.out / "never.proof")
        self.assertFalse((self.out / "never.proof").exists())
        return result

    def refused(self, document, code, *texts, command="post"):
        result = self.feed(document, command)
        self.assertEqual(result.error["code"], code, result.stderr)
        self.assertEqual(result.code, 1 if code == "VANILLA_INVALID" else 2)
        for text in texts:
            self.assertIn(text, result.error["where"] + " " + result.error["message"])
        return result

    def test_blobs(self):
        good = golden("post-2k/window.json")
        blobs = [base64.b64decode(b) for b in good["vanilla_proofs_base64"]]
        for change, code in (
            (lambda b: b[:-1], "BAD_LENGTH"), (lambda b: b[:8], "BAD_LENGTH"), (lambda b: b"", "BAD_LENGTH"),
            (lambda b: b + b"\0", "TRAILING_DATA"), (lambda b: b"\xff" * 8 + b[8:], None),
            (lambda b: b[:8] + b"\xff" * 32 + b[40:], "NON_CANONICAL"),
        ):
            document = copy.deepcopy(good)
            document["vanilla_proofs_base64"][1] = base64.b64encode(change(blobs[1])).decode()
            if code is not None:
                self.refused(document, code, "1")
            else:
                self.assertIn(self.feed(document).code, (1, 2))
        document = copy.deepcopy(good)
        document["vanilla_proofs_base64"][1] = "*" + document["vanilla_proofs_base64"][1][1:]
        self.refused(document, "BAD_BASE64", "[1]")
        document["vanilla_proofs_base64"][1] = None
        self.refused(document, "WRONG_TYPE")

    def test_faulty_sectors_are_named(self):
        document = golden("post-2k/window.json")
        for i in (0, 2):
            document["sectors"][i]["comm_r"] = "11" * 31 + "00"
        result = self.refused(document, "VANILLA_INVALID", "101", "103")
        self.assertEqual(result.json["faulty_sectors"], [101, 103])
        self.assertNotIn("102", result.error["message"])

    def test_wrong_sector(self):
        document = golden("post-2k/winning.json")
        document["sectors"][0]["sector"] = 102
        self.assertIn(self.feed(document).code, (1, 2))
        document = golden("post-2k/window.json")
        document["vanilla_proofs_base64"].reverse()
        self.assertIn(self.feed(document).code, (1, 2))

    def test_wrong_randomness(self):
        for name in POSTS:
            document = golden(f"post-2k/{name}.json")
            document["randomness"] = "01" + document["randomness"][2:]
            self.refused(document, "VANILLA_INVALID", "101")

    def test_counts(self):
        document = golden("post-2k/window.json")
        document["vanilla_proofs_base64"].pop()
        self.refused(document, "COUNT_MISMATCH")
        document["sectors"], document["vanilla_proofs_base64"] = [], []
        self.refused(document, "COUNT_MISMATCH")

    def test_fields(self):
        good = golden("post-2k/window.json")
        for field in ("registered_post_proof", "randomness", "sectors", "vanilla_proofs_base64"):
            document = {k: v for k, v in good.items() if k != field}
            self.refused(document, "MISSING_FIELD", field)
        self.refused({**good, "registered_post_proof": "StackedDrgWindow3KiBV1"}, "UNKNOWN_NAME")
        for data in (b"", b"[]", b"{", b"null", json.dumps(good).encode()[:-1]):
            self.assertEqual(self.feed(data).code, 2)

    def test_update(self):
        good = golden("update-2k/update.json")
        for field in ("comm_r_old", "comm_d_new", "comm_r_new"):
            document = {**good, field: "11" * 31 + "00"}
            self.refused(document, "VANILLA_INVALID", command="update")
            self.refused({**good, field: "ff" * 32}, "NON_CANONICAL", command="update")
        blob = base64.b64decode(good["vanilla_proofs_base64"][0])
        document = {**good, "vanilla_proofs_base64": [base64.b64encode(blob[:-1]).decode()]}
        self.refused(document, "BAD_LENGTH", command="update")

    def test_file_of_the_other_command(self):
        self.refused(golden("post-2k/window.json"), "WRONG_TYPE", "post", command="update")
        self.refused(golden("update-2k/update.json"), "WRONG_TYPE", "update", command="post")

    def test_usage(self):
        for words in (("post",), ("post", "--in", "x"), ("update", "--out", "x"), ("witness",), ("post", "--c1", "x"),
                      ("witness", "--c1", "x", "--in", "y")):
            result = run(*words)
            self.assertEqual((result.code, result.error["code"]), (2, "USAGE"), words)


class Synthetic(unittest.TestCase):
    def make(self, kind, name, *more):
        path = work_dir("post") / name
        return path, ok("gen-vanilla", kind, "--sector-size", "2KiB", "--seed", "e2e", "--out", path, "--force", *more)

    def test_satisfies_the_circuit(self):
        for kind, more, partitions in (("winning", (), 1), ("window", ("--sectors", 5), 3), ("update", (), 1)):
            path, made = self.make(kind, f"{kind}.json", *more)
            self.assertEqual((made["synthetic"], made["circuit"], made["partitions"]), (True, f"{kind}-2k", partitions))
            got = ok("witness", "--in", path, "--check")
            self.assertEqual([p["unsatisfied"] for p in got["partitions"]], [0] * partitions)
            again, _ = self.make(kind, "again.json", *more)
            self.assertEqual(again.read_bytes(), path.read_bytes())

    def test_proof_verifies(self):
        folder = key("window-2k", "post-2k/window-setup.json")
        path, _ = self.make("window", "proved.json")
        out = work_dir("post") / "synthetic.proof"
        ok("post", "--in", path, "--params", folder, "--out", out, "--force")
        self.assertTrue(ok("verify", "--circuit", "window-2k", "--params", folder, "--in", path, "--proof", out)["valid"])

    def test_refused(self):
        for words, code in (
            (("window", "--sector-size", "4KiB", "--seed", "a"), "UNSUPPORTED"), (("window", "--seed", "a"), "USAGE"),
            (("update", "--sector-size", "2KiB", "--seed", "a", "--partitions", 1), "USAGE"),
            (("winning", "--sector-size", "2KiB", "--seed", "a", "--sectors", 2), "COUNT_MISMATCH"),
            (("window", "--sector-size", "2KiB", "--seed", "a'b"), "INVALID_ARGUMENT"), (("post",), "USAGE"),
        ):
            result = run("gen-vanilla", *words, "--out", work_dir("post") / "refused.json")
            self.assertEqual((result.code, result.error["code"]), (2, code), words)


@unittest.skipUnless(os.environ.get("CUZK_LONG") == "1", "minutes: the key has 656 MB")
class Update(unittest.TestCase):
    def test_reference_bytes(self):
        folder, out = key("update-2k", "update-2k/setup.json"), work_dir("post") / "update.proof"
        result = run("update", "--in", GOLDEN / "update-2k" / "update.json", "--params", folder, "--out", out, "--force",
                     "--unsafe-fixed-rs", "11,13")
        self.assertEqual(result.code, 0, result.stderr)
        self.assertEqual(out.read_bytes().hex(), golden("update-2k/update.json")["partitions"][0]["proof_r11_s13"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
