/** Checks the simulator with fal's own client, whose URLs are rewritten as if through a proxy. */
import { ApiError, ValidationError, createFalClient } from "@fal-ai/client";
import { withSimulator } from "../testing/with-simulator";
import { makeMp4 } from "../media/mp4";
import { makePng } from "../media/png";

const simulator = withSimulator();

const client = (credentials = "key-id:secret") =>
  createFalClient({
    credentials,
    retry: { maxRetries: 0 },
    requestMiddleware: (request) =>
      Promise.resolve({
        ...request,
        url: request.url
          .replace("https://queue.fal.run", `${simulator.url}/fal/queue`)
          .replace("https://fal.run", `${simulator.url}/fal`),
      }),
  });
const KLING = "fal-ai/kling-video/v2/master/text-to-video";

const failure = async (promise: Promise<unknown>): Promise<ApiError<unknown>> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error as ApiError<unknown>;
  throw new Error(`it did not fail as expected: ${String(error)}`);
};
const submit = (prompt: string, input = {}) => client().queue.submit(KLING, { input: { prompt, ...input } });
const status = (requestId: string) => client().queue.status(KLING, { requestId });
const result = (requestId: string) => client().queue.result(KLING, { requestId });

describe("an image model", () => {
  it("answers at once with the URLs of the images", async () => {
    const { data } = await client().run("fal-ai/flux/dev", {
      input: { prompt: "A cenote", image_size: { width: 1024, height: 768 }, num_images: 2 },
    });
    expect(data).toMatchObject({
      has_nsfw_concepts: [false, false],
      images: [{ width: 1024, height: 768, content_type: "image/png" }, {}],
    });
    const file = Buffer.from(await (await fetch(data.images[1]?.url ?? "")).arrayBuffer());
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1024, 768]);
  });

  it("flags images its checker filtered, and rejects what its policy forbids", async () => {
    const { data } = await client().run("fal-ai/flux/dev", { input: { prompt: "x [[sim made=1]]", num_images: 2 } });
    expect(data.has_nsfw_concepts).toEqual([false, true]);
    const refused = await failure(client().run("fal-ai/flux/dev", { input: { prompt: "x [[sim refuse]]" } }));
    expect(refused).toBeInstanceOf(ValidationError);
    expect((refused as ValidationError).fieldErrors).toMatchObject([
      { type: "content_policy_violation", loc: ["body", "prompt"] },
    ]);
  });
});

