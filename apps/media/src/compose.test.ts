import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallContext, VideoStatus } from "@cenote/contracts";
import { createRandomIds, type Log, silentLog, systemClock } from "@cenote/core";
import { createIdempotency } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { ProviderError } from "@cenote/providers";
import { createMetrics } from "@cenote/runtime";
import { createManualClock, deferred } from "@cenote/testkit";
import { createMedia, type Media, type MediaOptions } from "./compose";
import { JOB_LIMITS } from "./jobs/limits";
import { createFileStorage } from "./storage/file-storage";
import { context, imagesRequest, ORG, OTHER_ORG, videoRequest } from "./testing/harness";
import { acceptedAs } from "./testing/accepted-as";
import { testJob } from "./testing/test-job";
import { createTestCatalog } from "./testing/catalog";
import { createFakeBilling } from "./testing/fake-billing";
import { createFakeProvider, PNG } from "./testing/fake-provider";
import { createMemoryJobStore } from "./testing/memory/job-store";
import { createMemoryUnpaidCallStore } from "./testing/memory/unpaid-call-store";

const ids = createRandomIds();
const clock = systemClock;
const metrics = createMetrics({ runtime: false });

let folder: string;
let media: Media;

const optionsOf = async (more: Partial<MediaOptions>): Promise<MediaOptions> => ({
  catalog: createTestCatalog(),
  billing: createFakeBilling().service,
  stores: { jobs: createMemoryJobStore(), unpaid: createMemoryUnpaidCallStore() },
  idempotency: createIdempotency({
    store: createMemoryIdempotencyStore(),
    secret: "secret",
    clock,
    ids,
    log: silentLog,
  }),
  storage: await createFileStorage({ folder, publicUrl: () => "https://media.test", clock, ids }),
  clients: new Map([["fal", createFakeProvider(clock).client]]),
  clock,
  ids,
  log: silentLog,
  masterSecret: "secret",
  ...more,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-composed-"));
  media = createMedia(await optionsOf({ metrics }));
});

