import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";
import { mediaFiles } from "../../media-files";

const ORG = "11111111-1111-4111-8111-111111111111";
const MEDIA = "22222222-2222-4222-8222-222222222222";
const VIDEO = `/media/${ORG}/${MEDIA}/1.mp4`;
const BYTES = Buffer.from("0123456789".repeat(10));

let folder: string;
let running: RunningGateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-served-"));
  const inside = join(folder, "media", ORG, MEDIA);
  await mkdir(inside, { recursive: true });
  await writeFile(join(inside, "1.mp4"), BYTES);
  await writeFile(join(inside, "2.png"), "png");
  await mkdir(join(inside, "3.png"));
  await writeFile(join(folder, "secret.txt"), "secret");
  await symlink(join(folder, "secret.txt"), join(inside, "4.png"));
  await symlink(folder, join(folder, "media", ORG, "33333333-3333-4333-8333-333333333333"));
  await writeFile(join(folder, "1.png"), "secret");
  running = await startGateway({ files: mediaFiles({ kind: "files" }, folder) });
});

afterAll(async () => {
  await running?.gateway.close(0);
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, { redirect: "manual", ...init });

/** A request exactly as written: fetch would normalize the path, and ask to bypass caches. */
const getRaw = (path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    httpRequest(`${running.url}/`, { path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

describe("stored media", () => {
  it("are public, with their type, cached indefinitely, and sandboxed", async () => {
    const response = await get(VIDEO);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": "100",
      "cache-control": "public, max-age=31536000, immutable",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      etag: expect.any(String),
    });
    expect((await get(`/media/${ORG}/${MEDIA}/2.png`)).headers.get("content-type")).toBe("image/png");
  });

  it("answer HEAD with the same headers and no body", async () => {
    const response = await get(VIDEO, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe("100");
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect(await response.text()).toBe("");
  });

  it("support ranges, as players request them", async () => {
    const range = async (value: string) => {
      const response = await get(VIDEO, { headers: { range: value } });
      return [response.status, response.headers.get("content-range"), await response.text()];
    };
    expect(await range("bytes=0-3")).toEqual([206, "bytes 0-3/100", "0123"]);
    expect(await range("bytes=98-")).toEqual([206, "bytes 98-99/100", "89"]);
    expect(await range("bytes=-1")).toEqual([206, "bytes 99-99/100", "9"]);
    expect(await range("bytes=100-")).toEqual([416, "bytes */100", ""]);
  });

  it("are not sent again to clients that have them", async () => {
    const etag = (await get(VIDEO)).headers.get("etag") ?? "";
    expect(await getRaw(VIDEO, { "if-none-match": etag })).toBe(304);
    expect(await getRaw(VIDEO, { "if-none-match": '"another"' })).toBe(200);
  });

  it.each([
    ["a file that is not there", `/media/${ORG}/${MEDIA}/9.mp4`],
    ["a call that is not there", `/media/${ORG}/${ORG}/1.mp4`],
    ["a folder", `/media/${ORG}/${MEDIA}/`],
    ["a folder with the name of a file", `/media/${ORG}/${MEDIA}/3.png`],
    ["another extension", `/media/${ORG}/${MEDIA}/1.html`],
    ["a link out of the folder", `/media/${ORG}/${MEDIA}/4.png`],
    ["a linked folder", `/media/${ORG}/33333333-3333-4333-8333-333333333333/1.png`],
    ["encoded dots", `/media/${ORG}/%2e%2e/1.mp4`],
    ["encoded slashes", `/media/${ORG}/${MEDIA}/..%2f..%2f..%2fsecret.txt`],
    ["doubly encoded dots", `/media/${ORG}/%252e%252e/1.mp4`],
    ["backslashes", `/media/${ORG}/..%5c..%5csecret/1.mp4`],
    ["a NUL", `/media/${ORG}/${MEDIA}/1.mp4%00.png`],
    ["the list of organizations", "/media/"],
    ["capitals", `/media/${ORG}/${MEDIA}/1.MP4`],
  ])("%s is not found", async (_what, path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    expect(await getRaw(path)).toBe(404);
  });

  it.each([`/media/../secret.txt`, `/media/${ORG}/../../secret.txt`, `/media/${ORG}/${MEDIA}/../../../secret.txt`])(
    "%s leads nowhere",
    async (path) => {
      expect(await getRaw(path)).toBe(404);
    },
  );

  it("in a bucket are redirected to the bucket", async () => {
    const s3 = { kind: "s3", bucket: "b", region: "mx-central-1", endpoint: undefined, publicUrl: undefined } as const;
    expect(mediaFiles(s3, "/data")).toEqual({ kind: "bucket", baseUrl: "https://b.s3.mx-central-1.amazonaws.com" });
    expect(mediaFiles({ ...s3, publicUrl: "https://cdn.test/" }, "/data")).toEqual({
      kind: "bucket",
      baseUrl: "https://cdn.test",
    });
    const other = await startGateway({ files: mediaFiles({ ...s3, endpoint: "https://minio.test/" }, "/data") });
    const response = await fetch(`${other.url}${VIDEO}`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      `https://minio.test/b/${ORG}/${MEDIA}/1.mp4`,
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect((await fetch(`${other.url}/media/${ORG}/${MEDIA}/1.html`, { redirect: "manual" })).status).toBe(404);
    await other.gateway.close(0);
  });
});
