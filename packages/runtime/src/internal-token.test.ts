import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSeededIds } from "@cenote/testkit";
import { INTERNAL_TOKEN_FILE, internalToken } from "./internal-token";

describe("the internal token", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cenote-token-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const permissionsOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

  test("is the configured one, and then nothing is written", async () => {
    expect(await internalToken({ dataDir: folder, configured: "given" })).toBe("given");
    expect(await readdir(folder)).toEqual([]);
  });

  test("is generated once and readable only by its owner", async () => {
    const dataDir = join(folder, "new", "data");
    const token = await internalToken({ dataDir, configured: undefined });
    expect(token).toMatch(/^[A-Za-z0-9]{43}$/);
    expect(await internalToken({ dataDir, configured: undefined })).toBe(token);
    expect(await permissionsOf(join(dataDir, INTERNAL_TOKEN_FILE))).toBe("600");
    expect(await permissionsOf(dataDir)).toBe("700");
  });

  test("can't be stored if the path is not a folder: the error names the path and the variable", async () => {
    const dataDir = join(folder, "file");
    await writeFile(dataDir, "");
    await expect(internalToken({ dataDir, configured: undefined })).rejects.toThrow(
      `The data folder ${dataDir} can't be used; set CENOTE_DATA_DIR to one that can: ENOTDIR`,
    );
  });

  test("is agreed on by processes that start together, which leave no drafts", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        internalToken({ dataDir: folder, configured: undefined, ids: createSeededIds(index + 1) }),
      ),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(await readdir(folder)).toEqual([INTERNAL_TOKEN_FILE]);
  });

  test("is protected if its file was readable by others", async () => {
    const path = join(folder, INTERNAL_TOKEN_FILE);
    await writeFile(path, "kept\n");
    await chmod(path, 0o644);
    expect(await internalToken({ dataDir: folder, configured: undefined })).toBe("kept");
    expect(await permissionsOf(path)).toBe("600");
  });

  test("must not be empty: an empty file is an error that says what to do", async () => {
    await writeFile(join(folder, INTERNAL_TOKEN_FILE), "\n");
    await expect(internalToken({ dataDir: folder, configured: undefined })).rejects.toThrow(/is empty: delete it/);
    expect(await readFile(join(folder, INTERNAL_TOKEN_FILE), "utf8")).toBe("\n");
  });
});
