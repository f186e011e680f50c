import { type Download, type DownloadRequest, ProviderError } from "@cenote/providers";
import { createMediaSaver } from "./save-media";
import type { MediaFile, MediaStorage } from "./storage";

const PLACE = { organizationId: "org", mediaId: "media", number: 2 };
const PNG = Buffer.from("\x89PNG\r\n\x1a\n and pixels", "latin1");

const harness = (
  download?: Partial<Download> & { readonly reads?: readonly Buffer[] },
  storage?: Pick<MediaStorage, "put" | "urlOf">,
) => {
  const stored: { key: string; contentType: string; bytes: Buffer }[] = [];
  const asked: DownloadRequest[] = [];
  let returned = 0;
  async function* body(): AsyncGenerator<Buffer> {
    let whole = false;
    try {
      yield* download?.reads ?? [];
      whole = true;
    } finally {
      if (!whole) returned += 1;
    }
  }
  const saver = createMediaSaver({
    storage: storage ?? {
      async put({ key, contentType, body: bytes }: MediaFile) {
        const reads: Buffer[] = [];
        for await (const read of bytes) reads.push(read);
        stored.push({ key, contentType, bytes: Buffer.concat(reads) });
      },
      urlOf: (key) => `https://media.test/${key}`,
    },
    downloader: {
      async download(request) {
        asked.push(request);
        return { contentType: "video/mp4", body: body(), ...download };
      },
    },
  });
  return { saver, stored, asked, left: () => returned };
};

test("a storage failure is reported as such, with its cause", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const storage = { put: () => Promise.reject(full), urlOf: (key: string) => key };
  const { saver } = harness({}, storage);
  await expect(saver.saveBytes("image", PLACE, { bytes: PNG, contentType: "image/png" })).rejects.toMatchObject({
    code: "overloaded",
    retryable: true,
    cause: full,
  });
});

const file = {
  url: "https://provider.test/1",
  allowedOrigins: [],
  maxBytes: 10,
  totalMs: 10,
  signal: new AbortController().signal,
};

test("bytes are stored under organization, call and number, with the extension of their type", async () => {
  const { saver, stored } = harness();
  expect(await saver.saveBytes("image", PLACE, { bytes: PNG, contentType: "image/png" })).toEqual({
    url: "https://media.test/org/media/2.png",
    contentType: "image/png",
  });
  expect(stored).toEqual([{ key: "org/media/2.png", contentType: "image/png", bytes: PNG }]);
});

test("a file at the provider is stored completely, in whatever chunks it arrives", async () => {
  const reads = "\0\0\0\x18ftypmp42, a film in many reads, longer than the head"
    .split("")
    .map((letter) => Buffer.from(letter));
  const { saver, stored, asked } = harness({ reads });
  await saver.saveFrom("video", PLACE, { ...file, headers: { "x-key": "k" } });
  expect(stored[0]).toMatchObject({ key: "org/media/2.mp4", bytes: Buffer.concat(reads) });
  expect(asked[0]).toMatchObject({
    ...file,
    headers: { "x-key": "k" },
    accept: expect.arrayContaining(["video/mp4", "application/octet-stream"]),
  });
  expect(asked[0]?.accept).not.toContain("image/png");
});

test.each([
  ["image", Buffer.from("\xFF\xD8\xFF\xE0 jpeg data here", "latin1"), "2.jpg"],
  ["image", Buffer.from("RIFF\0\0\0\0WEBPVP8 data", "latin1"), "2.webp"],
  ["video", Buffer.from("\0\0\0\x18ftypmp42 data here", "latin1"), "2.mp4"],
  ["video", Buffer.from("\0\0\0\x18ftypqt   data here", "latin1"), "2.mov"],
  ["video", Buffer.from("\x1A\x45\xDF\xA3 webm data here", "latin1"), "2.webm"],
] as const)("a %s without a type is recognized by its first bytes (%#)", async (kind, bytes, name) => {
  const { saver, stored } = harness({ contentType: "application/octet-stream", reads: [bytes] });
  await saver.saveFrom(kind, PLACE, file);
  expect(stored[0]?.key).toBe(`org/media/${name}`);
});

