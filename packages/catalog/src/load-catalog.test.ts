import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCatalog } from "./load-catalog";

test("a file that can't be read is named", () => {
  expect(() => loadCatalog({ path: tmpdir(), env: {} })).toThrow(`${tmpdir()} can't be read: EISDIR`);
});

test("where there is no file the shipped catalog applies", () => {
  expect(loadCatalog({ path: join(tmpdir(), "none", "cenote.yaml"), env: {} }).models.size).toBeGreaterThan(0);
});
