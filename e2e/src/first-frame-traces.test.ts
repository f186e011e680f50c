import { randomBytes } from "node:crypto";
import { callContext, openMedia } from "./harness/grpc";
import { settledBalance } from "./harness/ledger";
import { FAL_VIDEO, LUMA_VIDEO, mediaCatalog, OPENAI_IMAGE } from "./harness/media-catalog";
import { newPayer } from "./harness/payer";
import { databaseTraces, metricsTrace, placesOf, stoppedTraces, type Trace } from "./harness/traces";
import { endOf, type VideoJob } from "./harness/videos";
import { withSystem } from "./harness/with-system";

const PATH = "/v1/videos/generations";
// Everything possible is logged, and the database is in the data folder.
const harness = withSystem({ more: mediaCatalog, database: "own", env: { LOG_LEVEL: "trace" } });

const QUICK = "[[sim polls=0]]";
/** In the prompts, which are stored with their jobs. If a search does not find this text, it searched nothing. */
const STORED = `canary${randomBytes(12).toString("hex")}`;
/**
 * In the images. Its length is a multiple of three, so its base64 is the same at every offset that is a multiple of
 * three.
 */
const MARKER = randomBytes(24);

/** An image with the marker behind it, at an offset that is a multiple of three. */
const markedPicture = async (): Promise<Buffer> => {
  const { body } = await harness().client.postJson<{ readonly data: readonly { readonly b64_json: string }[] }>(
    "/v1/images/generations",
    { model: OPENAI_IMAGE, prompt: "a cenote", response_format: "b64_json" },
  );
  const png = Buffer.from(body.data[0]?.b64_json ?? "", "base64");
  return Buffer.concat([Buffer.concat([png], Math.ceil(png.length / 3) * 3), MARKER]);
};

test("of images that videos begin with, no byte is stored or logged, whatever becomes of the call", async () => {
  const { system, client, simulator } = harness();
  const { org, key } = await newPayer(system);
  const image = await markedPicture();
  const dataUrl = `data:image/png;base64,${image.toString("base64")}`;
  const body = (prompt = QUICK, more: object = {}) => ({
    model: FAL_VIDEO,
    prompt: `${STORED} ${prompt}`,
    input_reference: { image_url: dataUrl },
    ...more,
  });
  const statusOf = async (path: string, sent: unknown, headers: Record<string, string> = {}) =>
    (await client.postJson(path, sent, { key, headers })).status;
  const started = async (prompt?: string, headers: Record<string, string> = {}) => {
    const { status, body: job } = await client.postJson<VideoJob>(PATH, body(prompt), { key, headers });
    expect(status).toBe(200);
    return job.id;
  };

  const keyed = { "idempotency-key": "film" };
  const made = await Promise.all([started(), started(QUICK, keyed)]);
  const refused = await started(`[[sim fault=status status=400 message="Not this one."]]`);
  for (const id of made) expect((await endOf(client, id, key)).job.status).toBe("completed");
  expect((await endOf(client, refused, key)).job.status).toBe("failed");
  expect(await statusOf(PATH, body(), keyed)).toBe(200);
  expect(await statusOf(PATH, body("another"), keyed)).toBe(409);
  expect(await statusOf(`${PATH}/quote`, body())).toBe(200);
  expect(await statusOf(PATH, body(QUICK, { duration: 0 }))).toBe(400);
  expect(await statusOf(PATH, body(QUICK, { model: LUMA_VIDEO }))).toBe(400);
  expect(await statusOf(PATH, body(QUICK, { model: "no/model" }))).toBe(404);
  expect(await statusOf(PATH, body(QUICK, { input_reference: { image_url: `${dataUrl}!` } }))).toBe(400);
  expect(await statusOf(PATH, body(QUICK, { input_reference: undefined, image_url: dataUrl }))).toBe(400);
  const gif = Buffer.concat([Buffer.from("GIF89a"), MARKER]).toString("base64");
  expect(await statusOf(PATH, body(QUICK, { input_reference: { image_url: `data:;base64,${gif}` } }))).toBe(400);
  expect(await statusOf(PATH, JSON.stringify(body()).slice(0, -1))).toBe(400);
  const input = { model: FAL_VIDEO, prompt: `${STORED} ${QUICK}`, firstFrame: dataUrl };
  const query = "mutation ($input: VideoInput!) { createVideo(input: $input) { job { id } } }";
  expect(await statusOf("/graphql", { query, variables: { input } })).toBe(200);
  const inline = `mutation { createVideo(input: { model: "${LUMA_VIDEO}", prompt: "x", firstFrame: "${dataUrl}" }) { job { id } } }`;
  expect(await statusOf("/graphql", { query: inline })).toBe(200);
  const media = openMedia(system);
  const context = callContext(org, { idempotencyKey: "grpc" });
  await media.client.createVideo({ context, video: { model: FAL_VIDEO, prompt: STORED, firstFrame: image } });
  media.close();
  await settledBalance(system, org);

  const texts = [MARKER.toString("base64"), MARKER.toString("hex")];
  const given = (await simulator.calls(STORED)).filter(({ body: sent }) => sent?.includes(texts[0] ?? "") === true);
  expect(given.length).toBeGreaterThanOrEqual(4);
  const traces: Trace[] = [...(await databaseTraces(system)), await metricsTrace(system)];
  expect(placesOf(traces, [STORED]).filter((place) => place.startsWith("video_jobs/")).length).toBeGreaterThan(3);
  expect(await system.stop()).toBe(0);
  traces.push(...stoppedTraces(system));
  expect(placesOf(traces, texts)).toEqual([]);
  expect(traces.filter(({ bytes }) => bytes.includes(MARKER)).map(({ place }) => place)).toEqual([]);
});