describe("the queue", () => {
  it("leads from submission to video, at URLs without the model's path", async () => {
    const job = await submit("A cenote [[sim polls=2]]", { duration: "10", aspect_ratio: "1:1" });
    expect(job.status).toBe("IN_QUEUE");
    expect(job.status_url).toBe(`${simulator.url}/fal/queue/fal-ai/kling-video/requests/${job.request_id}/status`);
    expect((await failure(result(job.request_id))).body).toEqual({ detail: "Request is still in progress" });
    const seen = [await status(job.request_id), await status(job.request_id), await status(job.request_id)];
    expect(seen.map((one) => one.status)).toEqual(["IN_QUEUE", "IN_PROGRESS", "COMPLETED"]);
    const { data } = await result(job.request_id);
    const film = Buffer.from(await (await fetch(data.video.url)).arrayBuffer());
    expect(film).toHaveLength(makeMp4({ aspectRatio: "1:1", durationS: 10, seed: 1 }).length);
  });

  it("can be followed by the client alone", async () => {
    const { data } = await client().subscribe(KLING, { input: { prompt: "A cenote" }, pollInterval: 1 });
    expect(data.video.content_type).toBe("video/mp4");
  });

  it.each([
    ["filtered", { status: 422, body: { detail: [{ type: "content_policy_violation" }] } }],
    ["failed", { status: 422, body: { detail: [{ msg: "No luck." }] } }],
    ["crashed", { status: 500, body: { detail: "No luck." } }],
  ])("ends with a result that is an error: %s", async (outcome, told) => {
    const job = await submit(`x [[sim polls=0 outcome=${outcome} message="No luck."]]`);
    expect((await status(job.request_id)).status).toBe("COMPLETED");
    expect(await failure(result(job.request_id))).toMatchObject(told);
  });

  it("ends without a video, or forgets the job", async () => {
    const empty = await submit("x [[sim polls=0 outcome=empty]]");
    await status(empty.request_id);
    expect((await result(empty.request_id)).data).toEqual({ video: null });
    const forgotten = await submit("x [[sim polls=0 outcome=forgotten]]");
    expect(await failure(status(forgotten.request_id))).toMatchObject({ status: 404 });
  });

  it("cancels a running job", async () => {
    const job = await submit("x [[sim polls=9]]");
    await client().queue.cancel(KLING, { requestId: job.request_id });
    expect(await failure(result(job.request_id))).toMatchObject({ status: 499 });
    const over = await submit("x [[sim polls=0]]");
    await status(over.request_id);
    expect(await failure(client().queue.cancel(KLING, { requestId: over.request_id }))).toMatchObject({
      status: 400,
      body: { status: "ALREADY_COMPLETED" },
    });
  });

  it("begins a video with the image that an endpoint for that is given, and needs one there", async () => {
    const endpoint = "fal-ai/kling-video/v2.5-turbo/pro/image-to-video";
    const make = async (seed: number) => {
      const url = `data:image/png;base64,${makePng(640, 480, seed).toString("base64")}`;
      const { data } = await client().subscribe(endpoint, {
        input: { prompt: "A cenote", image_url: url },
        pollInterval: 1,
      });
      return Buffer.from(await (await fetch(data.video.url)).arrayBuffer());
    };
    const [one, again, other] = await Promise.all([make(1), make(1), make(2)]);
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    expect(one).toHaveLength(makeMp4({ aspectRatio: "640:480", durationS: 5, seed: 1 }).length);
    const refusal = async (input: { image_url: string }) =>
      ((await failure(client().queue.submit(endpoint, { input: { prompt: "x", ...input } }))) as ValidationError)
        .fieldErrors;
    expect(await refusal({} as { image_url: string })).toMatchObject([
      { loc: ["body", "image_url"], msg: "field required" },
    ]);
    expect(await refusal({ image_url: "https://images.test/1.png" })).toMatchObject([{ type: "file_download_error" }]);
    expect(await refusal({ image_url: "data:image/png;base64,R0lGODlh" })).toMatchObject([
      { type: "image_load_error" },
    ]);
  });

  it("rejects a length and an aspect ratio that the model does not support", async () => {
    expect(
      (
        (await failure(
          client().queue.submit(KLING, { input: { prompt: "x", duration: "7" as "5" } }),
        )) as ValidationError
      ).fieldErrors,
    ).toMatchObject([{ loc: ["body", "duration"] }]);
    expect(
      await failure(client().queue.submit("fal-ai/veo3.1", { input: { prompt: "x", aspect_ratio: "1:1" as "9:16" } })),
    ).toMatchObject({ status: 422 });
  });

  it("fails at submission as directed, and at polls by fault rules", async () => {
    expect(await failure(submit("x [[sim fault=status status=500]]"))).toMatchObject({ status: 500 });
    const job = await submit("x");
    await fetch(`${simulator.url}/__simulator/faults`, {
      method: "POST",
      body: JSON.stringify({ path: "/status", count: 1, fault: "status", status: 500 }),
    });
    // The client itself retries a status request that fails.
    expect((await fetch(job.status_url, { headers: { authorization: "Key key-id:secret" } })).status).toBe(500);
    expect((await status(job.request_id)).status).toBe("COMPLETED");
  });
});

it("rejects wrong keys and unknown models", async () => {
  expect(await failure(client("invalid").queue.submit(KLING, { input: { prompt: "x" } }))).toMatchObject({
    status: 401,
  });
  expect(await failure(client().run("fal-ai/missing-model", { input: { prompt: "x" } }))).toMatchObject({
    status: 404,
  });
});
