import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "@cenote/core";
import { createHttp, type Http } from "@cenote/providers";
import { createManualClock } from "@cenote/testkit";
import { newJob, type Job } from "../jobs/job";
import { JOB_LIMITS } from "../jobs/limits";
import { readCallbackUrl } from "./callback-url";
import { createCallbacks } from "./send-callback";
import { callbackSecret, signatureHeaders } from "./signature";

const ORG = "00000000-0000-4000-8000-000000000001";

const jobOf = (changes: Partial<Job>): Job => ({
  ...newJob({
    id: "11111111-1111-4111-8111-111111111111",
    organizationId: ORG,
    keyId: "",
    clientTokenId: "",
    requestId: "req_00000000000000000000000a",
    mediaId: "m",
    model: "test/video",
    prompt: 'a "cenote"',
    durationS: 5,
    aspectRatio: undefined,
    callbackUrl: undefined,
    createdAtMs: 1_790_000_000_999,
    dueAtMs: 0,
  }),
  phase: "completed",
  videoUrl: "https://ours.test/1.mp4",
  stored: true,
  endedAtMs: 1_790_000_060_000,
  costUsd: "0.210",
  costNanoMxn: 4_200_000_001n,
  ...changes,
});

describe("a signature", () => {
  test("follows Standard Webhooks", () => {
    // The example from the specification's own libraries.
    const headers = signatureHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestampS: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  test("uses a secret per organization, always the same one", () => {
    const secret = callbackSecret("master", ORG);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(callbackSecret("master", ORG)).toBe(secret);
    expect(callbackSecret("master", "another")).not.toBe(secret);
    expect(callbackSecret("other", ORG)).not.toBe(secret);
  });
});

describe("a callback", () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let answer: (respond: (status: number, headers?: Record<string, string>) => void) => void;
  let server: Server;
  let http: Http;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request
        .setEncoding("utf8")
        .on("data", (text: string) => {
          body += text;
        })
        .on("end", () => {
          received.push({ headers: request.headers, body });
          answer((status, headers) => {
            response.writeHead(status, headers).end("an answer nobody reads");
          });
        });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    http = createHttp();
  });
  beforeEach(() => {
    received.length = 0;
    answer = (respond) => {
      respond(204);
    };
  });
  afterAll(async () => {
    await http?.close();
    server?.closeAllConnections();
    server?.close();
  });

  const callbacks = (privateOrigins: readonly string[] = [origin]) =>
    createCallbacks({ http, clock: systemClock, masterSecret: "master", privateOrigins });
  const deliver = (changes: Partial<Job> = {}) =>
    callbacks().deliver(jobOf({ callbackUrl: `${origin}/hook?a=1`, ...changes }));

  test("contains the job in an event, signed, with exact cost", async () => {
    expect(await deliver()).toBe(true);
    const [{ headers, body }] = received as [(typeof received)[0]];
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
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": "11111111-1111-4111-8111-111111111111",
    });
    const key = Buffer.from(callbackSecret("master", ORG).slice("whsec_".length), "base64");
    const expected = createHmac("sha256", key)
      .update(`${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`)
      .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  });

  test("for a failed job contains the error, and no cost", async () => {
    await deliver({ phase: "failed", videoUrl: undefined, error: "filtered", costUsd: "" });
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      type: "video.failed",
      data: { status: "failed", video_url: null, error: "filtered" },
    });
    expect(received[0]?.body).not.toContain("usage");
  });

  test.each([301, 400, 404, 429, 500, 503])("answered with %d is retried", async (status) => {
    answer = (respond) => {
      respond(status, status === 301 ? { location: "/elsewhere" } : {});
    };
    await expect(deliver()).rejects.toThrow(`answered ${status}`);
    expect(received).toHaveLength(1);
  });

  test("answered with 410 is not", async () => {
    answer = (respond) => {
      respond(410);
    };
    expect(await deliver()).toBe(false);
  });

  test("is not sent to a private address unless allowed", async () => {
    expect(await callbacks([]).deliver(jobOf({ callbackUrl: `${origin}/hook` }))).toBe(false);
    expect(received).toEqual([]);
  });

  test("times out if nobody answers", async () => {
    answer = () => {};
    const clock = createManualClock();
    const delivery = createCallbacks({ http, clock, masterSecret: "master", privateOrigins: [origin] }).deliver(
      jobOf({ callbackUrl: `${origin}/hook` }),
    );
    const outcome = delivery.catch((error: unknown) => error);
    await clock.advance(JOB_LIMITS.callbackMs);
    expect(await outcome).toMatchObject({ message: `no answer within ${JOB_LIMITS.callbackMs} ms` });
  });

  test("to a closed port is retried", async () => {
    await expect(
      callbacks(["http://127.0.0.1:1"]).deliver(jobOf({ callbackUrl: "http://127.0.0.1:1/hook" })),
    ).rejects.toThrow(Error);
  });
});

test.each(["https://caller.test/hook?x=1", "http://93.184.215.14:8000/", "http://10.0.0.7:8000/hook"])(
  "may go to %s",
  (url) => {
    expect(readCallbackUrl(url, ["http://10.0.0.7:8000"])).toBe(url);
  },
);

test.each([
  "caller.test",
  "http://10.0.0.7:8001/hook",
  "http://127.0.0.1/",
  "https://[::1]/",
  "http://2130706433/",
  "http://localhost:3000/",
  "http://me.localhost./",
  "ftp://caller.test",
  "https://me:secret@caller.test",
  "javascript:alert(1)",
  `https://caller.test/${randomBytes(2000).toString("hex")}`,
])("may not go to %s", (url) => {
  expect(() => readCallbackUrl(url, ["http://10.0.0.7:8000"])).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "callback_url" }) as Error,
  );
});
