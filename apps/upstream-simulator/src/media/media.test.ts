/** Checks that a decoder can read the files the simulator serves. */
import { inflateSync } from "node:zlib";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { DEFAULT_BEHAVIOUR } from "../behaviour/behaviour";
import { withSimulator } from "../testing/with-simulator";
import { createHolds } from "../playback/holds";
import { createVideoJobs } from "./jobs";
import { makeMp4 } from "./mp4";
import { makePng } from "./png";

describe("a picture", () => {
  it("has the requested size, and is complete", () => {
    const png = makePng(1024, 768, 7);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 768]);
    const data = png.indexOf("IDAT");
    expect(inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))).toHaveLength(
      (1024 / 8 + 1) * 768,
    );
    expect(png.subarray(-8, -4).toString("latin1")).toBe("IEND");
  });

  it("is determined by its seed", () => {
    expect(makePng(64, 64, 1)).toEqual(makePng(64, 64, 1));
    expect(makePng(64, 64, 1)).not.toEqual(makePng(64, 64, 2));
  });
});

interface Box {
  readonly type: string;
  readonly body: Buffer;
}

const boxesIn = (bytes: Buffer): Box[] => {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.push({
      type: bytes.toString("latin1", at + 4, at + 8),
      body: bytes.subarray(at + 8, at + bytes.readUInt32BE(at)),
    });
  return boxes;
};
const boxAt = (bytes: Buffer, ...path: string[]): Buffer =>
  path.reduce((inside, type) => boxesIn(inside).find((box) => box.type === type)!.body, bytes);

describe("a video", () => {
  const mp4 = makeMp4({ aspectRatio: "16:9", durationS: 8, seed: 0x33_77_aa });

  it("has its real length and size in its headers", () => {
    const movie = boxAt(mp4, "moov", "mvhd");
    expect(movie.readUInt32BE(16) / movie.readUInt32BE(12)).toBe(8);
    const track = boxAt(mp4, "moov", "trak", "tkhd");
    expect([track.readUInt32BE(76) >>> 16, track.readUInt32BE(80) >>> 16]).toEqual([256, 144]);
  });

  it("has every picture where its tables say, beginning with a key frame", () => {
    const table = boxAt(mp4, "moov", "trak", "mdia", "minf", "stbl");
    const sizes = boxAt(table, "stsz");
    const count = sizes.readUInt32BE(8);
    const first = boxAt(table, "stco").readUInt32BE(8);
    expect(count).toBe(32);
    let at = first;
    for (let sample = 0; sample < count; sample++) {
      const size = sizes.readUInt32BE(12 + sample * 4);
      expect(mp4.readUInt32BE(at)).toBe(size - 4);
      expect(mp4[at + 4]! & 0x1f).toBe(sample === 0 ? 5 : 1);
      at += size;
    }
    expect(at).toBe(mp4.length);
  });
});

describe("a job", () => {
  const setUp = (behaviour: object = {}) => {
    const clock = createManualClock();
    const holds = createHolds();
    const jobs = createVideoJobs({ clock, ids: createSeededIds(1), holds });
    const id = jobs.create({ model: "m", prompt: "p", durationS: 5, aspectRatio: "16:9" });
    jobs.direct(id, { ...DEFAULT_BEHAVIOUR, ...behaviour });
    return { clock, jobs, holds, poll: () => jobs.poll(id).state, cancel: () => jobs.cancel(id) };
  };

  it("is running for the directed number of polls", () => {
    const { poll } = setUp({ polls: 2 });
    expect([poll(), poll(), poll(), poll()]).toEqual(["running", "running", "over", "over"]);
  });

  it("is running for the directed time, however often it is polled", async () => {
    const { clock, poll } = setUp({ polls: 0, renderMs: 5_000 });
    expect(poll()).toBe("running");
    await clock.advance(4_999);
    expect(poll()).toBe("running");
    await clock.advance(1);
    expect(poll()).toBe("over");
  });

  it("is running until its hold is released", () => {
    const { holds, poll } = setUp({ polls: 0, renderHold: "theirs" });
    holds.release("another");
    expect(poll()).toBe("running");
    holds.release("theirs");
    expect(poll()).toBe("over");
  });

  it("fails its first polls if directed to", () => {
    const { poll } = setUp({ pollErrors: 2, polls: 1 });
    expect([poll(), poll(), poll(), poll()]).toEqual(["unreachable", "unreachable", "running", "over"]);
  });

  it("can be cancelled while it runs, but not after, and can be forgotten", () => {
    const queued = setUp({ polls: 9 });
    expect([queued.poll(), queued.cancel(), queued.poll()]).toEqual(["running", "queued", "cancelled"]);
    const begun = setUp({ polls: 9 });
    expect([begun.poll(), begun.poll(), begun.cancel(), begun.poll()]).toEqual([
      "running",
      "running",
      "begun",
      "cancelled",
    ]);
    const over = setUp({ polls: 0 });
    expect([over.poll(), over.cancel()]).toEqual(["over", "over"]);
    expect(setUp({ polls: 0, outcome: "forgotten" }).poll()).toBe("unknown");
    expect(over.jobs.cancel("nobody")).toBe("unknown");
  });
});

describe("over HTTP", () => {
  const simulator = withSimulator();
  const get = (path: string) => fetch(`${simulator.url}/fal/media/${path}`, { redirect: "manual" });

  it("a file has its type and its length", async () => {
    const picture = await get("ok/640x480-5.png");
    expect([picture.headers.get("content-type"), Number(picture.headers.get("content-length"))]).toEqual([
      "image/png",
      makePng(640, 480, 5).length,
    ]);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(makePng(640, 480, 5));
    const film = await get("ok/9-16-6s-5.mp4");
    expect(film.headers.get("content-type")).toBe("video/mp4");
    expect(Buffer.from(await film.arrayBuffer())).toEqual(makeMp4({ aspectRatio: "9:16", durationS: 6, seed: 5 }));
  });

  it("a file behaves as its URL says", async () => {
    expect((await get("vanished/640x480-5.png")).status).toBe(404);
    expect((await get("wrong_type/640x480-5.png")).headers.get("content-type")).toBe("text/html");
    expect((await get("redirect/640x480-5.png")).headers.get("location")).toBe(
      `${simulator.url}/fal/media/ok/640x480-5.png`,
    );
    expect((await get("redirect_loop/16-9-5s-1.mp4")).headers.get("location")).toBe(
      `${simulator.url}/fal/media/redirect_loop/16-9-5s-1.mp4`,
    );
    expect((await get("redirect_private/640x480-5.png")).headers.get("location")).toContain("169.254.169.254");
    expect((await get("ok/99999x1-5.png")).status).toBe(404);
    expect((await get("ok/1-99999-5s-1.mp4")).status).toBe(404);
  });

  it("a huge file has no length header and keeps going", async () => {
    const huge = await get("huge/16-9-5s-1.mp4");
    expect(huge.headers.get("content-length")).toBeNull();
    const reader = huge.body!.getReader();
    let bytes = 0;
    while (bytes < 3_000_000) bytes += (await reader.read()).value!.length;
    await reader.cancel();
  });
});
