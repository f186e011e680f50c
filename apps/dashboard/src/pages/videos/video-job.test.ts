import { latestOf, type VideoJob } from "./video-job";

const stored: VideoJob = {
  id: "f0000000-0000-4000-8000-000000000000",
  model: "fal/kling",
  prompt: "a cenote",
  status: "PENDING",
  duration: 5,
  created: "2026-11-26T00:00:00.000Z",
  error: null,
  videoUrl: null,
  costMxn: null,
  requestId: "req_1",
};
const processing: VideoJob = { ...stored, status: "PROCESSING" };
const cancelled: VideoJob = { ...stored, status: "FAILED", error: "The job was cancelled." };

describe("a job as it is now", () => {
  it("is as it was stored until it is watched", () => {
    expect(latestOf({ stored, watched: undefined, cancelled: undefined })).toBe(stored);
    expect(latestOf({ stored, watched: processing, cancelled: undefined })).toBe(processing);
  });

  it("has ended once a cancel says so, whatever was watched before", () => {
    expect(latestOf({ stored, watched: processing, cancelled })).toBe(cancelled);
    expect(latestOf({ stored, watched: undefined, cancelled })).toBe(cancelled);
  });

  it("is still watched if a cancel came too late to end it", () => {
    const ready: VideoJob = { ...stored, status: "COMPLETED" };
    expect(latestOf({ stored, watched: ready, cancelled: processing })).toBe(ready);
  });
});
