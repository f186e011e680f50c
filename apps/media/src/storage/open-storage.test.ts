import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Catalog, CatalogSource } from "@cenote/catalog";
import { systemClock } from "@cenote/core";
import { createSeededIds } from "@cenote/testkit";
import { openStorage } from "./open-storage";

const mockLoaded = jest.fn();
jest.mock("./s3-storage", () => {
  mockLoaded();
  return jest.requireActual<object>("./s3-storage");
});

const catalogOf = (catalog: Pick<Catalog, "storage" | "publicUrl">): CatalogSource => ({
  current: () => catalog as Catalog,
  onChange: () => () => {},
  close: () => {},
});

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cenote-open-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const urlWith = async (
  catalog: Pick<Catalog, "storage" | "publicUrl">,
  { folder = dataDir }: { readonly folder?: string } = {},
): Promise<string> => {
  const storage = await openStorage({
    catalog: catalogOf(catalog),
    dataDir: folder,
    gatewayPort: 9000,
    clock: systemClock,
    ids: createSeededIds(),
  });
  storage.close();
  return storage.urlOf("o/m/1.png");
};

test("files are in the data folder, under the configured URL", async () => {
  expect(await urlWith({ storage: { kind: "files" }, publicUrl: "https://cenote.test" })).toBe(
    "https://cenote.test/media/o/m/1.png",
  );
  expect((await stat(join(dataDir, "media"))).isDirectory()).toBe(true);
  // The S3 client is not loaded without a bucket.
  expect(mockLoaded).not.toHaveBeenCalled();
});

test("the error of a data folder that can't hold files names its variable", async () => {
  const folder = join(dataDir, "a-file");
  await writeFile(folder, "");
  await expect(urlWith({ storage: { kind: "files" }, publicUrl: "http://127.0.0.1:8080" }, { folder })).rejects.toThrow(
    /images and videos can't be kept in .*a-file.*CENOTE_DATA_DIR.*bucket: ENOTDIR/,
  );
});

test("the default URL is the gateway's own port", async () => {
  expect(await urlWith({ storage: { kind: "files" }, publicUrl: "http://127.0.0.1:8080" })).toBe(
    "http://127.0.0.1:9000/media/o/m/1.png",
  );
});

test("a bucket is served from its public URL, or through the gateway", async () => {
  const s3 = { kind: "s3", bucket: "b", region: "r", endpoint: undefined, publicUrl: undefined } as const;
  expect(await urlWith({ storage: { ...s3, publicUrl: "https://cdn.test" }, publicUrl: "https://cenote.test" })).toBe(
    "https://cdn.test/o/m/1.png",
  );
  expect(await urlWith({ storage: s3, publicUrl: "https://cenote.test" })).toBe("https://cenote.test/media/o/m/1.png");
});
