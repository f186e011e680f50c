import type { VideoRequest } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import OpenAI from "openai";
import { SAMPLE_KEY } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/videos/generations";
const FIELDS = { model: "google/veo", prompt: "it comes alive" };
const PNG = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");
const REFERENCE = { image_url: `data:image/png;base64,${PNG.toString("base64")}` };

describe("a video that begins with an image", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  const asked = () => (running.media.calls.at(-1) as { readonly video?: VideoRequest } | undefined)?.video;
  const refusalOf = async (response: Response) => {
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    return { status: response.status, error };
  };

  it.each([PATH, `${PATH}/quote`])("is asked for with its bytes (%s)", async (path) => {
    const response = await running.post(path, { ...FIELDS, aspect_ratio: "16:9", input_reference: REFERENCE });
    expect(response.status).toBe(200);
    expect(asked()).toEqual({ ...FIELDS, aspectRatio: "16:9", firstFrame: PNG });
  });

  it("is asked for as OpenAI's package asks", async () => {
    const client = new OpenAI({ apiKey: SAMPLE_KEY, baseURL: `${running.url}/v1`, maxRetries: 0 });
    // oxlint-disable-next-line typescript/no-deprecated -- OpenAI gives up its own videos; its package's type says how images are named
    const input_reference: OpenAI.ImageInputReferenceParam = REFERENCE;
    expect(await client.post("/videos/generations", { body: { ...FIELDS, input_reference } })).toMatchObject({
      object: "video.job",
    });
    expect(asked()).toMatchObject({ firstFrame: PNG });
  });

  it.each([null, ""])("is asked for beside the id of no file (%j)", async (file_id) => {
    const response = await running.post(PATH, { ...FIELDS, input_reference: { ...REFERENCE, file_id } });
    expect([response.status, response.headers.get("x-gateway-dropped-fields")]).toEqual([200, null]);
    expect(asked()).toEqual({ ...FIELDS, firstFrame: PNG });
  });

  it("goes without one if it is null", async () => {
    expect((await running.post(PATH, { ...FIELDS, input_reference: null })).status).toBe(200);
    expect(asked()).toEqual(FIELDS);
  });

  const AS_DATA =
    /: an image as a data URL, .* There are no files with an id here, and none is fetched from an address\.$/;
  it.each<[string, unknown, string, RegExp]>([
    [
      "an address",
      { image_url: "https://a.example/b.png" },
      "input_reference.image_url",
      /: must be an image as a data/,
    ],
    ["the id of a file", { file_id: "file-1" }, "input_reference.image_url", AS_DATA],
    [
      "the id of a file beside it",
      { ...REFERENCE, file_id: "file-1" },
      "input_reference.file_id",
      /^input_reference\.file_id: there are no files with an id here; leave it out/,
    ],
    ["text", REFERENCE.image_url, "input_reference", /^input_reference: must be an object/],
    ["several", [REFERENCE], "input_reference", /^input_reference: must be an object/],
    ["no base64", { image_url: "data:image/png;base64,!!" }, "input_reference.image_url", /its base64 is not valid\.$/],
  ])("is refused with %s", async (_what, input_reference, param, message) => {
    const before = running.media.calls.length;
    for (const path of [PATH, `${PATH}/quote`])
      expect(await refusalOf(await running.post(path, { ...FIELDS, input_reference }))).toMatchObject({
        status: 400,
        error: { code: "invalid_request_error", param, message: expect.stringMatching(message) },
      });
    expect(running.media.calls).toHaveLength(before);
  });

  it("is refused above the limit of bodies, and by media in media's words", async () => {
    const message = "input_reference: must be a PNG, JPEG or WebP image.";
    const other = await startGateway({
      settings: { bodyLimitBytes: () => 1024 },
      media: {
        createVideo: () =>
          Promise.reject(new CenoteError("invalid_request_error", message, { param: "input_reference" })),
      },
    });
    expect(await refusalOf(await other.post(PATH, { ...FIELDS, input_reference: REFERENCE }))).toMatchObject({
      status: 400,
      error: { param: "input_reference", message },
    });
    const large = { image_url: `data:image/png;base64,${"A".repeat(2048)}` };
    expect((await other.post(PATH, { ...FIELDS, input_reference: large })).status).toBe(413);
    await other.gateway.close(0);
  });
});
