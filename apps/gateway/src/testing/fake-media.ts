import { type MediaService, VideoStatus, type VideoJob } from "@cenote/contracts";
import { recordCalls } from "./record-calls";
import { SAMPLE_CREATED, SAMPLE_ORGANIZATION_ID, sampleInfo, sampleQuote } from "./samples";

export const SAMPLE_JOB_ID = "33333333-3333-4333-8333-333333333333";

export const sampleVideoJob: VideoJob = {
  id: SAMPLE_JOB_ID,
  organizationId: SAMPLE_ORGANIZATION_ID,
  requestId: "req_00000000000000000000000a",
  status: VideoStatus.VIDEO_STATUS_PROCESSING,
  model: "google/veo",
  prompt: 'a cenote \u2028 at "noon"',
  videoUrl: undefined,
  stored: false,
  durationS: 8,
  aspectRatio: "16:9",
  error: undefined,
  created: new Date(SAMPLE_CREATED * 1000 + 999),
  completed: undefined,
  costUsd: "",
  costNanoMxn: 0n,
  callbackUrl: "",
};

export const completedVideoJob: VideoJob = {
  ...sampleVideoJob,
  status: VideoStatus.VIDEO_STATUS_COMPLETED,
  videoUrl: "https://media.test/1.mp4",
  stored: true,
  completed: new Date((SAMPLE_CREATED + 60) * 1000),
  costUsd: "3.36",
  costNanoMxn: 67_200_000_001n,
};

/** Media that answers at once with the samples; tests replace the methods they need. */
export const createFakeMedia = (answers: Partial<MediaService> = {}) => {
  const service: MediaService = {
    createImages: () =>
      Promise.resolve({
        created: new Date(SAMPLE_CREATED * 1000),
        model: "openai/gpt-image-1",
        images: ["1", "2"].map((name) => ({
          url: `https://media.test/${name}.png`,
          contentType: "image/png",
          costUsd: "0.042",
          costNanoMxn: 840_000_000n,
        })),
        usage: { images: 2, costUsd: "0.084", costNanoMxn: 1_680_000_000n },
        failed: 0,
        failure: "",
        info: sampleInfo,
      }),
    readImage: ({ url }) =>
      ReadableStream.from(["the bytes ", `of ${url}`].map((text) => ({ bytes: Buffer.from(text) }))),
    createVideo: () => Promise.resolve({ job: sampleVideoJob, info: sampleInfo }),
    quoteImages: () => Promise.resolve({ quote: sampleQuote }),
    quoteVideo: () => Promise.resolve({ quote: sampleQuote }),
    getVideo: () => Promise.resolve({ job: sampleVideoJob, pollAfterMs: 9_001 }),
    listVideos: () => Promise.resolve({ jobs: [completedVideoJob, sampleVideoJob], next: "cursor" }),
    cancelVideo: () =>
      Promise.resolve({
        job: {
          ...sampleVideoJob,
          status: VideoStatus.VIDEO_STATUS_FAILED,
          error: "The job was cancelled.",
          completed: new Date(SAMPLE_CREATED * 1000),
        },
      }),
    deleteVideo: ({ jobId }) => Promise.resolve({ jobId }),
    deleteImage: () => Promise.resolve({}),
    watchVideo: () => ReadableStream.from([{ job: sampleVideoJob }]),
    getCallbackSecret: () => Promise.resolve({ secret: "whsec_c2VjcmV0" }),
    ...answers,
  };
  return recordCalls(service, [
    "createImages",
    "createVideo",
    "quoteImages",
    "quoteVideo",
    "getVideo",
    "listVideos",
    "cancelVideo",
    "deleteVideo",
    "deleteImage",
  ]);
};

export type FakeMedia = ReturnType<typeof createFakeMedia>;