test.each([
  ["SVG, which browsers run", "image/svg+xml", Buffer.from("<svg/>")],
  ["text", "text/html", Buffer.from("<html>")],
  ["unknown bytes", "application/octet-stream", Buffer.from("<html> and so on and on")],
  ["a web page that came as a PNG", "image/png", Buffer.from("<html> and so on and on")],
  ["a video", "video/mp4", Buffer.from("\0\0\0\x18ftypmp42 data here", "latin1")],
])("%s is not an image", async (_what, contentType, bytes) => {
  const { saver, stored } = harness();
  await expect(saver.saveBytes("image", PLACE, { bytes, contentType })).rejects.toMatchObject({
    name: "ProviderError",
    kind: "malformed",
  });
  expect(stored).toEqual([]);
});

test.each([
  ["video/mp4", "moov", "2.mp4"],
  ["video/mp4", "styp", "2.mp4"],
  ["video/quicktime", "wide", "2.mov"],
])("a %s that begins with another box, %s, is taken as what it is declared", async (contentType, box, name) => {
  const { saver, stored } = harness({ contentType, reads: [Buffer.from(`\0\0\0\x18${box} data here and more`)] });
  await saver.saveFrom("video", PLACE, file);
  expect(stored[0]?.key).toBe(`org/media/${name}`);
});

test.each([
  ["a web page that came as an MP4", "video/mp4", "<html>error: the file has expired</html>"],
  ["one that came as WebM", "video/webm", "<html>error: the file has expired</html>"],
  ["JSON", "video/quicktime", '{"error":"expired"}'],
  ["a file of unknown type that begins with another box", "application/octet-stream", "\0\0\0\x18moov data here"],
])("%s is not a video", async (_what, contentType, text) => {
  const { saver, stored } = harness({ contentType, reads: [Buffer.from(text)] });
  await expect(saver.saveFrom("video", PLACE, file)).rejects.toMatchObject({ kind: "malformed" });
  expect(stored).toEqual([]);
});

test("a JPEG declared as PNG is stored as JPEG", async () => {
  const { saver } = harness();
  const bytes = Buffer.from("\xFF\xD8\xFF\xE0 jpeg data here", "latin1");
  expect(await saver.saveBytes("image", PLACE, { bytes, contentType: "image/png" })).toEqual({
    url: "https://media.test/org/media/2.jpg",
    contentType: "image/jpeg",
  });
});

test("an empty file is not an image", async () => {
  const { saver, stored } = harness({ reads: [] });
  await expect(saver.saveFrom("video", PLACE, file)).rejects.toBeInstanceOf(ProviderError);
  expect(stored).toEqual([]);
});

test("a rejected download is cancelled", async () => {
  const { saver, left } = harness({
    contentType: "application/octet-stream",
    reads: [Buffer.from("sixteen bytes and more"), Buffer.from("never read")],
  });
  await expect(saver.saveFrom("video", PLACE, file)).rejects.toBeInstanceOf(ProviderError);
  expect(left()).toBe(1);
});

test("a download is cancelled if the storage fails, whether or not it has begun to read it", async () => {
  const reads = [Buffer.from("\0\0\0\x18ftypmp42 data here"), Buffer.from("never stored")];
  const full = new Error("ENOSPC: no space left on device");
  const unread = { put: () => Promise.reject(full), urlOf: (key: string) => key };
  const readOnce = {
    async put({ body }: MediaFile) {
      await body[Symbol.asyncIterator]().next();
      throw full;
    },
    urlOf: (key: string) => key,
  };
  for (const storage of [unread, readOnce]) {
    const { saver, left } = harness({ reads }, storage);
    await expect(saver.saveFrom("video", PLACE, file)).rejects.toMatchObject({ code: "overloaded" });
    expect(left()).toBe(1);
  }
});
