import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeKeyFile } from "./key-file";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cenote-key-file-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("a key is written for its owner alone, in a folder that is made if it is missing", async () => {
  const path = join(folder, "not", "there", "key");
  await writeKeyFile(path, "cen_sk_live_abc");
  expect(readFileSync(path, "utf8")).toBe("cen_sk_live_abc\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "not")).mode & 0o777).toBe(0o700);
});

test("a path that can't be written is named, with the variable that says it", async () => {
  writeFileSync(join(folder, "file"), "");
  const path = join(folder, "file", "key");
  await expect(writeKeyFile(path, "cen_sk_live_abc")).rejects.toThrow(
    `CENOTE_KEY_FILE names a file that can't be written: ${path}`,
  );
});

test("a key that was there is replaced, and whoever could read it can't read the new one", async () => {
  const path = join(folder, "key");
  writeFileSync(path, "cen_sk_live_a_longer_one_that_was_there\n", { mode: 0o644 });
  await writeKeyFile(path, "cen_sk_live_abc");
  expect(readFileSync(path, "utf8")).toBe("cen_sk_live_abc\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a folder named by mistake is refused and keeps its mode: as root, naming /tmp would lock everybody out", async () => {
  chmodSync(folder, 0o755);
  await expect(writeKeyFile(folder, "cen_sk_live_abc")).rejects.toThrow("EISDIR");
  expect(statSync(folder).mode & 0o777).toBe(0o755);
});
