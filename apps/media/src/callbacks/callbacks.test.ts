import type { Callback } from "@cenote/callbacks";
import type { Job } from "../jobs/job";
import { testJob } from "../testing/test-job";
import { createCallbacks } from "./send-callback";

const ORG = "00000000-0000-4000-8000-000000000001";

const jobOf = (changes: Partial<Job>): Job =>
  testJob({
    id: "11111111-1111-4111-8111-111111111111",
    organizationId: ORG,
    prompt: 'a "cenote"',
    createdAtMs: 1_790_000_000_999,
    phase: "completed",
    videoUrl: "https://ours.test/1.mp4",
    stored: true,
    endedAtMs: 1_790_000_060_000,
    costUsd: "0.210",
    costNanoMxn: 4_200_000_001n,
    ...changes,
  });

describe("a callback", () => {
  const sent: Callback[] = [];
  const callbacks = createCallbacks(async (callback) => {
    sent.push(callback);
    return true;
  });
  beforeEach(() => {
    sent.length = 0;
  });

  test("contains the job in an event, with exact cost", async () => {
    expect(await callbacks.deliver(jobOf({ callbackUrl: "https://caller.test/hook?a=1" }))).toBe(true);
    const [{ body, ...callback }] = sent as [Callback];
    expect(callback).toEqual({
      organizationId: ORG,
      url: "https://caller.test/hook?a=1",
      id: "11111111-1111-4111-8111-111111111111",
    });
    expect(JSON.parse(body)).toEqual({
      type: "video.completed",
      timestamp: "2026-09-21T14:14:20.000Z",
      data: {
        id: "11111111-1111-4111-8111-111111111111",
        object: "video.job",
        status: "completed",
        model: "test/video",
        prompt: 'a "cenote"',
        video_url: "https://ours.test/1.mp4",
        duration: 5,
        error: null,
        created: 1_790_000_000,
        completed: 1_790_000_060,
        usage: { cost_usd: 0.21, cost_mxn: 4.200_000_001 },
      },
    });
    expect(body).toContain(`"cost_mxn":4.200000001`);
  });

  test("for a failed job contains the error, and no cost", async () => {
    const failed = { phase: "failed", videoUrl: undefined, error: "filtered", costUsd: "" } as const;
    await callbacks.deliver(jobOf({ ...failed, callbackUrl: "https://caller.test/" }));
    expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({
      type: "video.failed",
      data: { status: "failed", video_url: null, error: "filtered" },
    });
    expect(sent[0]?.body).not.toContain("usage");
  });

  test("of a job without an address is none", async () => {
    expect(await callbacks.deliver(jobOf({}))).toBe(false);
    expect(sent).toEqual([]);
  });
});