afterAll(async () => {
  await media?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("media, composed", () => {
  test("generates and stores an image", async () => {
    const { images } = await media.service.createImages(imagesRequest());
    const [, path = ""] = images[0]?.url.split("https://media.test/media/") ?? [];
    expect(await readFile(join(folder, path))).toEqual(PNG);
  });

  test("gives its bytes back to the organization that had it made, to nobody else", async () => {
    const { images } = await media.service.createImages(imagesRequest());
    const url = images[0]?.url ?? "";
    const read = async (address: string, organizationId = ORG) => {
      const pieces: Buffer[] = [];
      for await (const { bytes } of media.service.readImage({ context: context({ organizationId }), url: address }))
        pieces.push(bytes);
      return Buffer.concat(pieces);
    };
    expect(await read(url)).toEqual(PNG);
    expect(await read(url.replace("https://media.test", "https://before.test/base"))).toEqual(PNG);
    await symlink(
      join(folder, new URL(url).pathname.replace("/media/", "")),
      join(folder, new URL(url).pathname.replace("/media/", ""), "..", "2.png"),
    );
    const elsewhere = [
      url.replace("1.png", "2.png"),
      url.replace("1.png", "3.png"),
      url.replace("1.png", "../1.png"),
      url.replace("1.png", "1.txt"),
      url.replace(/[^/]+\/1\.png/, "../1.png"),
      "",
      "1.png",
    ];
    for (const address of elsewhere) await expect(read(address)).rejects.toMatchObject({ code: "not_found" });
    await expect(read(url, OTHER_ORG)).rejects.toMatchObject({ code: "not_found" });
  });

  test("deletes an image for the organization that had it made, for nobody else", async () => {
    const { images } = await media.service.createImages(imagesRequest({ n: 2 }));
    const [url = "", other = ""] = images.map((image) => image.url);
    const remove = (address: string, call: Partial<CallContext> = {}) =>
      media.service.deleteImage({ context: context(call), url: address });
    const fileOf = (address: string) => readFile(join(folder, new URL(address).pathname.replace("/media/", "")));
    const strangers: readonly Partial<CallContext>[] = [{ organizationId: OTHER_ORG }, { clientTokenId: OTHER_ORG }];
    for (const stranger of strangers) await expect(remove(url, stranger)).rejects.toMatchObject({ code: "not_found" });
    expect(await fileOf(url)).toEqual(PNG);
    await remove(url.replace("https://media.test", "https://before.test/base"));
    await expect(fileOf(url)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await fileOf(other)).toEqual(PNG);
    for (const address of [url, other.replace("2.png", "9.png"), other.replace("2.png", "../2.png"), "2.png", ""])
      await expect(remove(address)).rejects.toMatchObject({ code: "not_found" });
  });

  test("deletes the file of a video only with its job", async () => {
    const url = `https://media.test/media/${ORG}/${OTHER_ORG}/1.mp4`;
    await expect(media.service.deleteImage({ context: context(), url })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "url",
      message: expect.stringContaining("DELETE /v1/videos/{job_id}"),
    });
    await expect(
      media.service.deleteImage({ context: context({ organizationId: OTHER_ORG }), url }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("starts, finds, lists, watches, cancels and deletes a video", async () => {
    const { job } = await media.service.createVideo(videoRequest());
    const jobId = job?.id ?? "";
    expect((await media.service.getVideo({ context: context(), jobId })).job).toEqual(job);
    expect(
      (
        await media.service.listVideos({
          context: context(),
          page: undefined,
          status: VideoStatus.VIDEO_STATUS_PROCESSING,
        })
      ).jobs.map(({ id }) => id),
    ).toEqual([jobId]);
    const watching = media.service.watchVideo({ context: context(), jobId })[Symbol.asyncIterator]();
    expect((await watching.next()).value).toMatchObject({ job: { status: VideoStatus.VIDEO_STATUS_PROCESSING } });
    const next = watching.next();
    await media.service.cancelVideo({ context: context(), jobId });
    expect((await next).value).toMatchObject({ job: { status: VideoStatus.VIDEO_STATUS_FAILED } });
    expect((await watching.next()).done).toBe(true);
    expect(await media.service.deleteVideo({ context: context(), jobId: jobId.toUpperCase() })).toEqual({ jobId });
    await expect(media.service.getVideo({ context: context(), jobId })).rejects.toMatchObject({
      code: "job_not_found",
    });
  });

  test("returns an organization's callback secret", async () => {
    const { secret } = await media.service.getCallbackSecret({ context: context() });
    expect(secret).toMatch(/^whsec_/);
    expect((await media.service.getCallbackSecret({ context: context({ organizationId: ORG }) })).secret).toBe(secret);
  });

  test("counts its calls", async () => {
    await expect(media.service.getVideo({ context: context(), jobId: "nothing" })).rejects.toMatchObject({
      code: "job_not_found",
    });
    const text = await metrics.render();
    expect(text).toContain(`cenote_media_calls_total{method="createImages",outcome="ok"} 3`);
    expect(text).toContain(`cenote_media_calls_total{method="getVideo",outcome="job_not_found"} 2`);
    expect(text).toContain(`cenote_media_call_seconds_count{method="createVideo"} 1`);
  });

  test("reports the tries of its routes, apart from those of text", async () => {
    await media.service.createImages(imagesRequest());
    await media.service.createVideo(videoRequest());
    const text = await metrics.render();
    expect(text).toMatch(/^cenote_media_route_tries_total\{route="one\/image",outcome="ok"\} [1-9]/m);
    expect(text).toMatch(/^cenote_media_route_tries_total\{route="one\/video",outcome="ok"\} [1-9]/m);
    expect(text).toMatch(/^cenote_media_route_answer_seconds_count\{route="one\/image"\} [1-9]/m);
    expect(text).toContain('cenote_media_route_breaker_state{route="one/image"} 0');
    expect(text).not.toContain("cenote_route_");
  });
});

test("a stop that cuts the copy of a video is no error: another process takes it up", async () => {
  const time = createManualClock();
  const jobs = createMemoryJobStore();
  const asked = deferred();
  const logged: [keyof Log, string][] = [];
  const logAt = (level: keyof Log) => (_fields: object, message: string) => {
    logged.push([level, message]);
  };
  const stopped = createMedia(
    await optionsOf({
      clock: time,
      log: { debug: logAt("debug"), info: logAt("info"), warn: logAt("warn"), error: logAt("error") },
      stores: { jobs, unpaid: createMemoryUnpaidCallStore() },
      clients: new Map([
        [
          "fal",
          {
            ...createFakeProvider(time).client,
            pollVideo: (_handle, _target, { signal }) =>
              new Promise<never>((_resolve, reject) => {
                signal.addEventListener("abort", () => {
                  reject(new ProviderError({ kind: "aborted", message: "The caller disconnected." }));
                });
                asked.resolve();
              }),
          },
        ],
      ]),
    }),
  );
  const nowMs = time.nowMs();
  await jobs.insert(
    testJob({ id: "job", phase: "copying", taken: acceptedAs("video-1"), createdAtMs: nowMs, dueAtMs: nowMs }),
  );
  await time.advance(JOB_LIMITS.sweepEveryMs);
  await asked.promise;
  const closed = stopped.close();
  await time.advance(20_000);
  await closed;
  expect(logged).toEqual([["info", "a video job was cut, since this process stops"]]);
  expect(await jobs.find("job")).toMatchObject({ phase: "copying", copyFailures: 0 });
});
