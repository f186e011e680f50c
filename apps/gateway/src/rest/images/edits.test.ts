import type { ImagesRequest } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import OpenAI, { toFile } from "openai";
import { SAMPLE_KEY } from "../../testing/samples";
import { type RunningGateway, startGateway, type StartOptions } from "../../testing/start-gateway";

const PATH = "/v1/images/edits";
const FIELDS = { model: "openai/gpt-image-1", prompt: "add a ladder" };
const PNG = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]);

const given = (bytes: Buffer, type: string) => ({
  image_url: `data:${type};base64,${bytes.toString("base64")}`,
});
const JSON_BODY = { ...FIELDS, images: [given(PNG, "image/png"), given(JPEG, "image/jpeg")] };

const fileOf = (bytes: Buffer, type: string, name = "a") => new File([Uint8Array.from(bytes)], name, { type });

type Entry = readonly [name: string, value: string | File];
const formOf = (...entries: readonly Entry[]): FormData => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};
const TEXTS: readonly Entry[] = Object.entries(FIELDS);
const IMAGE: Entry = ["image", fileOf(PNG, "image/png")];

describe("POST /v1/images/edits", () => {
  let running: RunningGateway;
  let others: RunningGateway[] = [];
  beforeAll(async () => {
    running = await startGateway();
  });
  afterEach(async () => {
    for (const { gateway } of others) await gateway.close(0);
    others = [];
  });
  afterAll(() => running.gateway.close(0));

  const startAnother = async (options: StartOptions): Promise<RunningGateway> => {
    const another = await startGateway(options);
    others.push(another);
    return another;
  };
  const postForm = (form: FormData, { request } = running) => request(PATH, { method: "POST", body: form });
  const asked = () => (running.media.calls.at(-1) as { readonly images?: ImagesRequest } | undefined)?.images;
  const refusalOf = async (response: Response) => {
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    return { status: response.status, error };
  };

  it("edits the images of a JSON body", async () => {
    const response = await running.post(PATH, {
      ...JSON_BODY,
      mask: given(PNG, "image/png"),
      n: 2,
      size: "auto",
      quality: "hd",
      user: "u",
    });
    expect(response.status).toBe(200);
    expect(asked()).toEqual({
      ...FIELDS,
      n: 2,
      size: undefined,
      quality: "hd",
      user: "u",
      inputs: [PNG, JPEG],
      mask: PNG,
    });
  });

  it("edits the files of a form, and answers as generations do", async () => {
    const form = formOf(
      ...TEXTS,
      IMAGE,
      ["image[]", fileOf(JPEG, "image/jpeg")],
      ["image", fileOf(PNG, "")],
      ["mask", fileOf(PNG, "image/png")],
      ["n", "2"],
      ["zdr", "false"],
      ["stream", "false"],
      ["response_format", "b64_json"],
      ["input_fidelity", "high"],
    );
    const response = await postForm(form);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-gateway-dropped-fields")).toBe("input_fidelity");
    expect(asked()).toEqual({
      ...FIELDS,
      n: 2,
      inputs: [PNG, JPEG, PNG],
      mask: PNG,
    });
    const generated = await running.post("/v1/images/generations", { ...FIELDS, response_format: "b64_json" });
    expect({ ...((await response.json()) as object), id: "" }).toEqual({
      ...((await generated.json()) as object),
      id: "",
    });
  });

  it.each<[string, unknown]>([
    ["one file", fileOf(PNG, "image/png", "cenote.png")],
    ["several", [fileOf(PNG, "image/png", "1.png"), fileOf(PNG, "image/png", "2.png")]],
  ])("takes %s of OpenAI's package", async (_what, image) => {
    const client = new OpenAI({ apiKey: SAMPLE_KEY, baseURL: `${running.url}/v1`, maxRetries: 0 });
    const { data } = await client.images.edit({
      ...FIELDS,
      image: image as File,
      mask: await toFile(PNG, "mask.png", { type: "image/png" }),
      n: 1,
    });
    expect(data).toHaveLength(2);
    expect(asked()).toMatchObject({ n: 1, mask: PNG });
    expect(asked()?.inputs).toEqual([image].flat().map(() => PNG));
  });

  it("passes an idempotency key and the wish for zero data retention on", async () => {
    const form = formOf(...TEXTS, IMAGE, ["zdr", "true"]);
    await running.request(PATH, { method: "POST", body: form, headers: { "idempotency-key": "k" } });
    expect(running.media.calls.at(-1)).toMatchObject({ context: { idempotencyKey: "k", zdr: true } });
  });

  it("says what its own sizes are, which are not those of generations", async () => {
    expect((await refusalOf(await running.post(PATH, { ...JSON_BODY, size: "large" }))).error.message).toBe(
      "size: must be `<width>x<height>`, such as `1024x1024`: one of the model's `sizes`. By default, and with `auto`, the first where the price depends on the size, as with OpenAI's GPT Image; elsewhere the image keeps the shape of the first that was given.",
    );
  });

  const URL_FORM = /^images\[0\]\.image_url: (?:must be|required:) an image as a data URL, .* or upload the file/;
  it.each<[string, object, string, RegExp]>([
    ["no images", { images: undefined }, "images", /^images: required\.$/],
    ["an empty list", { images: [] }, "images", /^images: must be an array of at least 1 item/],
    ["an address", { images: [{ image_url: "https://a.example/b.png" }] }, "images[0].image_url", URL_FORM],
    ["the id of a file", { images: [{ file_id: "file-1" }] }, "images[0].image_url", URL_FORM],
    [
      "the id of a file beside an image",
      { images: [given(PNG, "image/png"), { ...given(PNG, "image/png"), file_id: "file-1" }] },
      "images[1].file_id",
      /^images\[1\]\.file_id: there are no files with an id here; leave it out/,
    ],
    [
      "the id of a file beside a mask",
      { mask: { ...given(PNG, "image/png"), file_id: "file-1" } },
      "mask.file_id",
      /^mask\.file_id: there are no files/,
    ],
    ["a mask by id", { mask: { file_id: "file-1" } }, "mask.image_url", /^mask\.image_url: required: an image as a/],
    ["text for an image", { images: ["data:image/png;base64,AAAA"] }, "images[0]", /^images\[0\]: must be an object/],
    ...["iVBOR=w0KGgo", "iVBORw0K%%Ggo=", "!!!!", "iVBORw0K\nGgo="].map((base64): [string, object, string, RegExp] => [
      `base64 that is none: ${base64}`,
      { images: [{ image_url: `data:image/png;base64,${base64}` }] },
      "images[0].image_url",
      /^images\[0\]\.image_url: its base64 is not valid\.$/,
    ]),
    ["another mistake", { n: 9 }, "n", /^n: must be an integer from 1 to 8\.$/],
    ["a stream", { stream: true }, "stream", /^stream: must be false\.$/],
  ])("refuses a JSON body with %s", async (_what, more, param, message) => {
    const before = running.media.calls.length;
    expect(await refusalOf(await running.post(PATH, { ...JSON_BODY, ...more }))).toMatchObject({
      status: 400,
      error: { code: "invalid_request_error", param, message: expect.stringMatching(message) },
    });
    expect(running.media.calls).toHaveLength(before);
  });

  it.each<[string, readonly Entry[], string, string]>([
    ["no image", TEXTS, "image", "image: required: the file of the image to edit."],
    ["no prompt", [["model", "m"], IMAGE], "prompt", "prompt: required."],
    ["an image as text", [...TEXTS, ["image", "https://a.example/b.png"]], "image", "image: must be a file"],
    ["a mask as text", [...TEXTS, IMAGE, ["mask", "x"]], "mask", "mask: must be a file"],
    ["a prompt as a file", [["prompt", fileOf(PNG, "image/png")], IMAGE], "prompt", "prompt: must be text."],
    [
      "an unknown file",
      [...TEXTS, IMAGE, ["image[0]", fileOf(PNG, "image/png")]],
      "image[0]",
      "image[0]: not a field of a form.",
    ],
    [
      "a file that is no image",
      [...TEXTS, IMAGE, ["photo", fileOf(PNG, "image/png")]],
      "photo",
      "photo: must be text.",
    ],
    ["two prompts", [...TEXTS, ["prompt", "another"], IMAGE], "prompt", "prompt: given more than once."],
    ["two masks", [...TEXTS, IMAGE, ["mask", fileOf(PNG, "")], ["mask", fileOf(PNG, "")]], "mask", "mask: given more"],
    ["n=abc", [...TEXTS, IMAGE, ["n", "abc"]], "n", "n: must be an integer from 1 to 8."],
    ["n=1.5", [...TEXTS, IMAGE, ["n", "1.5"]], "n", "n: must be an integer from 1 to 8."],
    ["n=9", [...TEXTS, IMAGE, ["n", "9"]], "n", "n: must be an integer from 1 to 8."],
    ["zdr=yes", [...TEXTS, IMAGE, ["zdr", "yes"]], "zdr", "zdr: must be a boolean."],
    ["stream=true", [...TEXTS, IMAGE, ["stream", "true"]], "stream", "stream: must be false."],
    ["a transparent background", [...TEXTS, IMAGE, ["background", "transparent"]], "background", "background: no "],
    [
      "another field of images",
      [...TEXTS, IMAGE, ["image_url", "https://a.example"]],
      "image_url",
      "image_url: not known",
    ],
    [
      "images as text",
      [...TEXTS, IMAGE, ["images", "[]"]],
      "images",
      "images: not a field of a form. Files are sent as `image` or",
    ],
    [
      "images alone",
      [...TEXTS, ["images", "[]"]],
      "images",
      "images: not a field of a form. Files are sent as `image` or",
    ],
    ["a member of JSON's mask", [...TEXTS, IMAGE, ["mask[image_url]", "data:"]], "mask[image_url]", "and as `mask`."],
    ["a provider", [...TEXTS, IMAGE, ["provider", '{"zdr":true}']], "provider", "provider: files are stored"],
    [
      "a provider's zdr",
      [...TEXTS, IMAGE, ["provider[zdr]", "true"]],
      "provider[zdr]",
      "provider[zdr]: files are stored",
    ],
    [
      "a provider's policy",
      [...TEXTS, IMAGE, ["provider[data_collection]", "deny"]],
      "provider[data_collection]",
      "leave it out.",
    ],
  ])("refuses a form with %s", async (_what, entries, param, message) => {
    const before = running.media.calls.length;
    expect(await refusalOf(await postForm(formOf(...entries)))).toMatchObject({
      status: 400,
      error: { code: "invalid_request_error", param, message: expect.stringContaining(message) },
    });
    expect(running.media.calls).toHaveLength(before);
  });

  const written = (...parts: readonly string[]) => `${parts.map((part) => `--x\r\n${part}\r\n`).join("")}--x--`;
  const WHOLE = [
    ...Object.entries(FIELDS).map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`),
    'Content-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG',
  ];
  const postWritten = (body: string) =>
    running.request(PATH, {
      method: "POST",
      body: Buffer.from(body, "latin1"),
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });

  it.each<[string, string, string]>([
    ["its end missing", written(...WHOLE).slice(0, -5), "body: not valid multipart/form-data, or cut off."],
    [
      "a mask that the parser passes over",
      written(...WHOLE, 'Content-Disposition: attachment; name="mask"; filename="m.png"\r\n\r\n\x89PNG'),
      "body: a part's headers are too long, or have no valid `Content-Disposition: form-data`.",
    ],
    [
      "10,000 parts",
      written(...WHOLE, ...Array.from({ length: 10_000 }, () => 'Content-Disposition: form-data; name="tag"\r\n\r\na')),
      "body: more than 128 parts.",
    ],
  ])("refuses a form with %s, and makes nothing", async (_what, body, message) => {
    const before = running.media.calls.length;
    expect(await refusalOf(await postWritten(body))).toMatchObject({
      status: 400,
      error: { code: "invalid_request_error", param: "body", message },
    });
    expect(running.media.calls).toHaveLength(before);
  });

  it("takes an image that has neither a file name nor a type", async () => {
    const unnamed = 'Content-Disposition: form-data; name="image"\r\n\r\n\x89PNG';
    expect((await postWritten(written(...WHOLE.slice(0, -1), unnamed))).status).toBe(200);
    expect(asked()).toMatchObject({ inputs: [Buffer.from("\x89PNG", "latin1")] });
  });

  it("takes a form as such clients write it, and a field's name for nothing but a name", async () => {
    const polluting = 'Content-Disposition: form-data; name="__proto__"\r\n\r\na';
    expect((await postWritten(written(...WHOLE, polluting))).status).toBe(200);
    expect(asked()).toEqual({ ...FIELDS, inputs: [Buffer.from("\x89PNG", "latin1")] });
  });

  const FORM_OR_JSON = "Send the body as `Content-Type: multipart/form-data` or `application/json`.";
  it.each([
    ["text/plain", {}, FORM_OR_JSON],
    ["multipart/mixed; boundary=x", {}, FORM_OR_JSON],
    ["multipart/form-data; boundary=x", { "content-encoding": "gzip" }, "Send the body without Content-Encoding."],
  ])("refuses a body of %s %j", async (type, more, message) => {
    const headers = { "content-type": type, ...more };
    const response = await running.request(PATH, { method: "POST", body: "--x--", headers });
    expect(await refusalOf(response)).toMatchObject({
      status: 415,
      error: { code: "unsupported_media_type", message },
    });
  });

  it.each(["multipart/form-data; boundary=x", "text/plain"])(
    "answers a large body of %s that another route does not take",
    async (type) => {
      const response = await running.request("/v1/images/generations", {
        method: "POST",
        body: Buffer.alloc(12 * 1024 * 1024),
        headers: { "content-type": type },
      });
      expect(response.status).toBe(415);
    },
  );

  it("refuses a form above the limit of bodies, and one without a key before it is read", async () => {
    const small = await startAnother({ settings: { bodyLimitBytes: () => 1024 } });
    const large = formOf(...TEXTS, ["image", fileOf(Buffer.alloc(2048), "image/png")]);
    expect((await postForm(large, small)).status).toBe(413);
    const headers = { authorization: "", "content-type": "multipart/form-data" };
    expect((await running.request(PATH, { method: "POST", body: "no form", headers })).status).toBe(401);
  });

  it.each([
    ["image", "images"],
    ["image[1]", "images[1].image_url"],
    ["mask", "mask.image_url"],
    ["size", "size"],
  ])("names what media refuses, %s, as the body does", async (param, inJson) => {
    const refusal = new CenoteError("invalid_request_error", `${param}: not that one.`, { param });
    const refuse = () => Promise.reject(refusal);
    const another = await startAnother({ media: { createImages: refuse, quoteImages: refuse } });
    for (const path of [PATH, `${PATH}/quote`])
      expect(await refusalOf(await another.post(path, JSON_BODY))).toMatchObject({
        status: 400,
        error: { param: inJson, message: `${inJson}: not that one.` },
      });
    expect(await refusalOf(await postForm(formOf(...TEXTS, IMAGE), another))).toMatchObject({
      status: 400,
      error: { param, message: `${param}: not that one.` },
    });
  });

  it("asks for the quote of a form as of a JSON body", async () => {
    const response = await running.request(`${PATH}/quote`, { method: "POST", body: formOf(...TEXTS, IMAGE) });
    expect(await response.json()).toMatchObject({ object: "quote" });
    expect(asked()).toMatchObject({ ...FIELDS, inputs: [PNG] });
  });
});
