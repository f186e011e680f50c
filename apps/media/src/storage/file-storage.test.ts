import { mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@cenote/core";
import { createSeededIds } from "@cenote/testkit";
import { createFileStorage } from "./file-storage";
import type { MediaStorage } from "./storage";
import { describeMediaStorage } from "./storage.contract";

const PNG = Buffer.from("png");

let folder: string;
let storage: MediaStorage;

const open = () =>
  createFileStorage({ folder, publicUrl: () => "https://media.test", clock: systemClock, ids: createSeededIds() });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-media-"));
  storage = await open();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describeMediaStorage("files", () => ({
  storage,
  async read(key) {
    const bytes = await readFile(join(folder, key)).catch(() => undefined);
    return bytes === undefined ? undefined : { bytes };
  },
}));

test("neither complete nor cut files leave temporary ones behind", async () => {
  expect(await readdir(join(folder, ".incoming"))).toEqual([]);
});

test("starting removes what a dead process left, but not what another is writing", async () => {
  const [old, fresh] = ["old", "fresh"].map((name) => join(folder, ".incoming", name)) as [string, string];
  await writeFile(old, "x");
  await writeFile(fresh, "x");
  await utimes(old, 1000, 1000);
  await open();
  expect(await readdir(join(folder, ".incoming"))).toEqual(["fresh"]);
});

test("starting tolerates a file that another process removes meanwhile", async () => {
  const gone = join(folder, ".incoming", "gone");
  // A name without a file, as if the file had been moved into place after the directory was read.
  await symlink(join(folder, "nothing"), gone);
  await expect(open()).resolves.toBeDefined();
  await rm(gone);
});

test("the folder of a call is gone with its last file, and not before", async () => {
  const put = (name: string) => storage.put({ key: name, contentType: "image/png", body: ReadableStream.from([PNG]) });
  const [first, second] = ["org/emptied/1.png", "org/emptied/2.png"] as const;
  await put(first);
  await put(second);
  await storage.remove(first);
  expect(await readdir(join(folder, "org/emptied"))).toEqual(["2.png"]);
  await storage.remove(second);
  expect(await readdir(join(folder, "org"))).not.toContain("emptied");
  await put(first);
  expect(await readdir(join(folder, "org/emptied"))).toEqual(["1.png"]);
});

test("files of a call are deleted at once, and so is their folder", async () => {
  const keys = Array.from({ length: 8 }, (_, index) => `org/at-once/${index + 1}.png`);
  for (const key of keys) await storage.put({ key, contentType: "image/png", body: ReadableStream.from([PNG]) });
  await Promise.all(keys.map((key) => storage.remove(key)));
  expect(await readdir(join(folder, "org"))).not.toContain("at-once");
});

// S3 itself guarantees this, but the stand-in in these tests does not: it writes in place.
test("of two concurrent writes to the same path, one file is left complete", async () => {
  const texts = ["first", "the second of two"];
  const key = "org/media/1.png";
  await Promise.all(
    texts.map((text) => storage.put({ key, contentType: "image/png", body: ReadableStream.from([Buffer.from(text)]) })),
  );
  expect(texts).toContain(await readFile(join(folder, key), "utf8"));
});

test("URLs begin with the service's public one", () => {
  expect(storage.urlOf("a/b/1.png")).toBe("https://media.test/media/a/b/1.png");
});
