import { mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@cenote/core";
import { createSeededIds } from "@cenote/testkit";
import { createFileStorage } from "./file-storage";
import type { MediaStorage } from "./storage";
import { describeMediaStorage } from "./storage.contract";

let folder: string;
let storage: MediaStorage;

const open = () => createFileStorage({ folder, publicUrl: () => "https://media.test", clock: systemClock, ids: createSeededIds() });

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

test("nothing is left behind by files that came or broke off", async () => {
  expect(await readdir(join(folder, ".incoming"))).toEqual([]);
});

test("a start clears what a dead process left, and leaves what another is writing", async () => {
  const [old, fresh] = ["old", "fresh"].map((name) => join(folder, ".incoming", name)) as [string, string];
  await writeFile(old, "x");
  await writeFile(fresh, "x");
  await utimes(old, 1000, 1000);
  await open();
  expect(await readdir(join(folder, ".incoming"))).toEqual(["fresh"]);
});

test("a start is not held up by a file that another process takes away while it looks", async () => {
  const gone = join(folder, ".incoming", "gone");
  // A name without a file: what one that is moved to its place leaves of itself in a list that was read before.
  await symlink(join(folder, "nothing"), gone);
  await expect(open()).resolves.toBeDefined();
  await rm(gone);
});

// Of S3 it is the store's own promise, which the stand-in of these tests doesn't keep: it writes in place.
test("of two that write the same place at once, one file stands there whole", async () => {
  const texts = ["first", "the second of two"];
  const key = "org/media/1.png";
  await Promise.all(texts.map((text) => storage.put({ key, contentType: "image/png", body: ReadableStream.from([Buffer.from(text)]) })));
  expect(texts).toContain(await readFile(join(folder, key), "utf8"));
});

test("an address is the public one of the service", () => {
  expect(storage.urlOf("a/b/1.png")).toBe("https://media.test/media/a/b/1.png");
});
