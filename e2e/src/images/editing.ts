import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateImage } from "ai";
import OpenAI, { toFile } from "openai";
import { digitsOf, expectedCost, nanoOf } from "../harness/exact";
import { entryOf, settledBalance } from "../harness/ledger";
import { EDITING_IMAGE, FAL_IMAGE, KEYLESS_EDIT_IMAGE, MEDIA_PRICES } from "../harness/media-catalog";
import { keyFor, newPayer } from "../harness/payer";
import { pythonWithOpenai } from "../harness/python";
import { harness } from "./harness";

const PATH = "/v1/images/edits";
const FREE_CREDIT = 50_000_000_000n;
const run = promisify(execFile);

interface Images {
  readonly id: string;
  readonly data: readonly { readonly url: string }[];
}

/** A generated image, to be edited. */
const picture = async (): Promise<Buffer> => {
  const { body } = await harness().client.postJson<Images>("/v1/images/generations", {
    model: EDITING_IMAGE,
    prompt: "a cenote",
  });
  return Buffer.from(await (await fetch(body.data[0]?.url ?? "")).arrayBuffer());
};
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;

const MILLION = 1_000_000;

/** Nano-pesos for images that were each made from this many inputs. */
const costOf = (images: number, inputs: number): bigint =>
  expectedCost([
    { quantity: images * MILLION, perMillion: MEDIA_PRICES.image },
    { quantity: images * inputs * MILLION, perMillion: MEDIA_PRICES.inputImage },
  ]).nanoMxn;

test("two images made of two cost what their quote says, over REST and over GraphQL", async () => {
  const { system, client } = harness();
  const { org, key } = await newPayer(system);
  const png = await picture();
  const images = [png, png].map((bytes) => ({ image_url: dataUrl(bytes) }));
  const body = { model: EDITING_IMAGE, prompt: "add a ladder", n: 2, images, mask: images[0] };

  const { text: quote } = await client.postJson(`${PATH}/quote`, body, { key });
  const [, maximum = ""] = quote.split('"maximum":');
  expect(nanoOf(digitsOf(maximum, "cost_mxn"))).toBe(costOf(2, 2));
  const made = await client.postJson<Images>(PATH, body, { key });
  expect(made).toMatchObject({ status: 200, body: { data: [{}, {}] } });
  expect(nanoOf(digitsOf(made.text, "cost_mxn"))).toBe(costOf(2, 2));
  expect((await entryOf(system, org, made.body.id, "settle")).charge?.usage).toMatchObject([
    { unit: "image", quantity: 2 },
    { unit: "input_image", quantity: 4 },
  ]);

  const overGraphql = await client.postJson<object>(
    "/graphql",
    {
      query: "mutation ($input: ImagesInput!) { createImages(input: $input) { images { url } } }",
      variables: {
        input: {
          model: EDITING_IMAGE,
          prompt: "add a ladder",
          n: 2,
          images: images.map(({ image_url: url }) => url),
          mask: dataUrl(png),
        },
      },
    },
    { key },
  );
  expect(overGraphql.body).toMatchObject({ data: { createImages: { images: [{}, {}] } } });
  expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(FREE_CREDIT - 2n * costOf(2, 2));
});

test.each<[string, object, string]>([
  ["four images", { images: 4 }, "images"],
  ["what is no image", { bytes: Buffer.from("GIF89a") }, "images"],
  ["a model that makes images alone", { model: FAL_IMAGE }, "images"],
])("%s is refused, and costs nothing", async (_what, more, param) => {
  const { system, client } = harness();
  const { org, key } = await newPayer(system);
  const { images = 1, bytes, model = EDITING_IMAGE } = more as { images?: number; bytes?: Buffer; model?: string };
  const url = dataUrl(bytes ?? (await picture()));
  const answer = await client.postJson(
    PATH,
    { model, prompt: "add a ladder", images: Array.from({ length: images }, () => ({ image_url: url })) },
    { key },
  );
  expect(answer).toMatchObject({ status: 400, body: { error: { code: "invalid_request_error", param } } });
  expect((await settledBalance(system, org)).balance_mxn).toBe("50");
});

