import type { CallContext, CreateImagesResponse, MediaService, VideoJob } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { recordTraces } from "@cenote/tracing/testing";
import { createTestCatalog } from "./testing/catalog";
import { withTracing } from "./with-tracing";

const IMAGE_MODEL = "test/image";
const VIDEO_MODEL = "test/video";
const context: CallContext = {
  requestId: "req_00000000000000000000000a",
  organizationId: "00000000-0000-4000-8000-000000000001",
  keyId: "k",
  zdr: false,
  idempotencyKey: "",
};
const info = { rateLimits: undefined, attempts: 2, upstreamUs: 1, droppedFields: [] };
const made: CreateImagesResponse = {
  created: undefined,
  model: IMAGE_MODEL,
  images: [{ url: "https://marker", contentType: "image/png", costUsd: "0", costNanoMxn: 0n }],
  usage: { images: 1, costUsd: "0.1", costNanoMxn: 1_500_000_000n },
  failed: 1,
  failure: "marker",
  info,
};

const setUp = (inner: Partial<MediaService>) => {
  const { tracing, spans } = recordTraces();
  return { service: withTracing(inner as MediaService, { tracing, catalog: createTestCatalog() }), tracing, spans };
};

test("images are a span that follows the conventions, without the prompt or the reasons for failures", async () => {
  const { service, spans } = setUp({ createImages: () => Promise.resolve(made) });
  await service.createImages({ context, images: { model: IMAGE_MODEL, prompt: "marker", n: 2, inputs: [] } });
  expect(spans()).toMatchObject([
    {
      name: `generate_content ${IMAGE_MODEL}`,
      isError: false,
      attributes: {
        "gen_ai.output.type": "image",
        "gen_ai.response.model": IMAGE_MODEL,
        "cenote.images": 1,
        "cenote.images_failed": 1,
        "cenote.cost_mxn": 1.5,
        "cenote.attempts": 2,
      },
    },
  ]);
  expect(JSON.stringify(spans())).not.toContain("marker");
});

test("starting a video is a span; polls of it are only recorded within a trace", async () => {
  const { service, tracing, spans } = setUp({
    createVideo: () => Promise.resolve({ job: { id: "j1", model: VIDEO_MODEL, prompt: "marker" } as VideoJob, info }),
    getVideo: () => Promise.reject(new CenoteError("job_not_found", "marker")),
  });
  await service.createVideo({ context, video: { model: VIDEO_MODEL, prompt: "marker" } });
  await expect(service.getVideo({ context, jobId: "marker" })).rejects.toThrow("marker");
  await tracing.begin("poll").run(async () => {
    await expect(service.getVideo({ context, jobId: "marker" })).rejects.toThrow("marker");
  });
  expect(spans().map(({ name, attributes }) => [name, attributes["cenote.job_id"], attributes["error.type"]])).toEqual([
    [`generate_content ${VIDEO_MODEL}`, "j1", undefined],
    ["media getVideo", undefined, "job_not_found"],
  ]);
  expect(JSON.stringify(spans())).not.toContain("marker");
});
