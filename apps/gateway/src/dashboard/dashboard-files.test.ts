import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readDashboard } from "./dashboard-files";

describe("the built dashboard", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cenote-dashboard-"));
    mkdirSync(join(folder, "assets"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("is loaded as a page and its files by path", async () => {
    writeFileSync(join(folder, "index.html"), "<html>");
    writeFileSync(join(folder, "assets", "app-1a2b.js"), "run()");
    const { page, assets } = await readDashboard(folder);
    expect([page.contentType, page.body.toString()]).toEqual(["text/html; charset=utf-8", "<html>"]);
    expect([...assets.keys()]).toEqual(["assets/app-1a2b.js"]);
    expect(gunzipSync(assets.get("assets/app-1a2b.js")?.gzipped ?? "").toString()).toBe("run()");
  });

  it("is rejected if the page is missing, or a file has an unknown type", async () => {
    await expect(readDashboard(folder)).rejects.toThrow("there is no index.html");
    writeFileSync(join(folder, "assets", "app.exe"), "");
    await expect(readDashboard(folder)).rejects.toThrow("unknown type");
  });
});
