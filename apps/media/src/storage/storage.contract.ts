import { CenoteError } from "@cenote/core";
import { CACHE_CONTROL, type MediaStorage } from "./storage";

const ORG = "00000000-0000-4000-8000-000000000001";
const MEDIA = "00000000-0000-4000-8000-0000000000ff";
const key = (name: string, mediaId = MEDIA) => `${ORG}/${mediaId}/${name}`;

export interface StorageUnderTest {
  readonly storage: MediaStorage;
  /** What a request of the URL returns; undefined if nothing is there. */
  readonly read: (
    key: string,
  ) => Promise<{ readonly bytes: Buffer; readonly contentType?: string; readonly cacheControl?: string } | undefined>;
}

async function* chunks(...parts: readonly (string | Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

/** The contract of every storage, as images and jobs rely on it. */
export const describeMediaStorage = (name: string, use: () => StorageUnderTest): void => {
  describe(name, () => {
    test("keeps a file unchanged, with its type", async () => {
      const { storage, read } = use();
      await storage.put({
        key: key("1.png"),
        contentType: "image/png",
        body: chunks("one ", "two ", Buffer.from([0, 255, 10])),
      });
      const stored = await read(key("1.png"));
      expect(stored?.bytes).toEqual(Buffer.concat([Buffer.from("one two "), Buffer.from([0, 255, 10])]));
      if (stored?.contentType !== undefined)
        expect(stored).toMatchObject({ contentType: "image/png", cacheControl: CACHE_CONTROL });
    });

    test("keeps a file larger than it buffers in memory", async () => {
      const { storage, read } = use();
      const part = Buffer.alloc(3 * 1024 * 1024, "x");
      await storage.put({
        key: key("2.mp4"),
        contentType: "video/mp4",
        body: chunks(...Array.from({ length: 7 }, () => part), "end"),
      });
      const { bytes } = (await read(key("2.mp4"))) ?? {};
      expect(bytes?.length).toBe(21 * 1024 * 1024 + 3);
      expect(bytes?.subarray(-4).toString()).toBe("xend");
    });

    test("gives a file back in pieces, and says where there is none", async () => {
      const { storage } = use();
      const bytes = Buffer.alloc(300_000, "0123456789");
      await storage.put({ key: key("5.png"), contentType: "image/png", body: chunks(bytes) });
      const collect = async (name: string) => {
        const pieces: Buffer[] = [];
        for await (const piece of storage.read(key(name))) pieces.push(piece);
        return Buffer.concat(pieces);
      };
      expect((await collect("5.png")).equals(bytes)).toBe(true);
      await expect(collect("6.png")).rejects.toEqual(new CenoteError("not_found"));
    });

    test("keeps nothing of a file that is cut", async () => {
      const { storage, read } = use();
      const cut = new Error("cut");
      await expect(
        storage.put({ key: key("3.mp4"), contentType: "video/mp4", body: chunks("half", cut) }),
      ).rejects.toThrow("cut");
      expect(await read(key("3.mp4"))).toBeUndefined();
    });

    test("replaces a file at the same path completely", async () => {
      const { storage, read } = use();
      for (const text of ["the first of two", "second"])
        await storage.put({ key: key("4.png"), contentType: "image/png", body: chunks(text) });
      expect((await read(key("4.png")))?.bytes.toString()).toBe("second");
    });

    test("deletes one file and no other, and says where there is none", async () => {
      const { storage, read } = use();
      const names = [key("7.png"), key("8.png")] as const;
      for (const name of names) await storage.put({ key: name, contentType: "image/png", body: chunks(name) });
      await storage.remove(names[0]);
      expect(await read(names[0])).toBeUndefined();
      expect((await read(names[1]))?.bytes.toString()).toBe(names[1]);
      await expect(storage.remove(names[0])).rejects.toEqual(new CenoteError("not_found"));
    });

    test("deletes all files of a call, but none of another's, not even with the same prefix", async () => {
      const { storage, read } = use();
      const [swept, kept] = ["00000000-0000-4000-8000-0000000000aa", "00000000-0000-4000-8000-0000000000aab"];
      const names = [key("1.png", swept), key("2.png", swept), key("1.png", kept)];
      for (const name of names) await storage.put({ key: name, contentType: "image/png", body: chunks(name) });
      await storage.removeAll({ organizationId: ORG, mediaId: swept });
      expect(await Promise.all(names.map(async (name) => (await read(name))?.bytes.toString()))).toEqual([
        undefined,
        undefined,
        key("1.png", kept),
      ]);
      await storage.removeAll({ organizationId: ORG, mediaId: swept });
    });
  });
};