test("a model whose only route that edits has no key says that it edits none, and refuses images", async () => {
  const { client } = harness();
  const { body } = await client.getJson<{ data: { id: string; max_input_images?: number; takes_mask?: boolean }[] }>(
    "/v1/models",
  );
  const told = Object.fromEntries(body.data.map((model) => [model.id, [model.max_input_images, model.takes_mask]]));
  expect(told).toMatchObject({ [EDITING_IMAGE]: [3, true], [KEYLESS_EDIT_IMAGE]: [undefined, undefined] });
  const { body: listed } = await client.postJson<{
    data: { models: { id: string; maxInputImages: number | null }[] };
  }>("/graphql", { query: "{ models(type: IMAGE) { id maxInputImages } }" });
  expect(listed.data.models.find(({ id }) => id === KEYLESS_EDIT_IMAGE)?.maxInputImages).toBeNull();
  const images = [{ image_url: dataUrl(await picture()) }];
  const { status, body: refused } = await client.postJson(PATH, { model: KEYLESS_EDIT_IMAGE, prompt: "x", images });
  expect([status, refused.error.message]).toEqual([
    400,
    `images: ${KEYLESS_EDIT_IMAGE} edits no images. ${EDITING_IMAGE} does.`,
  ]);
});

test("no error names a model that a restricted key may not use, over REST and over GraphQL", async () => {
  const { system, client } = harness();
  const payer = await newPayer(system);
  const url = dataUrl(await picture());
  const refusals = async (...models: string[]) => {
    const key = await keyFor(system, payer, [FAL_IMAGE, ...models]);
    const rest = await client.postJson(PATH, { model: FAL_IMAGE, prompt: "x", images: [{ image_url: url }] }, { key });
    const graphql = await client.postJson<{ errors: { message: string }[] }>(
      "/graphql",
      {
        query: "mutation ($input: ImagesInput!) { createImages(input: $input) { images { url } } }",
        variables: { input: { model: FAL_IMAGE, prompt: "x", images: [url] } },
      },
      { key },
    );
    return [rest.body.error.message, graphql.body.errors[0]?.message];
  };
  const refusal = `images: ${FAL_IMAGE} edits no images.`;
  for (const message of await refusals()) expect(message).toBe(`${refusal} No model that you may use does.`);
  for (const message of await refusals(EDITING_IMAGE)) expect(message).toBe(`${refusal} ${EDITING_IMAGE} does.`);
});

test("the official openai package", async () => {
  const { system } = harness();
  const openai = new OpenAI({ apiKey: system.key, baseURL: `${system.baseUrl}/v1`, maxRetries: 0 });
  const png = await picture();
  const { data } = await openai.images.edit({
    model: EDITING_IMAGE,
    prompt: "add a ladder",
    image: [await toFile(png, "cenote.png", { type: "image/png" }), await toFile(png, "ladder.png")],
    mask: await toFile(png, "mask.png", { type: "image/png" }),
    size: "1536x1024",
  });
  expect(data?.[0]?.url).toMatch(/^http/);
});

const PYTHON = `
import base64, os, sys
from openai import OpenAI

client = OpenAI(base_url=os.environ["BASE_URL"], api_key=os.environ["CENOTE_API_KEY"], max_retries=0)
with open(sys.argv[1], "rb") as one, open(sys.argv[1], "rb") as other:
    made = client.images.edit(
        model="${EDITING_IMAGE}", prompt="add a ladder", image=[one, other.read()], response_format="b64_json"
    )
print(made.data[0].b64_json == base64.b64encode(client._client.get(made.data[0].url).content).decode())
`;

test("OpenAI's Python package, with a file and with bytes alone", async () => {
  const { system } = harness();
  const folder = await mkdtemp(join(tmpdir(), "image-edits-"));
  const file = join(folder, "cenote.png");
  try {
    await writeFile(file, await picture());
    const { stdout } = await run(await pythonWithOpenai(), ["-c", PYTHON, file], {
      env: { ...process.env, BASE_URL: `${system.baseUrl}/v1`, CENOTE_API_KEY: system.key },
    });
    expect(stdout.trim()).toBe("True");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("generateImage of the AI SDK over @ai-sdk/openai-compatible", async () => {
  const { system } = harness();
  const model = createOpenAICompatible({
    name: "cenote",
    baseURL: `${system.baseUrl}/v1`,
    apiKey: system.key,
  }).imageModel(EDITING_IMAGE);
  const { images } = await generateImage({
    model,
    prompt: { text: "add a ladder", images: [await picture()] },
    n: 2,
    maxRetries: 0,
  });
  expect(images.map(({ mediaType }) => mediaType)).toEqual(["image/png", "image/png"]);
});
